// What must hold of any removal, checked from the outside: on the snapshots before and after and nothing else.
#pragma once

#include <string>
#include <vector>

#include "inventory.h"
#include "removal.h"

namespace remove_op {

// What is wrong with the removal of `op`, a line for each fault; empty where nothing is. The patch applies, forwards
// and in reverse; a second removal changes nothing; no native file parses worse than before; nothing that went is still
// referred to by native code or by a build file; no other op lost a layer; pyflakes finds no name that is undefined, or
// imported in vain, only since.
std::vector<std::string> faults_of(const Snapshot& before, const std::string& op, const Removal& removal);

}  // namespace remove_op
