// Reads files from the objects of a git repository: those of a commit, or those that a sparse check-out leaves out.
//
// Invariant: an object that a partial clone lacks is never fetched; its file is noted as unread.
#pragma once

#include <vector>

#include "git_handles.h"
#include "git_index.h"
#include "work_tree.h"

namespace remove_op {

// The files of the tree `id` and of those inside it. Submodules and what is missing are noted in `reading`.
std::vector<IndexEntry> list_tree(const git::Repository& repository, const git_oid& id, Reading& reading);

// Adds the texts of `entries` to `reading`, on several threads; symbolic links and binary files are left out.
void read_objects(const git::Repository& repository, const std::vector<IndexEntry>& entries, Reading& reading);

}  // namespace remove_op
