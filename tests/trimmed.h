// What a removal leaves of one test file: the ops `scale`, which goes, and `shift`, which stays, with wrappers for
// both.
#pragma once

#include <string>

namespace remove_op {

// The repository with the file in it.
std::string repo(const std::string& path, const std::string& code);
// What is left of the file without `scale`; empty where it is dropped.
std::string left(const std::string& code, const std::string& path = "tests/test_ops.py");
bool stays(const std::string& code, const std::string& path = "tests/test_ops.py");
// Why the one place that stays does; empty where none does.
std::string reason(const std::string& code, const std::string& path = "tests/test_ops.py");

}  // namespace remove_op
