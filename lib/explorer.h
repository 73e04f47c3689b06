// Which files are read, and when: only those that name a word of interest, a few at a time, while it still matters.
//
// Invariant: the order in which files are inspected depends on paths alone, never on threads.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph.h"
#include "pasted_names.h"
#include "removal.h"
#include "rewriter.h"
#include "syntax/translation_units.h"

namespace remove_op {

class Explorer {
 public:
  Explorer(const Snapshot& snapshot, Layers layers, const Progress& progress);

  Graph& graph() { return graph_; }
  const Graph& graph() const { return graph_; }
  const Snapshot& snapshot() const { return snapshot_; }
  Layers layers() const { return layers_; }
  const TranslationUnits& units() const;

  enum class Files { native, python, production, tests };  // the first two are parts of the third

  // Inspects the next `limit` files that name `word` and were not inspected yet; false where none is left.
  bool inspect_some(std::string_view word, Files which, std::size_t limit);
  void inspect_all(std::string_view word, Files which) {
    while (inspect_some(word, which, 16)) {
    }
  }
  // Inspects the next `limit` files that may refer to the node; false where none is left.
  bool inspect_users(NodeId id, Files which, std::size_t limit);

  // Inspects the files with a macro that may make the name; false where none was new.
  bool inspect_makers(std::string_view word);

  // Whether other files reach the node only through the module that defines it: an imported name, a constant, whatever
  // a test file defines. Its word alone (`np`, `main`) says nothing.
  bool is_private(NodeId id) const;

  // Inspects these files unless they were already; false where none was new.
  bool inspect(const std::vector<std::string>& paths);

  // Inspects the production Python files that may make up the name of an op, whatever they name.
  void inspect_computed_names();

  const std::set<std::string, std::less<>>& inspected() const { return inspected_; }

 private:
  Facts facts_of(std::string_view path) const;
  bool claimed(std::string_view path) const;
  std::vector<std::string> users_through_module(std::string_view module_path, std::string_view word) const;
  std::vector<std::string> users_in_units(NodeId id) const;

  const Snapshot& snapshot_;
  Layers layers_;
  const Progress& progress_;
  mutable std::unique_ptr<TranslationUnits> units_;
  Graph graph_;
  std::set<std::string, std::less<>> inspected_;
  struct Queue {
    std::vector<std::string> paths;
    std::size_t next = 0;
  };
  std::map<std::pair<std::string, Files>, Queue> queues_;
  std::optional<PastedNames> pasted_;  // once it is asked for
  bool computed_names_inspected_ = false;
};

}  // namespace remove_op
