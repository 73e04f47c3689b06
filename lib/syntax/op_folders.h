// Op folders: the host code, device code and API of an op in a folder of their own, which a build finds by its layout
// and compiles into a library that is loaded at run time. From elsewhere only names lead there: an API is looked up by
// a string that a macro makes of its argument.
//
// Input: a snapshot. Output: the folders that define an op or an API, and which of them a name, a path or a file means.
// Found once for a snapshot; where no path shows such a layout, all it costs is a look at the paths.
// Invariant: a name leads to a folder because a definition of it stands there, never by its spelling alone.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

// Where a folder defines an op or a function of its API.
struct OpEntry {
  std::string path;
  Span at;           // the name as it stands there
  std::string name;  // of the op, without what the names of its API add
  bool defines_op = false;
};

struct OpFolder {
  std::string path;
  std::vector<OpEntry> entries;  // by path, then place; at least one
};

class OpFolders {
 public:
  static std::shared_ptr<const OpFolders> of(const Snapshot& snapshot);

  bool empty() const { return folders_.empty(); }

  // The folder that the file goes with, or null. C++ that stands beside the parts of the layout is no part of it: it
  // may be glue that other files include.
  const OpFolder* around(std::string_view file) const;
  // Whether the path shows the layout: cheap, by name only.
  static bool is_in_layout(std::string_view path);
  // The files that go with the folder.
  static std::vector<std::string_view> parts(const Snapshot& snapshot, const OpFolder& folder);

  // The folders that define what `word` names: an op, or a function of an API.
  const std::vector<const OpFolder*>& named(std::string_view word) const;
  // The folders that speak of a function of an API which none defines: one of them may, in a way we do not see.
  const std::vector<const OpFolder*>& perhaps_named(std::string_view word) const;
  // Every word that leads to the folder.
  static std::vector<std::string> words(const OpFolder& folder);
  // Whether the word may be a function of an API, by its spelling.
  static bool is_api(std::string_view word);

  // The folders whose path ends in what `text`, a path or the last folder of one, says behind its variables.
  std::vector<const OpFolder*> at(std::string_view text) const;

 private:
  friend class OpFolderFinder;
  using Index = std::unordered_map<std::string, std::vector<const OpFolder*>>;

  std::vector<std::unique_ptr<const OpFolder>> folders_;
  std::unordered_map<std::string_view, const OpFolder*> by_path_;
  Index by_base_name_;
  Index by_word_;
  Index perhaps_;
};

// Whether a variable of a CMake file, or of a shell script, that is called so lists op folders or the ops in them.
bool is_cmake_list_of_ops(std::string_view variable);
bool is_shell_list_of_ops(std::string_view variable);

}  // namespace remove_op
