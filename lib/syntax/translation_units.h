// Which C++ files can come together in one translation unit, by their include lines alone.
//
// Input: a snapshot. Output: for two files, whether some file that nothing includes leads to both; in such a unit alone
// can one of them mean an entity of the other by a name. Every conditional counts as taken, a path that may lead to
// several files leads to each, and `#include MACRO` leads everywhere, so the answer errs towards yes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "snapshot.h"

namespace remove_op {

// What the include lines of a text spell, without quotes; a computed one comes as an empty spelling. Comments are not
// told from code where they look like an include line of their own.
std::vector<std::string_view> spelled_includes(std::string_view text);

class TranslationUnits {
 public:
  explicit TranslationUnits(const Snapshot& snapshot);

  // True too where either is no C++ file of the snapshot.
  bool share(std::string_view a, std::string_view b) const;
  // The C++ files that share a unit with it, by path, itself among them; all of them where anything may be included.
  std::vector<std::string_view> sharing(std::string_view path) const;
  // Whether a source file leads to it: what only headers lead to, no build of this repository compiles.
  bool in_source(std::string_view path) const;

 private:
  struct Node {
    std::vector<int> includes;
    bool included = false;
    bool anywhere = false;     // holds `#include MACRO`, or leads to such a file
    std::vector<int> roots;    // files that nothing includes and that lead here, sorted
    bool from_source = false;  // one of them is no header
  };

  void mark_from(int root);
  const Node* find(std::string_view path) const;

  std::vector<std::string_view> paths_;
  std::vector<Node> nodes_;
  std::vector<std::vector<int>> units_;  // by root: the files that it leads to; empty for other files
  std::unordered_map<std::string_view, int> index_;
};

}  // namespace remove_op
