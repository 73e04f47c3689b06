// What a production module defines that may go: functions, classes, constants, imported names, entries of `__all__`
// and of other lists of its names, and members of classes that forward to an op.
//
// Input: a file of a snapshot. Output: definitions of `py:PATH:NAME`, each with a span that takes decorators along.
// A function whose decorator may register or replace it is no definition: being used by its decorator it is a root, and
// so is everything that it refers to; so is a module's `__getattr__`. An import outside of an `__init__` forwards: by
// itself it is no use of what it brings in. Tests define nothing here; their layer judges them by what they exercise.
#pragma once

#include <vector>

#include "facts.h"
#include "syntax/python_names.h"

namespace remove_op::python {

std::vector<Definition> definitions_in(const Snapshot& snapshot, std::string_view path);

// Whether every decorator of `function` leaves it what it is: caches, `staticmethod`, torch's own modes.
bool plainly_decorated(const Names& names, Node function);

// `name = value` as a statement of its own, which binds nothing else.
bool is_plain_assignment(const Tree& tree, const Binding& binding);

// Whether an import serves the name that it binds alone. `import a.b` is often there for what loading it does.
bool brings_in_only(const Tree& tree, const Binding& binding);

// The definition with its decorators.
Node with_decorators(const Tree& tree, Node definition);

// The element of an import list, or its whole statement where it stands alone.
Span import_site(const Tree& tree, Node element);

}  // namespace remove_op::python
