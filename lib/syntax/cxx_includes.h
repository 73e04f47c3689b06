// Where an include line may lead, and how sure that is.
//
// Input: a snapshot, the including file and what its line spells. Output: files of the snapshot. A bare name that is
// found neither beside the including file nor in a folder that a build is known to search may mean any file of that
// name, or one of the outside: that is a guess.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "snapshot.h"

namespace remove_op {

struct IncludeCandidate {
  std::string path;
  bool guessed = false;
};

// The likeliest first. A guess that leads from the parts of an op into the folder of another is none, as all of them
// have files of the same names; unless no other file of the repository has this one's.
std::vector<IncludeCandidate> include_candidates(const Snapshot& snapshot, std::string_view from,
                                                 std::string_view spelled);

struct Includer {
  std::string_view path;
  bool guessed = false;
};

// The C++ files with a line that may lead to `header`, by path.
std::vector<Includer> includers(const Snapshot& snapshot, std::string_view header);

}  // namespace remove_op
