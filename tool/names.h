// From what a person types to what the repository calls it.
//
// Input: a NAME of the command line. Output: the name of an op as it was given, or the path of a file inside the
// repository. Invariant: no path that leaves the repository and no shell syntax gets any further.
#pragma once

#include <llvm/Support/Error.h>

#include <string>

#include "snapshot.h"

namespace remove_op {

// `root` and `current` are absolute folders: the repository, and where the user stands.
llvm::Expected<std::string> repository_name(const std::string& name, const Snapshot& snapshot, const std::string& root,
                                            const std::string& current);

}  // namespace remove_op
