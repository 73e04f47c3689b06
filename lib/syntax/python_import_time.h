// What a module does as it is imported.
#pragma once

#include "facts.h"
#include "snapshot.h"

namespace remove_op::python {

// Whether what `span` names is called when the module is imported: the callee of a call that stands in no function and
// no lambda. `X = f` only binds it.
bool is_called_at_import(const Snapshot& snapshot, std::string_view path, Span span);

}  // namespace remove_op::python
