// Reads the files of a folder from disk, on several threads.
//
// Input: the folder, what git tracks in it and which paths git ignores. Output: its text files, and what could not be
// read. Invariant: no symbolic link is ever followed, so each file is read once and cycles are harmless.
#pragma once

#include <llvm/Support/Error.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "git_index.h"
#include "snapshot.h"

namespace remove_op {

// Larger files are data, not source, and a patch of them would help nobody.
constexpr std::size_t largest_file = 50'000'000;

struct Reading {
  std::vector<File> files;
  std::vector<Unread> unread;
  std::vector<std::string> notes;  // for people: submodules that were not entered

  // All that `other` holds too; unread files and notes stay sorted.
  void add(Reading other);
};

// Text by git's own measure: no NUL in its first 8000 bytes.
bool is_text(std::string_view bytes);

// By extension: images, archives, libraries, weights. Such files are not opened at all.
bool is_surely_binary(std::string_view path);

// Whether git ignores an untracked path; a folder's ends in `/`. Called from one thread at a time.
using Ignored = std::function<bool(const std::string& path)>;

// Without `tracked` every file is read. With it, those that it lists and those that are not ignored.
llvm::Expected<Reading> read_work_tree(const std::string& root, const std::vector<IndexEntry>* tracked,
                                       const Ignored& ignored);

}  // namespace remove_op
