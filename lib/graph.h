// The facts of all inspected files as one graph: nodes are ids, edges run from the node that refers to what it keeps.
//
// Input: facts, file by file. Output: who uses a node, and what goes with a set of nodes: mark and sweep, as a linker
// does it over sections. A reference belongs to the innermost definition that holds it, else to its file. Files are
// the roots: code that no layer defines runs, as far as we know.
//
// C++ entities of one qualified name are one node only where a linker or a translation unit may take them for one:
// twins of files that never meet are nodes of their own (graph_twins.cpp). Invariant: answers do not depend on the
// order in which files are added.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts.h"
#include "language.h"

namespace remove_op {

using NodeId = int;

// What is known of translation units (syntax/translation_units.h); without it, any two files may share one.
struct Units {
  std::function<bool(std::string_view a, std::string_view b)> share = [](auto, auto) { return true; };
  std::function<bool(std::string_view path)> in_source = [](auto) { return true; };
};

class Graph {
 public:
  struct Site {
    std::string path;
    Definition definition;
  };
  struct Node {
    std::string id;
    std::set<std::string> words;  // what a file must name to refer to it
    std::vector<Site> sites;      // where it is defined, as far as files were inspected
    std::vector<int> references;  // what it refers to, as indices for `reference()`
  };
  struct Use {
    NodeId from;
    std::string path;
    Reference reference;
  };
  // Why a node goes: `because` goes and referred to it at `use`; -1 where it was asked for.
  struct Reason {
    NodeId because = -1;
    int use = -1;
  };
  using Doomed = std::map<NodeId, Reason>;

  Graph() = default;
  explicit Graph(Units units) : units_(std::move(units)) {}

  void add(std::string_view path, Facts facts);
  // A definition that comes to light after its file was added: what stands inside it is said by it from now on.
  void adopt(std::string_view path, Definition definition);

  const Node& node(NodeId id) const { return nodes_[id]; }
  const Use& use(int index) const { return uses_[index]; }
  const std::vector<std::pair<std::string, Doubt>>& doubts() const { return doubts_; }
  NodeId find(std::string_view id) const;  // -1 where there is none
  std::vector<NodeId> nodes_where(bool (*test)(const Node&, std::string_view), std::string_view argument) const;
  const std::map<std::string, std::vector<NodeId>, std::less<>>& by_word() const { return by_word_; }

  // The nodes that the file at `path` defines and no other file does, as far as files were inspected.
  std::vector<NodeId> defined_in(std::string_view path) const;

  bool is_file(NodeId id) const { return nodes_[id].id.starts_with("file:"); }

  // Whether some translation unit may see both the file and a site of the node.
  bool shares_unit(std::string_view path, NodeId id) const;

  // Indices of the references that reach `id`, whatever their strength, not counting its own.
  std::vector<int> uses_of(NodeId id) const;
  // The nodes that a reference reaches.
  std::vector<NodeId> reached_by(const Use& use) const;

  // Whether the word at `at` in the file at `path` is known for what it is: a reference, or the name of a definition.
  bool explains(std::string_view path, unsigned at, std::string_view word) const;

  // `targets` and all that only they kept, directly or through one another. What was unreferenced before stays, unless
  // it stands in a file that goes; so does what is `pinned`. Ops are taken only as targets.
  Doomed sweep(const std::set<NodeId>& targets, const std::set<NodeId>& pinned = {}) const;

 private:
  NodeId intern(std::string_view id);
  std::vector<NodeId> doomed_by(const Use& use) const;
  bool may_mean(const Use& use, NodeId id) const;
  bool stands_only_in(NodeId id, const std::set<NodeId>& files) const;
  void regroup(const std::string& id);
  void merge_groups(NodeId whole);
  void move_part(NodeId from, NodeId to, const std::set<std::string>& paths);
  std::set<NodeId> with_groups(const std::set<NodeId>& targets) const;
  void attribute(std::string_view path, const std::vector<std::pair<Span, NodeId>>& sites,
                 std::vector<Reference> references);
  std::set<NodeId> candidates(const std::set<NodeId>& targets, const std::set<NodeId>& kept_files,
                              Doomed& reasons) const;

  bool declared_outside(NodeId id, const std::set<NodeId>& found, const std::set<NodeId>& live) const;

  Units units_;
  std::vector<Node> nodes_;
  std::vector<Use> uses_;
  std::map<NodeId, std::vector<NodeId>> groups_;  // of a name that twins share: the nodes it was taken apart into
  std::unordered_map<std::string, NodeId> ids_;
  std::map<std::string, std::vector<NodeId>, std::less<>> by_word_;    // of definitions
  std::unordered_map<std::string, std::vector<int>> uses_by_id_;       // of references by id; ops by bare name
  std::unordered_map<std::string, std::vector<int>> uses_by_word_;     // of references by word
  std::vector<int> uses_by_pattern_;                                   // of references by word, with a wildcard
  std::map<std::string, std::set<NodeId>, std::less<>> defined_in_;    // by path
  std::map<std::string, std::vector<Span>, std::less<>> referred_in_;  // by path: where references stand, by offset
  std::vector<std::pair<std::string, Doubt>> doubts_;
};

// Whether the file at `path` is among what goes.
bool file_goes(const Graph& graph, const Graph::Doomed& doomed, std::string_view path);

// The language whose code can name the node; `other` for an op, a file, or what a build makes up.
Language language_of_id(std::string_view id);

// Whether only files that share a translation unit with a site of the node can refer to it: it has internal linkage in
// a source file, or is a source's own among several twins.
bool is_unit_private(std::string_view id);

// `op:NS::NAME.OVERLOAD` in parts.
struct OpId {
  std::string_view space;
  std::string_view name;
  std::string_view overload;
};
// Only for ids that start with `op:`.
OpId split_op(std::string_view id);
// Whether a reference to op `to` reaches op `id`: the same name, the same or an unknown namespace, and the same
// overload unless `to` names all of them.
bool op_covers(std::string_view to, std::string_view id);

}  // namespace remove_op
