// Macro calls at namespace scope that do nothing but instantiate templates: `INST(128) INST(256)`.
//
// Input: a file's entities and uses as the parses gave them. Output: each such call as one more site of the templates
// that it instantiates. Macros are expanded by their tokens, from the file itself and from the headers of the
// repository that it includes; a call that expands to anything else, or is not fully understood, is left as code that
// runs. Internal to the C++ syntax.
#pragma once

#include <string_view>

#include "cxx_unit.h"

namespace remove_op {

void add_instantiations(const Snapshot& snapshot, std::string_view path, CxxUnit& unit);

}  // namespace remove_op
