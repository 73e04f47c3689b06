// What one CMake command does: the variable that it writes, the items that it handles, the variables that it reads.
//
// Input: a command, and the functions and macros that the repository defines. Output: its action and its reads.
// Invariant: a command that is not understood is `other`, which is never removed for having nothing left to do.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/cmake_script.h"

namespace remove_op {

enum class Effect {
  other,    // anything at all
  speaks,   // prints, and does nothing else
  assigns,  // does nothing but write its variable
  serves,   // does nothing but set properties of the files that are its items
  gives,    // gives its items (sources, definitions, options) to a target or a folder
};

enum class Write {
  none,
  replaces,
  adds,     // appends, or replaces by what includes the old value
  adjusts,  // filters, sorts: brings in nothing new
};

struct CMakeAction {
  Effect effect = Effect::other;
  Write write = Write::none;
  std::string_view variable;    // what is written; empty where nothing or a computed name is
  std::vector<unsigned> items;  // indexes of the arguments without which there is nothing left to do
};

struct CMakeRead {
  unsigned command = 0;
  unsigned argument = 0;
  std::string_view variable;
  bool whole = false;  // the argument is nothing but this reference

  bool operator==(const CMakeRead&) const = default;
};

CMakeAction action_of(const Snapshot& snapshot, const CMakeCommand& command);

// The variables that `script.commands[index]`, which does `action`, reads: by `${NAME}`, or by a bare name where CMake
// takes one.
std::vector<CMakeRead> reads_of(const Snapshot& snapshot, const CMakeScript& script, unsigned index,
                                const CMakeAction& action);

// Whether calling `name` makes a target of its first argument: add_library and its kin, or a function that calls one.
bool defines_target(const Snapshot& snapshot, std::string_view name);

}  // namespace remove_op
