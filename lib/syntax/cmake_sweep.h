// What nothing needs any more in one CMake file once some of its arguments go: a fixpoint.
//
// Input: the file, which spans go, and what is known of macros. Output: the commands, arguments, branches and blocks
// that go as well, outermost first. Invariant: newly dead only; whatever is returned was emptied, or lost its last
// reader, through what goes.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

// Who tests the macro that a `-D` flag defines.
enum class Testers {
  stay,  // at least one, or nobody can tell
  go,    // there are some, and all of them go
  none,  // there never was one
};

struct MacroKnowledge {
  std::function<Testers(std::string_view macro)> testers;  // may read the whole repository
  std::function<bool(std::string_view macro)> touched;     // whether something that goes names the macro; cheap
};

// A branch that goes with the else() behind it, so that the condition in front of it must be turned.
constexpr std::string_view first_branch = "first build branch";

struct CMakeSwept {
  struct Gone {
    Span span;
    std::string_view what;  // "build command", "build block", "build branch", "build entry", or first_branch
  };
  std::vector<Gone> gone;
  std::vector<std::pair<std::string_view, Span>> libraries;  // that went, each with the call that made it
  std::vector<std::pair<Span, Report>> starved;  // an argument whose file a target cannot do without, and what it is
  std::vector<Report> reports;
};

// `may_go`: whether nothing in other files keeps the library of that name; may read the whole repository.
CMakeSwept sweep_cmake(const Snapshot& snapshot, std::string_view path, const std::function<bool(Span)>& goes,
                       const MacroKnowledge& macros, const std::function<bool(std::string_view library)>& may_go);

}  // namespace remove_op
