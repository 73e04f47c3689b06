#include "graph.h"

#include <algorithm>

#include "language.h"
#include "words.h"

namespace remove_op {
namespace {

bool is_op(std::string_view id) { return id.starts_with("op:"); }

// Ops are looked up by name alone, and `op_covers` decides.
std::string key_of(std::string_view id) { return is_op(id) ? "op:" + std::string(split_op(id).name) : std::string(id); }

// A node may be known by references alone, before the file that defines it is inspected.
std::string word_of(std::string_view id) {
  if (is_op(id)) return std::string(split_op(id).name);
  if (id.starts_with("file:")) return std::string(id.substr(std::max(id.rfind('/') + 1, std::size_t{5})));
  const auto last = id.find_last_of(":#.@");
  return last == std::string_view::npos ? std::string() : std::string(id.substr(last + 1));
}

// Ops are removed by name. A Python module may be run or imported by a name that only exists at run time, so losing its
// last import does not doom it.
bool goes_only_if_named(std::string_view id) {
  return is_op(id) || (id.starts_with("file:") && language_of(id) == Language::python);
}

}  // namespace

bool file_goes(const Graph& graph, const Graph::Doomed& doomed, std::string_view path) {
  const NodeId file = graph.find("file:" + std::string(path));
  return file >= 0 && doomed.contains(file);
}

Language language_of_id(std::string_view id) {
  if (id.starts_with("cxx:")) return Language::cxx;
  // The functions of a pybind11 module are reached as attributes of it, whatever the module is called.
  if (id.starts_with("py:") || id.starts_with("op:pybind11::")) return Language::python;
  return Language::other;
}

bool is_unit_private(std::string_view id) {
  const auto hash = id.find('#');
  return id.starts_with("cxx:") && hash != std::string_view::npos && hash != 4 && !is_header(id.substr(4, hash - 4));
}

OpId split_op(std::string_view id) {
  id.remove_prefix(3);
  const auto colons = id.find("::");
  OpId op;
  if (colons != std::string_view::npos) op.space = id.substr(0, colons);
  op.name = colons == std::string_view::npos ? id : id.substr(colons + 2);
  if (const auto dot = op.name.find('.'); dot != std::string_view::npos) {
    op.overload = op.name.substr(dot + 1);
    op.name = op.name.substr(0, dot);
  }
  return op;
}

bool op_covers(std::string_view to, std::string_view id) {
  if (!is_op(to) || !is_op(id)) return false;
  const OpId a = split_op(to);
  const OpId b = split_op(id);
  return a.name == b.name && (a.space == b.space || a.space == "?" || b.space == "?") &&
         (a.overload.empty() || a.overload == b.overload);
}

NodeId Graph::intern(std::string_view id) {
  const auto [known, fresh] = ids_.try_emplace(std::string(id), static_cast<NodeId>(nodes_.size()));
  if (fresh) nodes_.push_back({std::string(id), {word_of(id)}, {}, {}});
  return known->second;
}

NodeId Graph::find(std::string_view id) const {
  const auto known = ids_.find(std::string(id));
  return known == ids_.end() ? -1 : known->second;
}

std::vector<NodeId> Graph::nodes_where(bool (*test)(const Node&, std::string_view), std::string_view argument) const {
  std::vector<NodeId> found;
  for (NodeId i = 0; i < static_cast<NodeId>(nodes_.size()); ++i)
    if (test(nodes_[i], argument)) found.push_back(i);
  return found;
}

std::vector<NodeId> Graph::defined_in(std::string_view path) const {
  std::vector<NodeId> found;
  if (const auto here = defined_in_.find(path); here != defined_in_.end()) {
    std::copy_if(here->second.begin(), here->second.end(), std::back_inserter(found), [&](NodeId id) {
      const auto& sites = nodes_[id].sites;
      const auto elsewhere = [&](const Site& site) { return site.path != path && !site.definition.declares; };
      return std::none_of(sites.begin(), sites.end(), elsewhere) &&
             std::any_of(sites.begin(), sites.end(), [](const Site& site) { return !site.definition.declares; });
    });
  }
  return found;
}

void Graph::add(std::string_view path, Facts facts) {
  std::vector<std::pair<Span, NodeId>> sites;
  for (Definition& definition : facts.definitions) {
    const NodeId id = intern(definition.id);
    sites.emplace_back(definition.span, id);
    defined_in_[std::string(path)].insert(id);
    if (!definition.word.empty()) {
      auto& same_word = by_word_[definition.word];
      if (std::find(same_word.begin(), same_word.end(), id) == same_word.end()) same_word.push_back(id);
      nodes_[id].words.insert(definition.word);
    }
    nodes_[id].sites.push_back({std::string(path), std::move(definition)});
  }
  std::set<std::string> names;  // of which twins may have come to light, or met
  for (const auto& [span, id] : sites) names.insert(nodes_[id].id);
  for (const Reference& reference : facts.references)
    if (const NodeId to = reference.by_word ? -1 : find(reference.to); to >= 0 && groups_.contains(to))
      names.insert(reference.to);
  attribute(path, sites, std::move(facts.references));
  for (const std::string& name : names) regroup(name);
  for (Doubt& doubt : facts.doubts) doubts_.emplace_back(path, std::move(doubt));
}

void Graph::adopt(std::string_view path, Definition definition) {
  const Span span = definition.span;
  std::vector<NodeId> holders = {intern("file:" + std::string(path))};
  for (const NodeId held : defined_in_[std::string(path)]) {
    const auto& sites = nodes_[held].sites;
    if (std::any_of(sites.begin(), sites.end(),
                    [&](const Site& site) { return site.path == path && site.definition.span.contains(span); }))
      holders.push_back(held);
  }
  const NodeId to = intern(definition.id);
  add(path, {{std::move(definition)}, {}, {}});
  for (const NodeId holder : holders) {
    if (holder == to) continue;
    std::erase_if(nodes_[holder].references, [&](int index) {
      Use& use = uses_[index];
      if (use.path != path || !span.contains(use.reference.span)) return false;
      use.from = to;
      nodes_[to].references.push_back(index);
      return true;
    });
  }
}

void Graph::attribute(std::string_view path, const std::vector<std::pair<Span, NodeId>>& sites,
                      std::vector<Reference> references) {
  auto outer_first = sites;
  // Of one span, an op's registration is the innermost: the macro call that makes it may make other things too.
  const auto key = [&](const std::pair<Span, NodeId>& site) {
    return std::tuple(site.first.offset, ~site.first.length, is_op(nodes_[site.second].id));
  };
  std::stable_sort(outer_first.begin(), outer_first.end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::stable_sort(references.begin(), references.end(),
                   [](const Reference& a, const Reference& b) { return a.span.offset < b.span.offset; });
  const NodeId file = intern("file:" + std::string(path));
  std::vector<std::pair<Span, NodeId>> open;
  auto next = outer_first.begin();
  for (Reference& reference : references) {
    const unsigned at = reference.span.offset;
    for (; next != outer_first.end() && next->first.offset <= at; ++next) {
      while (!open.empty() && open.back().first.end() <= next->first.offset) open.pop_back();
      open.push_back(*next);
    }
    while (!open.empty() && open.back().first.end() <= at) open.pop_back();
    const NodeId from = !reference.from.empty() ? intern(reference.from) : open.empty() ? file : open.back().second;
    if (!reference.by_word && !is_op(reference.to)) intern(reference.to);
    const int index = static_cast<int>(uses_.size());
    referred_in_[std::string(path)].push_back(reference.span);
    nodes_[from].references.push_back(index);
    if (reference.by_word && reference.to.find('*') != std::string::npos)
      uses_by_pattern_.push_back(index);
    else
      (reference.by_word ? uses_by_word_[reference.to] : uses_by_id_[key_of(reference.to)]).push_back(index);
    uses_.push_back({from, std::string(path), std::move(reference)});
  }
}

std::vector<int> Graph::uses_of(NodeId id) const {
  std::vector<int> found;
  const Node& node = nodes_[id];
  const auto collect = [&](const std::vector<int>& indices, auto&& accept) {
    for (const int index : indices)
      if (uses_[index].from != id && accept(uses_[index])) found.push_back(index);
  };
  if (const auto by_id = uses_by_id_.find(key_of(node.id)); by_id != uses_by_id_.end())
    collect(by_id->second,
            [&](const Use& use) { return use.reference.to == node.id || op_covers(use.reference.to, node.id); });
  for (const std::string& word : node.words)
    if (const auto by_word = uses_by_word_.find(word); by_word != uses_by_word_.end())
      collect(by_word->second, [&](const Use& use) { return may_mean(use, id); });
  collect(uses_by_pattern_, [&](const Use& use) {
    return may_mean(use, id) && std::any_of(node.words.begin(), node.words.end(),
                                            [&](const std::string& word) { return matches(use.reference.to, word); });
  });
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<NodeId> Graph::reached_by(const Use& use) const {
  std::vector<NodeId> reached;
  if (const auto star = use.reference.to.find('*'); use.reference.by_word && star != std::string::npos) {
    const std::string_view head = std::string_view(use.reference.to).substr(0, star);
    for (auto at = by_word_.lower_bound(head); at != by_word_.end() && at->first.starts_with(head); ++at)
      if (matches(use.reference.to, at->first))
        for (const NodeId id : at->second)
          if (may_mean(use, id)) reached.push_back(id);
    return reached;
  }
  if (use.reference.by_word) {
    const auto same_word = by_word_.find(use.reference.to);
    if (same_word == by_word_.end()) return reached;
    for (const NodeId id : same_word->second)
      if (may_mean(use, id)) reached.push_back(id);
    return reached;
  }
  if (const NodeId id = find(use.reference.to); id >= 0) reached.push_back(id);
  return reached;
}

bool Graph::explains(std::string_view path, unsigned at, std::string_view word) const {
  if (const auto here = referred_in_.find(path); here != referred_in_.end()) {
    // References may nest (`ns.op.default`), but none is longer than a line or two.
    auto span = std::upper_bound(here->second.begin(), here->second.end(), Span{at, ~0U});
    for (int back = 0; back < 8 && span != here->second.begin(); ++back)
      if ((--span)->contains(at)) return true;
  }
  const auto defined = defined_in_.find(path);
  if (defined == defined_in_.end()) return false;
  return std::any_of(defined->second.begin(), defined->second.end(), [&](NodeId id) {
    return std::any_of(nodes_[id].sites.begin(), nodes_[id].sites.end(), [&](const Site& site) {
      return site.path == path && site.definition.word == word && site.definition.span.contains(at);
    });
  });
}

// What a reference may doom, when what refers to it goes: a name that was not resolved keeps every node of that name,
// but takes none with it that its translation unit never sees, or that its written qualifier rules out.
std::vector<NodeId> Graph::doomed_by(const Use& use) const {
  std::vector<NodeId> reached = reached_by(use);
  const std::string& qualifier = use.reference.qualifier;
  if (!use.reference.by_word) return reached;
  std::erase_if(reached, [&](NodeId id) { return !shares_unit(use.path, id); });
  if (qualifier.empty()) return reached;
  std::erase_if(reached, [&](NodeId id) {
    const std::string_view name = nodes_[id].id;
    const auto last = name.rfind("::");
    if (last == std::string_view::npos) return name.find('#') != 4;  // a macro has no scope
    const std::string_view scope = name.substr(0, last);
    const bool ends = scope.ends_with(qualifier);
    const std::size_t start = scope.size() - std::min(scope.size(), qualifier.size());
    return !ends || (start > 0 && scope[start - 1] != ':' && scope[start - 1] != '#');
  });
  return reached;
}

// Whether every file that defines the node is among `files`: what is also defined elsewhere may live there.
bool Graph::stands_only_in(NodeId id, const std::set<NodeId>& files) const {
  return std::all_of(nodes_[id].sites.begin(), nodes_[id].sites.end(), [&](const Site& site) {
    return site.definition.declares || files.contains(find("file:" + site.path));
  });
}

// All that the targets reach, and what stands in files that they reach.
std::set<NodeId> Graph::candidates(const std::set<NodeId>& targets, const std::set<NodeId>& kept_files,
                                   Doomed& reasons) const {
  std::set<NodeId> found = targets;
  std::vector<NodeId> work(targets.begin(), targets.end());
  for (const NodeId id : targets) reasons.try_emplace(id);
  const auto reach = [&](NodeId id, NodeId because, int use) {
    if (goes_only_if_named(nodes_[id].id) || !found.insert(id).second) return;
    reasons[id] = {because, use};
    work.push_back(id);
  };
  std::vector<NodeId> files;  // last, because a reference is the better reason to go
  while (!work.empty() || !files.empty()) {
    if (work.empty()) {
      const NodeId id = files.back();
      files.pop_back();
      const auto inside = defined_in_.find(std::string_view(nodes_[id].id).substr(5));
      if (inside != defined_in_.end())
        for (const NodeId held : inside->second)
          if (stands_only_in(held, found)) reach(held, id, -1);
      continue;
    }
    const NodeId id = work.back();
    work.pop_back();
    for (const int index : nodes_[id].references)
      if (uses_[index].reference.strength == Strength::keeps)
        for (const NodeId to : doomed_by(uses_[index])) reach(to, id, index);
    if (is_file(id) && !kept_files.contains(id)) files.push_back(id);
  }
  return found;
}

// Nothing sees into a header that nothing includes, except by a declaration of its own.
bool Graph::declared_outside(NodeId id, const std::set<NodeId>& found, const std::set<NodeId>& live) const {
  if (nodes_[id].id.starts_with("cxx:#")) return false;  // an #undef lets nobody see anything
  return std::any_of(nodes_[id].sites.begin(), nodes_[id].sites.end(), [&](const Site& site) {
    const NodeId file = find("file:" + site.path);
    return site.definition.declares && (!found.contains(file) || live.contains(file));
  });
}

Graph::Doomed Graph::sweep(const std::set<NodeId>& named, const std::set<NodeId>& pinned_nodes) const {
  const std::set<NodeId> targets = with_groups(named);
  const std::set<NodeId> pinned = with_groups(pinned_nodes);
  std::set<NodeId> kept_files;
  for (;;) {
    Doomed reasons;
    const std::set<NodeId> found = candidates(targets, kept_files, reasons);
    std::set<NodeId> live;
    std::vector<NodeId> work;
    const auto revive = [&](NodeId id) {
      if (found.contains(id) && !targets.contains(id) && live.insert(id).second) work.push_back(id);
    };
    for (const NodeId id : kept_files) revive(id);  // for what stands in it, which is no candidate any more
    for (const NodeId id : pinned) {
      revive(id);
      for (const Site& site : nodes_[id].sites)
        if (const NodeId file = find("file:" + site.path); !site.definition.declares && file >= 0) revive(file);
    }
    for (const NodeId id : found)
      for (const int index : uses_of(id))
        if (uses_[index].reference.strength == Strength::keeps && !found.contains(uses_[index].from)) revive(id);
    while (!work.empty()) {
      const NodeId id = work.back();
      work.pop_back();
      for (const int index : nodes_[id].references)
        if (uses_[index].reference.strength == Strength::keeps)
          for (const NodeId to : reached_by(uses_[index])) revive(to);
      for (const Site& site : nodes_[id].sites)
        if (!site.definition.declares && (!is_header(site.path) || declared_outside(id, found, live)))
          if (const NodeId file = find("file:" + site.path); file >= 0) revive(file);
    }
    // A file that stays holds on to nothing, but neither does it doom what stands in it: judge again without that.
    bool again = false;
    for (const NodeId id : live)
      if (is_file(id)) again = kept_files.insert(id).second || again;
    if (again) continue;
    for (const NodeId id : live) reasons.erase(id);
    return reasons;
  }
}

}  // namespace remove_op
