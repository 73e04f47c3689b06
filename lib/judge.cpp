#include "judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "describe.h"
#include "foreign_ops.h"
#include "named_otherwise.h"
#include "place.h"
#include "syntax/python_import_time.h"
#include "words.h"

namespace remove_op {
namespace {

// The nodes from which the targets are reached, and by which use of the next node.
struct Users {
  struct Next {
    int use = -1;  // of `node`; -1 for a target
    NodeId node = -1;
    auto operator<=>(const Next&) const = default;
  };
  std::map<NodeId, Next> next;
  std::vector<Next> from_roots;  // uses by code that runs: by files, and by native code that nothing refers to
};

bool keeps(const Graph& graph, int use) { return graph.use(use).reference.strength == Strength::keeps; }

// Who counts as running, so that what it refers to is live.
enum class Roots {
  known,         // what is known to run, as far as a reference or a name tells
  all_but_thin,  // everything but what merely forwards: under force nothing else goes
};

// A Python function or class that does more than serve the targets: tests name it, a package exports it, or it calls
// another op. Nothing in the repository may run it, and yet it was written to be run.
bool stands_for_itself(const Explorer& explorer, NodeId id, const std::set<NodeId>& targets) {
  const Graph& graph = explorer.graph();
  const Graph::Node& node = graph.node(id);
  if (is_transparent(node)) return false;
  for (const std::string& word : node.words)
    for (const std::string_view path : explorer.snapshot().files_naming(word))
      if (is_test(path) && language_of(path) == Language::python) return true;
  for (const int use : graph.uses_of(id))
    if (keeps(graph, use) && graph.use(use).path.ends_with("__init__.py")) return true;
  return std::any_of(node.references.begin(), node.references.end(), [&](int use) {
    const std::string& to = graph.use(use).reference.to;
    return to.starts_with("op:") && keeps(graph, use) &&
           std::none_of(targets.begin(), targets.end(),
                        [&](NodeId target) { return op_covers(to, graph.node(target).id); });
  });
}

// `X = f()` at module level, whether or not anything uses X.
bool runs_at_import(const Explorer& explorer, int index) {
  const Graph::Use& use = explorer.graph().use(index);
  const auto& sites = explorer.graph().node(use.from).sites;
  return std::any_of(sites.begin(), sites.end(),
                     [](const Graph::Site& site) { return site.definition.what == "constant"; }) &&
         python::is_called_at_import(explorer.snapshot(), use.path, use.reference.span);
}

// A native function that nothing refers to may be an entry point of its own (`main`, an exported symbol, a
// constructor that runs at start-up), so it counts as live. A Python function that nothing names does not run.
bool is_root(Explorer& explorer, int use, const std::set<NodeId>& targets, Roots roots) {
  const Graph& graph = explorer.graph();
  const NodeId id = graph.use(use).from;
  if (targets.contains(id)) return false;
  // Another op may be called from anywhere, and goes only when it is named.
  if (graph.is_file(id) || graph.node(id).id.starts_with("op:")) return true;
  if (graph.node(id).id.starts_with("py:")) {
    if (roots == Roots::all_but_thin) return !is_transparent(graph.node(id));
    return runs_at_import(explorer, use) || stands_for_itself(explorer, id, targets) || named_otherwise(explorer, id);
  }
  if (!graph.node(id).id.starts_with("cxx:")) return false;
  const auto uses = graph.uses_of(id);
  return std::none_of(uses.begin(), uses.end(), [&](int use) { return keeps(graph, use); });
}

// `__all__` says that a name is for others to use, which keeps it, unless it is but a wrapper of what goes.
bool is_exported(const Graph::Node& node) {
  return std::any_of(node.sites.begin(), node.sites.end(),
                     [](const auto& site) { return site.definition.what == exported_name; });
}

Users find_users(Explorer& explorer, const std::set<NodeId>& targets, Roots roots) {
  Users users;
  std::vector<NodeId> work;
  std::set<NodeId> thin = targets;  // targets, their wrappers, and names under which those are imported
  for (const NodeId id : targets) {
    users.next[id] = {};
    work.push_back(id);
  }
  for (std::size_t i = 0; i < work.size(); ++i) {
    for (const int use : explorer.graph().uses_of(work[i])) {
      if (!keeps(explorer.graph(), use)) continue;
      const NodeId from = explorer.graph().use(use).from;
      if (users.next.contains(from) && (!explorer.graph().is_file(from) || targets.contains(from))) continue;
      if (thin.contains(work[i]) && is_transparent(explorer.graph().node(from))) thin.insert(from);
      if (is_root(explorer, use, targets, roots) ||
          (!thin.contains(from) && is_exported(explorer.graph().node(from)))) {
        users.from_roots.push_back({use, work[i]});
      } else {
        users.next.emplace(from, Users::Next{use, work[i]});
        work.push_back(from);
      }
    }
  }
  std::sort(users.from_roots.begin(), users.from_roots.end());
  return users;
}

// Finds users until no uninspected file may hold another; `enough_at_first_root` stops once there is a live one.
Users explore_users(Explorer& explorer, const std::set<NodeId>& targets, Roots roots, bool enough_at_first_root) {
  for (;;) {
    Users users = find_users(explorer, targets, roots);
    if (enough_at_first_root && !users.from_roots.empty()) return users;
    bool more = false;
    for (const auto& [id, next] : users.next) more = explorer.inspect_users(id, Explorer::Files::production, 4) || more;
    if (!more) return users;
  }
}

std::vector<Step> chain_from(const Explorer& explorer, const Users& users, Users::Next root) {
  std::vector<Step> chain;
  for (Users::Next at = root; at.use >= 0; at = users.next.at(at.node)) {
    const Graph::Use& here = explorer.graph().use(at.use);
    chain.push_back(
        {describe(explorer.graph(), here.from), place_of(explorer.snapshot(), here.path, here.reference.span)});
  }
  return chain;
}

bool concerns(const Doubt& doubt, const Graph::Node& node) {
  if (node.id.starts_with("file:")) return false;
  if (doubt.about.starts_with("op:"))
    return node.id.starts_with(doubt.about) || (node.id.starts_with("op:?::") && doubt.about.ends_with("::"));
  const bool is_op = node.id.starts_with("op:");
  if (doubt.about == "*") return is_op;
  return std::any_of(node.sites.begin(), node.sites.end(),
                     [&](const auto& site) { return matches(doubt.about, site.definition.word); });
}

std::vector<PlacedDoubt> doubts_about(Explorer& explorer, const std::set<NodeId>& targets) {
  std::vector<PlacedDoubt> doubts = doubts_about_foreign_ops(explorer, targets);
  for (const auto& [path, doubt] : explorer.graph().doubts()) {
    if (is_test(path)) continue;
    const bool concerned = std::any_of(targets.begin(), targets.end(),
                                       [&, &d = doubt](NodeId id) { return concerns(d, explorer.graph().node(id)); });
    if (concerned) doubts.push_back({place_of(explorer.snapshot(), path, doubt.span), doubt.why});
  }
  // A source file that could not be read may hold anything.
  for (const Unread& unread : explorer.snapshot().unread())
    if (language_of(unread.path) != Language::other && !is_test(unread.path))
      doubts.push_back({{unread.path, 1, 1}, unread.why + "; it may use the op"});
  std::sort(doubts.begin(), doubts.end(), [](const PlacedDoubt& a, const PlacedDoubt& b) {
    return std::tie(a.place.path, a.place.line, a.why) < std::tie(b.place.path, b.place.line, b.why);
  });
  return doubts;
}

// Native code that another language, a string or a linker's list names: without an op, that is all there is to go by.
std::vector<PlacedDoubt> doubts_about_names(Explorer& explorer, const std::set<NodeId>& targets) {
  std::vector<PlacedDoubt> doubts;
  for (const NodeId id : targets) {
    const Graph::Node& node = explorer.graph().node(id);
    if (!node.id.starts_with("cxx:") || node.sites.empty()) continue;
    const Place place = place_of(explorer.snapshot(), node.sites.front().path, node.sites.front().definition.span);
    if (named_otherwise(explorer, id))
      doubts.push_back({place, "a string, another language or a linker's list names it, which may be a use"});
  }
  return doubts;
}

// Those users that something live reaches.
std::set<NodeId> live_users(const Graph& graph, const Users& users, const std::set<NodeId>& targets) {
  std::set<NodeId> live;
  std::vector<NodeId> work;
  const auto mark = [&](NodeId id) {
    if (users.next.contains(id) && !targets.contains(id) && live.insert(id).second) work.push_back(id);
  };
  for (const Users::Next& root : users.from_roots) {
    mark(graph.use(root.use).from);
    mark(root.node);
  }
  while (!work.empty()) {
    const NodeId id = work.back();
    work.pop_back();
    for (const int use : graph.node(id).references)
      if (keeps(graph, use))
        for (const NodeId to : graph.reached_by(graph.use(use))) mark(to);
  }
  return live;
}

Live live_verdict(const Explorer& explorer, const Users& users) {
  constexpr std::size_t enough = 3;
  Live live;
  for (const Users::Next& root : users.from_roots) live.chains.push_back(chain_from(explorer, users, root));
  std::stable_sort(live.chains.begin(), live.chains.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  if (live.chains.size() > enough) live.chains.resize(enough);
  return live;
}

bool is_wrapper(const Graph::Node& node) {
  return std::any_of(node.sites.begin(), node.sites.end(), [](const Graph::Site& site) {
    return site.definition.forwards && site.definition.what != "import";
  });
}

bool is_import(const Graph::Node& node) {
  return !node.sites.empty() && std::all_of(node.sites.begin(), node.sites.end(), [](const Graph::Site& site) {
    return site.definition.what == "import" || site.definition.what == exported_name;
  });
}

bool is_in_file_of(const Graph::Node& node, const Graph::Node& other) {
  return !node.sites.empty() && !other.sites.empty() && node.sites.front().path == other.sites.front().path;
}

// Whether only functions that stay, of its own module, use what its name says is private: without it they would be
// half of what they are.
bool is_half_of_what_stays(const Graph& graph, NodeId id, const std::set<NodeId>& out) {
  const Graph::Node& node = graph.node(id);
  const std::string_view name = std::string_view(node.id).substr(node.id.rfind(':') + 1);
  if (!node.id.starts_with("py:") || !name.starts_with("_")) return false;
  bool used = false;
  for (const int use : graph.uses_of(id)) {
    const NodeId from = graph.use(use).from;
    if (!keeps(graph, use)) continue;
    if (graph.is_file(from) || out.contains(from) || !is_in_file_of(graph.node(from), node)) return false;
    used = true;
  }
  return used;
}

// Whether every site of the node imports something that goes, entries of name lists aside.
bool brings_in_only(const Graph& graph, const Graph::Node& node, const std::set<NodeId>& gone) {
  bool any = false;
  for (const Graph::Site& site : node.sites) {
    if (site.definition.what == exported_name) continue;
    const bool goes =
        site.definition.what == "import" && std::any_of(node.references.begin(), node.references.end(), [&](int index) {
          const Graph::Use& use = graph.use(index);
          if (use.path != site.path || !site.definition.span.contains(use.reference.span)) return false;
          const auto reached = graph.reached_by(use);
          return std::any_of(reached.begin(), reached.end(), [&](NodeId id) { return gone.contains(id); });
        });
    if (!goes) return false;
    any = true;
  }
  return any;
}

// Under force: wrappers of a target, though live code calls them; what only such a wrapper held; and imports of what
// goes, which cannot run any more.
std::set<NodeId> forced_out(Explorer& explorer, const std::set<NodeId>& targets) {
  const Users users = explore_users(explorer, targets, Roots::all_but_thin, /*enough_at_first_root=*/false);
  const Graph& graph = explorer.graph();
  const auto live = live_users(graph, users, targets);
  // What a user uses, from wherever it is imported.
  const auto used_by = [&](NodeId id) {
    NodeId used = users.next.at(id).node;
    while (used >= 0 && !targets.contains(used) && is_import(graph.node(used))) used = users.next.at(used).node;
    return used;
  };
  std::set<NodeId> out;
  for (const auto& [id, next] : users.next)
    if (!targets.contains(id) && (!live.contains(id) || (is_wrapper(graph.node(id)) && targets.contains(used_by(id)))))
      out.insert(id);
  // The public half of a wrapper, whose private half goes.
  for (const auto& [id, next] : users.next)
    if (is_wrapper(graph.node(id)) && out.contains(next.node) && is_wrapper(graph.node(next.node)) &&
        is_in_file_of(graph.node(id), graph.node(next.node)))
      out.insert(id);
  std::set<NodeId> halves;
  for (const NodeId id : out)
    if (live.contains(id) && is_half_of_what_stays(graph, id, out)) halves.insert(id);
  for (const NodeId id : halves) out.erase(id);

  std::set<NodeId> gone = targets;
  gone.insert(out.begin(), out.end());
  for (bool more = true; more;) {
    more = false;
    for (const auto& [id, next] : users.next)
      if (!gone.contains(id) && gone.contains(next.node) && brings_in_only(graph, graph.node(id), gone))
        more = gone.insert(id).second;
  }
  for (const NodeId id : targets) gone.erase(id);
  return gone;
}

}  // namespace

Judgement judge(Explorer& explorer, const Targets& targets, bool force) {
  Judgement judgement;
  const Users users = explore_users(explorer, targets.named, Roots::known, /*enough_at_first_root=*/true);
  if (!users.from_roots.empty()) {
    judgement.verdict = live_verdict(explorer, users);
    if (force) judgement.dangling = forced_out(explorer, targets.named);
    return judgement;
  }
  explorer.inspect_computed_names();
  if (auto doubts = doubts_about_names(explorer, targets.named); !doubts.empty()) {
    judgement.verdict = Unsure{std::move(doubts)};
  } else if (doubts = doubts_about(explorer, targets.named); !doubts.empty()) {
    judgement.verdict = Unsure{std::move(doubts)};
  } else {
    judgement.verdict = Dead{};
  }
  for (const auto& [id, next] : users.next)
    if (!targets.named.contains(id)) judgement.dangling.insert(id);
  return judgement;
}

}  // namespace remove_op
