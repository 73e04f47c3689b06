// Ops that another package defines, which this repository overrides or describes: `TORCH_LIBRARY_IMPL(aten, ...)`, a
// fake for an op of a library that is fetched.
//
// Whoever calls such an op runs what is registered here, and no reference leads from the one to the other.
#pragma once

#include <set>
#include <vector>

#include "explorer.h"

namespace remove_op {

// A doubt at each registration of a target that the repository does not define, in a namespace of which it defines
// nothing. (In one of its own, what is left of an op that went is no doubt.) Inspects the files that may define it.
std::vector<PlacedDoubt> doubts_about_foreign_ops(Explorer& explorer, const std::set<NodeId>& targets);

}  // namespace remove_op
