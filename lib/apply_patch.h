// Applies a patch to a snapshot: an independent reader of what libgit2 wrote.
//
// Input: a patch of files changed or dropped under their own names, as unified_patch makes it. Output: each file that
// it touches as it is afterwards. Invariant: strict; every hunk fits at its very line, or there is an error.
#pragma once

#include <llvm/Support/Error.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "snapshot.h"

namespace remove_op {

enum class Direction { forwards, backwards };

// By path; disengaged where the patch drops the file.
llvm::Expected<std::map<std::string, std::optional<File>>> apply_patch(const Snapshot& from, std::string_view patch,
                                                                       Direction direction);

}  // namespace remove_op
