// Whether a Python file still parses after an edit, without parsing it anew as a whole.
//
// Input: the tree of a file that parsed, and its text after an edit. A module is a list of statements that parse one by
// one, so only those around the changed lines are parsed: their neighbours on both sides with them, because what is
// inserted between two statements may belong to either.
#pragma once

#include <string_view>

#include "syntax/python_tree.h"

namespace remove_op::python {

// `before` is a tree without an error; `after` is whatever its text became.
bool still_parses(const Tree& before, std::string_view after);

}  // namespace remove_op::python
