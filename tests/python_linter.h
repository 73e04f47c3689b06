// What a linter that knows nothing of us, pyflakes, says of the Python files that a removal edited.
//
// Input: a snapshot and what was removed from it. Output: a line for each file that no longer parses, and for each name
// that is undefined, or imported in vain, only since the removal. Where the op was live and its removal forced, callers
// that stay may name what went. Invariant: one linter process serves the whole run.
#pragma once

#include <string>
#include <vector>

#include "removal.h"

namespace remove_op {

std::vector<std::string> lint_faults(const Snapshot& before, const Removal& removal);

}  // namespace remove_op
