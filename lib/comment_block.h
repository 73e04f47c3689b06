// Comment blocks without their markup.
//
// Input: a text and a place in it. Output: the comment lines right above or at that place as one block, in whatever
// markup (`//` and `#` lines, `/* ... */` over several lines, frames of empty comment lines), with what it says line by
// line. Invariant: a licence, a copyright or a shebang is never part of a block.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "text_lines.h"

namespace remove_op {

struct CommentBlock {
  struct Line {
    std::string_view says;  // without markup; never empty
    unsigned offset = 0;    // of the line that it stands on
    bool alone = true;      // may go or stay by itself: it is no part of a `/* ... */` that says more
  };
  unsigned begin = 0;
  unsigned end = 0;         // behind its last newline
  std::vector<Line> lines;  // none where it is but a frame

  bool empty() const { return begin == end; }
};

// The block whose last line is right above the line at `at`; empty, at `at`, where there is none.
CommentBlock comment_above(const TextLines& text, unsigned at);

// The block that starts with the line at `at`; empty where none does.
CommentBlock comment_at(const TextLines& text, unsigned at);

}  // namespace remove_op
