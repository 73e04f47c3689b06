// Two ops in one C++ file: `scale`, which the tests take out, and `live`, which stays.
#pragma once

#include <string>

namespace remove_op {

// A definition of `live` for tests that need no other.
inline const std::string live = "int live(int x) { return x; }\n";

// a.cu with `code` and both registrations, and `more` files.
std::string with_ops(const std::string& code, const std::string& more = {});
// The same with `live` alone.
std::string without_scale(const std::string& code, const std::string& more = {});

// That the removal of `scale` makes `after` of `before`, both without their registrations.
void check(const std::string& before, const std::string& after);

}  // namespace remove_op
