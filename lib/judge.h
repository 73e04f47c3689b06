// Dead, live or unsure: who reaches the targets, directly or through what only forwards to them.
#pragma once

#include <set>
#include <vector>

#include "explorer.h"
#include "targets.h"

namespace remove_op {

struct Judgement {
  Verdict verdict;
  std::set<NodeId> dangling;  // users that go with the targets: nothing live reaches them, or force was asked for and
                              // they are thin wrappers of a target
};

// Inspects the production files that may hold a user, until a live one is found; with `force`, all of them.
Judgement judge(Explorer& explorer, const Targets& targets, bool force);

}  // namespace remove_op
