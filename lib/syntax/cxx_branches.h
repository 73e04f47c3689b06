// Which branch of each conditional a parse sees, so that a few parses together see them all.
//
// Conditions are not evaluated: a branch is turned on or off by writing 1 or 0 in its directive's place, padded so that
// every offset stays. Input: a text and its conditionals. Output: one text per parse.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cxx_text.h"

namespace remove_op {

class BranchChooser {
 public:
  BranchChooser(std::string_view text, const CxxText& lexed);

  // The text for the next parse: in each conditional, the first branch that still holds something unseen.
  std::string choose();

  // Whether another parse may show a declaration: a branch was not seen, holds more than directives, and stands outside
  // all that is `declared` so far (inside a function it can only hold uses, which are kept by name).
  bool more_to_see(const std::vector<Span>& declared);

  // The branches that no text so far turned on, outside those it was not worth to look into.
  std::vector<Span> unseen() const;

 private:
  struct State {
    std::vector<bool> seen;                        // by branch
    std::vector<std::vector<std::size_t>> inside;  // by branch: the conditionals in it
  };
  bool wants(std::size_t conditional, std::size_t branch) const;
  void choose_in(std::size_t conditional, std::string& text);

  std::string_view text_;
  const CxxText& lexed_;
  std::vector<State> states_;
  std::vector<std::vector<bool>> worth_;  // by conditional and branch: may show a declaration
  int rounds_ = 0;
};

}  // namespace remove_op
