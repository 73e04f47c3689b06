// Entities that share a qualified name and are nonetheless not one: twins in files that no translation unit sees
// together.
//
// The sites of a name fall into groups of files that meet in some unit. Functions, variables and types are linked
// across groups where one of them is declared without being defined: then the groups that sources lead to are one
// entity, and only headers that no source includes stay apart. Macros are never linked. Each group that is its own
// entity becomes a node of its own; a use goes to the group that it shares a unit with, and where that is not certain
// nothing is taken apart.
#include <algorithm>

#include "graph.h"

namespace remove_op {
namespace {

using Paths = std::set<std::string>;

std::vector<Paths> groups_that_meet(const Paths& paths, const Units& units) {
  std::vector<Paths> groups;
  for (const std::string& path : paths) {
    Paths joined = {path};
    for (auto group = groups.begin(); group != groups.end();) {
      const bool meet =
          std::any_of(group->begin(), group->end(), [&](const std::string& other) { return units.share(path, other); });
      if (meet) joined.merge(*group);
      group = meet ? groups.erase(group) : group + 1;
    }
    groups.push_back(std::move(joined));
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

}  // namespace

bool Graph::shares_unit(std::string_view path, NodeId id) const {
  return std::any_of(nodes_[id].sites.begin(), nodes_[id].sites.end(),
                     [&](const Site& site) { return units_.share(path, site.path); });
}

// Whether a use by word may mean this node of that word. Include lines may lead where nobody can tell, and what has
// linkage may be declared in a way that no parse makes out: so it is ruled out only where the use has another entity of
// the name in sight, or where the node is a source's own.
bool Graph::may_mean(const Use& use, NodeId id) const {
  const Node& node = nodes_[id];
  if (language_of(use.path) != language_of_id(node.id)) return false;
  if (!node.id.starts_with("cxx:") || node.sites.empty() || shares_unit(use.path, id)) return true;
  if (is_unit_private(node.id)) return false;
  for (const std::string& word : node.words) {
    const auto same_word = by_word_.find(word);
    if (same_word == by_word_.end()) continue;
    for (const NodeId other : same_word->second)
      if (other != id && nodes_[other].id.starts_with("cxx:") && shares_unit(use.path, other)) return false;
  }
  return true;
}

std::set<NodeId> Graph::with_groups(const std::set<NodeId>& targets) const {
  std::set<NodeId> all = targets;
  for (const NodeId id : targets)
    if (const auto known = groups_.find(id); known != groups_.end() && nodes_[id].sites.empty())
      all.insert(known->second.begin(), known->second.end());
  return all;
}

void Graph::move_part(NodeId from, NodeId to, const Paths& paths) {
  const auto here = [&](const std::string& path) { return paths.empty() || paths.contains(path); };
  auto& sites = nodes_[from].sites;
  const auto kept =
      std::stable_partition(sites.begin(), sites.end(), [&](const Site& site) { return !here(site.path); });
  for (auto site = kept; site != sites.end(); ++site) {
    defined_in_[site->path].erase(from);
    defined_in_[site->path].insert(to);
    if (!site->definition.word.empty()) {
      nodes_[to].words.insert(site->definition.word);
      auto& same_word = by_word_[site->definition.word];
      if (std::find(same_word.begin(), same_word.end(), to) == same_word.end()) same_word.push_back(to);
    }
    nodes_[to].sites.push_back(std::move(*site));
  }
  sites.erase(kept, sites.end());
  std::erase_if(nodes_[from].references, [&](int use) {
    if (!here(uses_[use].path)) return false;
    uses_[use].from = to;
    nodes_[to].references.push_back(use);
    return true;
  });
  auto& uses_of_to = uses_by_id_[nodes_[to].id];
  auto& uses_of_from = uses_by_id_[nodes_[from].id];
  std::erase_if(uses_of_from, [&](int use) {
    const bool meets = paths.empty() || std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
                         return units_.share(path, uses_[use].path);
                       });
    if (!meets) return false;
    uses_[use].reference.to = nodes_[to].id;
    uses_of_to.push_back(use);
    return true;
  });
}

void Graph::merge_groups(NodeId whole) {
  const auto known = groups_.find(whole);
  if (known == groups_.end()) return;
  for (const NodeId group : known->second) move_part(group, whole, {});
  groups_.erase(known);
}

void Graph::regroup(const std::string& id) {
  const NodeId whole = find(id);
  if (!id.starts_with("cxx:") || is_unit_private(id)) return;
  merge_groups(whole);
  Paths paths;
  Paths defining;
  for (const Site& site : nodes_[whole].sites) {
    paths.insert(site.path);
    if (!site.definition.declares) defining.insert(site.path);
  }
  if (paths.size() < 2) return;
  std::vector<Paths> groups = groups_that_meet(paths, units_);
  const bool macro = id.starts_with("cxx:#");
  if (!macro && defining != paths) {
    // One entity by linkage: the groups that sources lead to, and those that only declare.
    std::erase_if(groups, [&](const Paths& group) {
      return std::any_of(group.begin(), group.end(),
                         [&](const std::string& path) { return units_.in_source(path) || !defining.contains(path); });
    });
  } else if (groups.size() < 2) {
    return;
  }
  const auto met_by = [&](int use, const Paths& group) {
    return std::any_of(group.begin(), group.end(),
                       [&](const std::string& path) { return units_.share(path, uses_[use].path); });
  };
  // Where everything is taken apart, each use must belong somewhere; what is linked takes all other uses.
  const std::size_t parts = macro || defining == paths ? 1 : 0;
  for (const int use : uses_by_id_[id]) {
    const auto met = static_cast<std::size_t>(
        std::count_if(groups.begin(), groups.end(), [&](const Paths& group) { return met_by(use, group); }));
    if (met > 1 || met < parts) return;
  }
  for (const Paths& group : groups) {
    const NodeId part = intern("cxx:" + *group.begin() + "#" + id.substr(macro ? 5 : 4));
    groups_[whole].push_back(part);
    move_part(whole, part, group);
  }
}

}  // namespace remove_op
