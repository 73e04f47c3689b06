#include "judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "describe.h"
#include "place.h"

namespace remove_op {
namespace {

// The nodes from which the targets are reached, and by which use of the next node.
struct Users {
  std::map<NodeId, int> next_use;  // -1 for a target
  std::vector<int> from_roots;     // uses by code that runs: by files, and by native code that nothing refers to
};

bool keeps(const Graph& graph, int use) { return graph.use(use).reference.strength == Strength::keeps; }

// A native function that nothing refers to may be an entry point of its own (`main`, an exported symbol, a
// constructor that runs at start-up), so it counts as live; a Python function that nothing names does not run.
bool is_root(const Graph& graph, NodeId id, const std::set<NodeId>& targets) {
  if (targets.contains(id)) return false;
  if (graph.is_file(id)) return true;
  if (!graph.node(id).id.starts_with("cxx:")) return false;
  const auto uses = graph.uses_of(id);
  return std::none_of(uses.begin(), uses.end(), [&](int use) { return keeps(graph, use); });
}

Users find_users(const Graph& graph, const std::set<NodeId>& targets) {
  Users users;
  std::vector<NodeId> work;
  for (const NodeId id : targets) {
    users.next_use[id] = -1;
    work.push_back(id);
  }
  for (std::size_t i = 0; i < work.size(); ++i) {
    for (const int use : graph.uses_of(work[i])) {
      if (!keeps(graph, use)) continue;
      const NodeId from = graph.use(use).from;
      if (is_root(graph, from, targets)) {
        users.from_roots.push_back(use);
        if (!graph.is_file(from)) users.next_use.try_emplace(from, use);
      } else if (users.next_use.try_emplace(from, use).second) {
        work.push_back(from);
      }
    }
  }
  std::sort(users.from_roots.begin(), users.from_roots.end());
  return users;
}

// What a use reaches, among the users of the targets.
NodeId step_target(const Graph& graph, const Users& users, int use) {
  for (const NodeId id : graph.reached_by(graph.use(use)))
    if (users.next_use.contains(id)) return id;
  const std::string& to = graph.use(use).reference.to;
  for (const auto& [id, next] : users.next_use)
    if (op_covers(to, graph.node(id).id)) return id;
  return -1;
}

std::vector<Step> chain_from(const Explorer& explorer, const Users& users, int use) {
  std::vector<Step> chain;
  for (int at = use; at >= 0;) {
    const Graph::Use& here = explorer.graph().use(at);
    chain.push_back({describe(explorer.graph(), here.from), place_of(explorer.snapshot(), here.path, here.reference.span)});
    const NodeId next = step_target(explorer.graph(), users, at);
    at = next < 0 ? -1 : users.next_use.at(next);
  }
  return chain;
}

bool matches(std::string_view pattern, std::string_view word) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == word;
  const std::string_view head = pattern.substr(0, star);
  const std::string_view tail = pattern.substr(star + 1);
  return word.size() >= head.size() + tail.size() && word.starts_with(head) && word.ends_with(tail);
}

bool concerns(const Doubt& doubt, const Graph::Node& node) {
  if (node.id.starts_with("file:")) return false;
  if (doubt.about.starts_with("op:")) return node.id.starts_with(doubt.about) || (node.id.starts_with("op:?::") && doubt.about.ends_with("::"));
  const bool is_op = node.id.starts_with("op:");
  if (doubt.about == "*") return is_op;
  return std::any_of(node.sites.begin(), node.sites.end(), [&](const auto& site) { return matches(doubt.about, site.definition.word); });
}

std::vector<PlacedDoubt> doubts_about(const Explorer& explorer, const std::set<NodeId>& targets) {
  std::vector<PlacedDoubt> doubts;
  for (const auto& [path, doubt] : explorer.graph().doubts()) {
    if (is_test(path)) continue;
    const bool concerned = std::any_of(targets.begin(), targets.end(), [&, &d = doubt](NodeId id) { return concerns(d, explorer.graph().node(id)); });
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

// Those users that something live reaches.
std::set<NodeId> live_users(const Graph& graph, const Users& users, const std::set<NodeId>& targets) {
  std::set<NodeId> live;
  std::vector<NodeId> work;
  const auto mark = [&](NodeId id) {
    if (users.next_use.contains(id) && !targets.contains(id) && live.insert(id).second) work.push_back(id);
  };
  for (const int use : users.from_roots) {
    mark(graph.use(use).from);
    mark(step_target(graph, users, use));
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

}  // namespace

Judgement judge(Explorer& explorer, const Targets& targets, bool all_users) {
  Graph& graph = explorer.graph();
  Users users;
  for (bool more = true; more;) {
    users = find_users(graph, targets.named);
    if (!users.from_roots.empty() && !all_users) break;
    more = false;
    for (const auto& [id, next] : users.next_use)
      for (const std::string& word : std::set<std::string>(graph.node(id).words))
        more = explorer.inspect_some(word, Explorer::Files::production, 4) || more;
  }
  Judgement judgement;
  if (!users.from_roots.empty()) {
    Live live;
    constexpr std::size_t enough = 3;
    for (const int use : users.from_roots)
      if (live.chains.size() < enough || all_users) live.chains.push_back(chain_from(explorer, users, use));
    std::stable_sort(live.chains.begin(), live.chains.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    judgement.verdict = std::move(live);
  } else if (auto doubts = doubts_about(explorer, targets.named); !doubts.empty()) {
    judgement.verdict = Unsure{std::move(doubts)};
  } else {
    judgement.verdict = Dead{};
  }
  const auto live = live_users(graph, users, targets.named);
  for (const auto& [id, next] : users.next_use) {
    if (targets.named.contains(id) || graph.is_file(id)) continue;
    if (!live.contains(id)) {
      judgement.dangling.insert(id);
      continue;
    }
    // A thin wrapper is a layer of the op, and goes even where live code still calls it: force asked for that.
    const bool thin = std::any_of(graph.node(id).sites.begin(), graph.node(id).sites.end(), [](const auto& site) { return site.definition.forwards && site.definition.what != "import"; });
    if (thin && next >= 0 && targets.named.contains(step_target(graph, users, next))) judgement.dangling.insert(id);
  }
  return judgement;
}

}  // namespace remove_op
