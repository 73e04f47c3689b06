// Headings: comments that speak of a group rather than of the one thing below them.
//
// A comment is a heading if what it says is short and no sentence, and it ends in a word like `ops`, or another comment
// of the same indentation says the same but for one word (`From csrc/a`, `From csrc/b`): it heads everything down to
// the next comment of its kind or the end of the block. So is a single word that has others like it (`marlin`, `gguf`),
// and what names both what goes and what follows: it heads everything down to the next comment. A heading goes only
// with all that it heads; but where it names each thing that goes and not the one that stays, the rest was never its
// own. A banner in a frame heads everything down to the next one, and so does what opens an `#if` and speaks of many
// things, unless it speaks of what goes.
//
// Input: a comment, the heads of what goes below it, and where what follows starts. Output: how much of it stays.
#pragma once

#include <string_view>
#include <vector>

#include "comment_block.h"
#include "text_lines.h"

namespace remove_op {

// What goes right below a comment, up to the first thing that stays.
struct BelowComment {
  unsigned begin = 0;                  // of the first thing that goes
  std::vector<std::string_view> gone;  // each thing that goes
  unsigned sibling = 0;                // the line of what follows in the same block
  bool has_sibling = false;
};

// Where the part of `comment` that stays ends: its beginning where all of it goes.
unsigned past_heading(const TextLines& text, const CommentBlock& comment, const BelowComment& below);

// Whether `title`, set off by a blank line from the paragraph of what goes (with its own comment), heads nothing else.
bool is_title_of(const TextLines& text, const CommentBlock& title, unsigned paragraph, const BelowComment& below);

}  // namespace remove_op
