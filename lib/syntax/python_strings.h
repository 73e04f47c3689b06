// What a string of a Python file names: an op, a function by its dotted path, the names of a quoted annotation.
//
// Input: a string literal. Output: references, and doubts where an f-string may name an op.
#pragma once

#include <unordered_set>

#include "syntax/python_findings.h"

namespace remove_op::python {

// Calls whose strings say what they register: that is no use of the op.
struct RegisteringCalls {
  std::unordered_set<Node> definite;
  std::unordered_set<Node> loose_fakes;  // what they register is no definition
};

void find_in_string(Findings& out, const RegisteringCalls& registering, Node string);

}  // namespace remove_op::python
