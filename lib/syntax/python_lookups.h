// What may be reached where a name is computed, or where the thing that holds it is handed on.
//
// Input: `getattr(...)`, `globals()`, or an expression that is a namespace of ops. Output: references to what it takes,
// as far as that is known, and doubts about the rest.
#pragma once

#include "syntax/python_findings.h"

namespace remove_op::python {

// A namespace as a value that we can no longer follow may reach any of its ops.
void find_handed_on(Findings& out, Node node, const Value& value);

// `getattr(object, name)`.
void find_attribute_asked_for(Findings& out, Node call);

// `hasattr(namespace, name)` over a table of names asks for each of them.
void find_computed_question(Findings& out, Node call);

// The name `globals`, and what is asked of it.
void find_globals(Findings& out, Node name);

}  // namespace remove_op::python
