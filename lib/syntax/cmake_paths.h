// Which file of the repository an argument of a CMake command names.
//
// Input: a CMake file and an argument of it. Output: the file's path, empty where the argument names none.
// Invariant: a path through a variable that this repository does not set (a fetched project's folder) names none, even
// where a file of ours ends in the same words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/cmake_script.h"

namespace remove_op {

class CMakePaths {
 public:
  CMakePaths(const Snapshot& snapshot, std::string_view cmake_file);

  // The path of the snapshot's file that `argument` names, relative to the CMake file's folder or to a folder above it
  // (a file may be included from there).
  std::string_view file(const CMakeArgument& argument) const;
  // The same for one name out of a list like "a.cu;b.cu".
  std::string_view file(std::string_view text) const;
  // `text` with its variables replaced: each path, with wildcards as written, that it may stand for. What a
  // CMakeLists.txt names is relative to its own folder; what another file names, to the folder of whoever includes it.
  std::vector<std::string> patterns(std::string_view text) const;

 private:
  struct Folder {
    std::string_view variable;
    std::string_view value;  // as set, with its own variables
  };
  std::vector<std::string> expand(std::string_view text, unsigned depth) const;

  const Snapshot& snapshot_;
  std::vector<std::string_view> folders_;  // of the CMake file, then each above it; the last is the root, empty
  std::size_t own_folders_;                // how many of them the file's relative paths may start from
  std::vector<Folder> set_folders_;
  std::shared_ptr<const CMakeScript> script_;
};

}  // namespace remove_op
