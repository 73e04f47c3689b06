// What names a macro's body can make with `##`, as patterns: `k_##N` makes `k_*`.
//
// A parse sees what a macro makes where it is used; a pattern stands for the uses in branches and files that no parse
// saw. Input: a lexed file. Output: one record for each paste that tells something of the name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cxx_text.h"

namespace remove_op {

struct CxxPasted {
  Span span;            // the pasted tokens
  std::string pattern;  // with one `*`
};

std::vector<CxxPasted> find_pasted_names(std::string_view text, const CxxText& lexed);

}  // namespace remove_op
