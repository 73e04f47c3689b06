// The last look at what the edits made, before anything is emitted.
#pragma once

#include <llvm/Support/Error.h>

#include "snapshot.h"

namespace remove_op {

// An error, with the place, where a file that was sound in `before` is not in `after`: Python or CMake that no longer
// parses, C++ whose brackets or conditionals no longer pair up.
llvm::Error verify_syntax(const Snapshot& before, const Snapshot& after);

}  // namespace remove_op
