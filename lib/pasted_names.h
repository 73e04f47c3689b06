// Names that macros make with `##`, or of literals with `#` between them: they stand nowhere in the text that uses
// them.
//
// Input: the C++ files of a snapshot. Output: which of them hold a macro that may make a given name, so that those are
// inspected with the files that spell it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "snapshot.h"

namespace remove_op {

class PastedNames {
 public:
  explicit PastedNames(const Snapshot& snapshot);

  // Paths of the files with a `head##`, `##tail`, `"head" #` or `# "tail"` that begins or ends `word`, sorted.
  std::vector<std::string> files_that_may_make(std::string_view word) const;

 private:
  struct Paste {
    std::string_view path, head, tail;  // what is written on either side
  };
  void add_quoted(std::string_view path, std::string_view text, std::string_view mark);

  std::vector<Paste> pastes_;
};

}  // namespace remove_op
