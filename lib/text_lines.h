// A text as lines, each known by the offset of its first byte, and what a line is in its language.
//
// Input: a text. Output: where lines start and end, how deep they are indented, whether they are blank, a comment, or
// open or close a block. Invariant: an offset given as a line's is the offset of its first byte.
#pragma once

#include <string_view>

#include "language.h"

namespace remove_op {

class TextLines {
 public:
  TextLines(std::string_view text, Language language) : text_(text), language_(language) {}

  std::string_view text() const { return text_; }
  Language language() const { return language_; }
  unsigned size() const { return static_cast<unsigned>(text_.size()); }

  unsigned start(unsigned at) const;  // of the line that holds `at`
  unsigned end(unsigned at) const;    // of that line, behind its newline
  unsigned above(unsigned line) const { return start(line - 1); }
  bool is_start(unsigned at) const { return start(at) == at; }

  std::string_view line(unsigned at) const { return text_.substr(at, end(at) - at); }
  unsigned indent(unsigned at) const;
  bool is_blank(unsigned at) const;
  bool is_comment(unsigned at) const { return is_comment(line(at)); }
  // Past blank lines from the line at `at`.
  unsigned past_blank(unsigned at) const;

  bool is_comment(std::string_view line) const;  // from its first character to its end
  bool opens_block(unsigned at) const;
  bool closes_block(unsigned at) const;

 private:
  std::string_view text_;
  Language language_;
};

}  // namespace remove_op
