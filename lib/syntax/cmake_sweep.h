// What nothing needs any more in one CMake file once some of its arguments go: a fixpoint.
//
// Input: the file, which spans go, and what is known of macros. Output: the commands, arguments, branches and blocks
// that go as well, outermost first. Invariant: newly dead only; whatever is returned was emptied, or lost its last
// reader, through what goes.
#pragma once

#include <functional>
#include <string_view>
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

struct CMakeSwept {
  struct Gone {
    Span span;
    std::string_view what;  // "build command", "build block", "build entry"
  };
  std::vector<Gone> gone;
  std::vector<Report> reports;
};

CMakeSwept sweep_cmake(const Snapshot& snapshot, std::string_view path, const std::function<bool(Span)>& goes,
                       const std::function<Testers(std::string_view macro)>& testers,
                       const std::function<bool(std::string_view macro)>& macro_touched);

}  // namespace remove_op
