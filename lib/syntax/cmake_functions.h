// What the functions and macros that a repository defines for itself do to their callers.
//
// Input: a name. Output: nothing where no CMake file of the snapshot defines it, else what its body shows.
// Invariant: `computes` and `serves` are claimed only where every command of the body is known to do no more.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "syntax/cmake_script.h"

namespace remove_op {

struct CMakeFunction {
  enum class Kind {
    other,
    computes,  // nothing but writes the variables that its output parameters name
    serves,    // nothing but sets properties of source files
    target,    // makes a target
  };
  Kind kind = Kind::other;
  std::set<unsigned> outputs;                        // positions of the parameters that name a variable to write
  std::set<std::string_view, std::less<>> keywords;  // words that the body compares its arguments with
};

// nullptr where the snapshot has no function or macro `name` (lower case).
std::shared_ptr<const CMakeFunction> cmake_function(const Snapshot& snapshot, std::string_view name);

// Commands of CMake itself and of its modules that make a target of their first argument.
bool makes_target(std::string_view name);

}  // namespace remove_op
