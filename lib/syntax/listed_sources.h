// Where a build file in Python's syntax or one like it (Bazel, Buck, Meson, GN, TOML, JSON) names the repository's
// files.
//
// Input: such a file. Output: each file that a string names, or that strings behind a folder do (`os.path.join(root,
// "x.cu")`, `ROOT / "x.cu"`, f"{ROOT}/x.cu"), with what would go with it: the element of a list, or the whole statement
// `sources.append("x.cu")`. Invariant: a name that is no such thing on its own (an argument, a key, half of an
// expression), or that several files may be meant by, is no entry.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

struct ListedSource {
  std::string_view file;
  Span span;  // of an entry, all of it; else of the string
  bool entry = false;
  bool compared = false;  // only looked for among other names
};

std::vector<ListedSource> listed_sources(const Snapshot& snapshot, std::string_view path);

// A list all of whose elements go.
struct EmptiedList {
  Span open;              // its bracket
  std::string_view file;  // the first that it lists
  bool given = false;     // to a call, or under a key that says `src`: who reads it would have nothing to work on
};
std::vector<EmptiedList> emptied_lists(const Snapshot& snapshot, std::string_view path,
                                       const std::function<bool(Span)>& goes);

}  // namespace remove_op
