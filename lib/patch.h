// One unified patch from the first snapshot to the last, as git writes it, and the proof that it applies.
#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "snapshot.h"

namespace remove_op {

// Paths whose text differs, sorted; a path that only `before` has was dropped.
std::vector<std::string> changed_paths(const Snapshot& before, const Snapshot& after);

// The patch that turns `before` into `after`; empty where they are equal. Made by libgit2, three lines of context.
llvm::Expected<std::string> unified_patch(const Snapshot& before, const Snapshot& after);

// Applies `patch` to `before` in memory, and in reverse to `after`, with a reader that shares no code with the writer:
// an error unless the first gives `after` and the second gives `before`, byte for byte.
llvm::Error verify_patch(const Snapshot& before, const Snapshot& after, std::string_view patch);

}  // namespace remove_op
