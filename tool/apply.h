// Brings the work tree from one snapshot to another: all files or none.
//
// Refuses where a file that it would touch has changes that git does not hold, for then nothing could bring them back.
// Invariant: new texts are on disk before the first file is replaced, the old files are kept until the last one is,
// and a signal waits until the tree is whole.
#pragma once

#include <llvm/Support/Error.h>

#include "repository.h"
#include "snapshot.h"

namespace remove_op {

llvm::Error apply_to_work_tree(const Repository& repository, const Snapshot& before, const Snapshot& after);

}  // namespace remove_op
