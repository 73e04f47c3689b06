// What the value that a call returns can be, as far as it bears on its attributes.
//
// Input: an expression. Output: whether it may be a module of the repository, whose functions are then its attributes.
// Invariant: `object` is said only where the call is followed to its end, or leaves the repository.
#pragma once

#include "syntax/python_names.h"

namespace remove_op::python {

enum class Result {
  unknown,  // a module, perhaps, or not a call's value at all
  native,   // a module that was compiled on the spot
  object,   // something that is no module
};

Result result_of(const Names& names, Node expression);

}  // namespace remove_op::python
