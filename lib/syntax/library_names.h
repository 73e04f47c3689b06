// What names a library of the build outside of the file that builds it, and can go with it.
//
// Input: a snapshot, a library's name and the files that go. Output: the statements that only make it part of a package
// (`CMakeExtension("pkg._x")`) or import it where it may be missing; nothing where anything else names it.
// Invariant: tests, documents and the names of its ops (`_x::op`, `torch.ops._x.op`) do not name the library.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

// The node of a library that goes.
inline std::string library_id(std::string_view name) { return "build:library#" + std::string(name); }

// The statements of the Python file at `path` that go with the library; nullopt where it names it otherwise.
std::optional<std::vector<Span>> statements_naming(const Snapshot& snapshot, std::string_view path,
                                                   std::string_view library);

// Whether nothing but such statements, in files other than `built_in` and those that go, names the library.
bool library_may_go(const Snapshot& snapshot, std::string_view library, std::string_view built_in,
                    const std::function<bool(std::string_view path)>& goes);

}  // namespace remove_op
