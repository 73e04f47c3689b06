// Dead, live or unsure: who reaches the targets, directly or through what only forwards to them.
#pragma once

#include <set>
#include <vector>

#include "explorer.h"
#include "targets.h"

namespace remove_op {

struct Judgement {
  Verdict verdict;
  std::set<NodeId> dangling;  // users of the targets that nothing live reaches: they go with them
  std::vector<int> live_uses; // references to what goes that stand in live code
};

// Inspects every production file that may hold a user. Stops at the first live users unless `all_users`.
Judgement judge(Explorer& explorer, const Targets& targets, bool all_users);

}  // namespace remove_op
