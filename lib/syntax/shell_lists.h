// The elements of lists in shell scripts: `OPS=("a" "b")` and `OPS="a;b"`.
//
// Input: the text of a script. Output: each element with its list, in order. Invariant: an element that a variable or a
// command makes is one too, so that a list is never taken for shorter than it is.
#pragma once

#include <string_view>
#include <vector>

#include "facts.h"

namespace remove_op {

struct ShellElement {
  std::string_view word;      // without quotes
  std::string_view variable;  // that is set to the list
  Span span;                  // with quotes
  unsigned list = 0;          // elements of one list have the same number
  bool in_string = false;     // of a string with `;` between its elements
};

std::vector<ShellElement> shell_list_elements(std::string_view text);

// What to take out so that the elements of `gone`, indices into `elements`, go: each span either whole lines' worth or
// a part of one line. Two of them never overlap.
struct ShellErasure {
  Span span;
  bool alone;  // nothing else stands on its line
};
std::vector<ShellErasure> without_elements(std::string_view text, const std::vector<ShellElement>& elements,
                                           const std::vector<std::size_t>& gone);

}  // namespace remove_op
