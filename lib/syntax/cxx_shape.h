// What one declaration at namespace scope declares, told by its tokens alone.
//
// Input: the tokens from the declaration's first through its `;` or `}`. Output: the kind of entity and the token that
// names it; nothing where the tokens have no shape that is sure: a macro call, an assertion, several declarators.
#pragma once

#include <optional>
#include <string_view>

#include "cxx_unit.h"

namespace remove_op {

struct CxxShape {
  CxxEntity::Kind kind = CxxEntity::Kind::function;
  std::size_t name = 0;   // index of the token that names it
  bool declares = false;  // its definition is elsewhere
  bool internal = false;  // internal linkage, by a specifier of its own
};

std::optional<CxxShape> shape_of(const CxxText& lexed, std::string_view text, std::size_t first, std::size_t last);

// Whether the token at `i` is a bare macro on a line of its own that opens or closes something around the declaration
// below it: by its definition, where the file has it, else by its name, as in NAMESPACE_BEGIN and DIAG_PUSH.
bool stands_alone(const CxxText& lexed, std::string_view text, std::size_t i);

// Index behind the `>` that closes the `<` at `open`, or `end` where none does.
std::size_t past_angles(const CxxText& lexed, std::string_view text, std::size_t open, std::size_t end);

}  // namespace remove_op
