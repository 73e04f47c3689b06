// The name of an op as a registration spells it: literals pasted together, perhaps wrapped in a call such as
// TORCH_SELECTIVE_NAME.
//
// Input: a lexed file and where the first argument stands. Output: the name; empty where it is no plain name, which a
// template that makes C++ of the file will fill in.
#pragma once

#include <string>
#include <string_view>

#include "cxx_text.h"

namespace remove_op {

struct CxxOpName {
  std::string space;     // empty where the name does not say
  std::string name;      // with its overload
  bool partial = false;  // `name` is only how it begins
};

// `first` is the argument's first token, `close` the bracket behind the last argument.
CxxOpName read_op_name(std::string_view text, const CxxText& lexed, std::size_t first, std::size_t close);

}  // namespace remove_op
