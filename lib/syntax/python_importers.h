// Who still needs a module that is left empty: an import of it raises once its file is gone.
//
// Input: the module's file and what goes. Output: whether anything that stays imports it, or spells it where some
// loader may read it. Invariant: every import is asked for itself, so `from m import a, b` needs `m` until both names
// go.
#pragma once

#include <string_view>

#include "rewriter.h"

namespace remove_op::python {

bool is_still_imported(const Snapshot& snapshot, std::string_view path, const Doomed& doomed);

}  // namespace remove_op::python
