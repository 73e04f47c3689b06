// The paths of git's index, read for what a walk over the work tree needs.
//
// libgit2 reads an index too, but checks its hash and copies every field: ten times the time on a large repository.
#pragma once

#include <git2/oid.h>
#include <llvm/Support/Error.h>

#include <string>
#include <string_view>
#include <vector>

namespace remove_op {

struct IndexEntry {
  std::string path;
  unsigned mode = 0;
  unsigned size = 0;  // when git last looked: a hint
  git_oid id = {};
  bool skip_worktree = false;  // a sparse check-out leaves it out
};

// Versions 2 to 4 of the format. Sorted by path; of a path in conflict, one entry.
llvm::Expected<std::vector<IndexEntry>> read_git_index(std::string_view bytes);

}  // namespace remove_op
