// Where a Python file that builds extensions names the repository's files.
//
// Input: such a file. Output: each file that a string names, or an `os.path.join(...)` of strings behind a folder, with
// what would go with it: the element of a list, or the whole statement `sources.append("x.cu")`. Invariant: a name that
// is no such thing on its own (an argument, a key, half of an expression) is no entry.
#pragma once

#include <string_view>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

struct ListedSource {
  std::string_view file;
  Span span;  // of an entry, all of it; else of the string
  bool entry = false;
};

std::vector<ListedSource> listed_sources(const Snapshot& snapshot, std::string_view path);

}  // namespace remove_op
