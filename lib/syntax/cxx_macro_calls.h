// A call of a macro of the repository that registers ops, by what the macro's own definition says.
//
// Input: a lexed file, the token that names the macro, and the macros that the file can see. Output: the call and what
// it stands for; nothing where the macro is not the repository's, or leads to no registration.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cxx_macros.h"
#include "cxx_text.h"

namespace remove_op {

struct RegisteringCall {
  std::size_t last = 0;                  // its last token
  std::optional<std::string> expansion;  // as text; nothing where configurations differ in what it is
  std::vector<std::string> arguments;    // names that it is given: identifiers, and what literals begin with
};

std::optional<RegisteringCall> registering_call(std::string_view text, const CxxText& lexed, std::size_t first,
                                                const CxxMacros& macros);

}  // namespace remove_op
