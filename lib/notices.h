// Licences, notices and readmes that lie beside code: they go with the last of it.
//
// Input: a snapshot and the nodes that go. Output: the notices of folders, other than the root, of which every other
// file goes with all subfolders. Invariant: a notice that a file which stays names by its path is not among them.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "snapshot.h"

namespace remove_op {

// LICENSE*, NOTICE*, COPYING*, README*, in capitals as custom has it.
bool is_notice(std::string_view path);

// Sorted; without those that go already.
std::vector<std::string> notices_of_nothing(const Snapshot& snapshot, const std::set<std::string, std::less<>>& doomed);

}  // namespace remove_op
