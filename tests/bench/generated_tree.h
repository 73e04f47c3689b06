// A repository of any size in the shape of a real one, for measuring.
#pragma once

#include "snapshot.h"

namespace remove_op {

// `ops` ops, each with a wrapper, a guarded fake, a declaration, a binding and a source of its own; op number 0 is dead
// and every other has a caller. `bystanders` more Python files name no op, as most files of a real tree do.
Snapshot generated_tree(unsigned ops, unsigned bystanders);

}  // namespace remove_op
