// Whether a function is but a wrapper: of an op, of a native module's function, or of another of its own name.
//
// Input: a function of a production module. Output: its shape, as its own file tells it.
#pragma once

#include "syntax/python_uses.h"

namespace remove_op::python {

enum class Shape {
  wrapper,  // serves one op: calls it always, or has its name and reaches no other
  stub,     // raises, passes or returns a constant
  other,
};

Shape shape_of(const Names& names, const Uses& uses, Node function, bool is_method);

// What a function calls whose body is one call, a docstring aside; no_node for any other.
Node only_callee(const Tree& tree, Node function);

}  // namespace remove_op::python
