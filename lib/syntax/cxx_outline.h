// Declarations that Clang could not make sense of, found by their shape.
//
// With most headers absent, `void f(missing::type<x> const& a) {...}` may not parse at all. What stands at namespace
// scope and is in no entity that Clang gave is cut at `;` and `}`, and is what its tokens have the shape of
// (cxx_shape.h). Internal to the C++ syntax.
#pragma once

#include <string_view>

#include "cxx_unit.h"

namespace remove_op {

// Adds to `unit.entities` what is missing from it, and explicit instantiations of function templates, which Clang's AST
// has no node for.
void add_by_outline(std::string_view path, std::string_view text, CxxUnit& unit);

}  // namespace remove_op
