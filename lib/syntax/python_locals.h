// Imports inside of functions: they bind a local name, which is no node of the graph.
//
// Input: a file and what goes of it. Output: those whose every use goes, as definitions of their own. One that nothing
// used before, or that is there for what loading it does, stays.
#pragma once

#include <vector>

#include "rewriter.h"

namespace remove_op::python {

std::vector<Definition> unused_local_imports(const Snapshot& snapshot, std::string_view path, const Doomed& doomed);

}  // namespace remove_op::python
