// Where the repository is, and its files as a snapshot: a work tree, a plain folder or a commit.
//
// libgit2 answers what git knows; nothing is written.
#pragma once

#include <llvm/Support/Error.h>

#include <optional>
#include <string>

#include "git_handles.h"
#include "work_tree.h"

namespace remove_op {

struct Repository {
  std::string root;    // the folder that paths are relative to, absolute, without a final slash; for a bare one, itself
  std::string prefix;  // of `root` inside its git work tree: empty, or a folder ending in `/`
  git::Repository git;  // none where `root` is a plain folder
  bool bare = false;
};

// The folder given, or else the git work tree around the current folder. Only the folder itself is taken, also where it
// lies inside a larger git work tree.
llvm::Expected<Repository> find_repository(const std::optional<std::string>& folder);

// What is on disk: tracked files, and untracked ones that are not ignored.
llvm::Expected<Reading> read_work_tree(const Repository& repository);

// What a commit, a tag or any other name of a tree holds.
llvm::Expected<Reading> read_commit(const Repository& repository, const std::string& rev);

}  // namespace remove_op
