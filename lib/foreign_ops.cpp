#include "foreign_ops.h"

#include <fmt/format.h>

#include <algorithm>

#include "inventory.h"
#include "place.h"
#include "words.h"

namespace remove_op {
namespace {

bool defines(const Graph::Node& node) {
  return std::any_of(node.sites.begin(), node.sites.end(),
                     [](const Graph::Site& site) { return site.definition.what == "def"; });
}

bool has_definitions(const Graph& graph, std::string_view space) {
  const auto own = graph.nodes_where(
      [](const Graph::Node& node, std::string_view prefix) { return node.id.starts_with(prefix) && defines(node); },
      fmt::format("op:{}::", space));
  return !own.empty();
}

bool is_own(Explorer& explorer, std::string_view space) {
  const auto paths = explorer.snapshot().files_where([&](const File& file) {
    return may_register_ops(file) && find_word(file.text.view(), space) != std::string_view::npos;
  });
  // `TORCH_LIBRARY(space, m)` makes the namespace, whatever stands in it.
  const std::string block = fmt::format("LIBRARY({},", space);
  if (std::any_of(paths.begin(), paths.end(), [&](std::string_view path) {
        return find_text(explorer.snapshot().text(path), block) != std::string_view::npos;
      }))
    return true;
  // One at a time: the first definition settles it.
  return has_definitions(explorer.graph(), space) ||
         std::any_of(paths.begin(), paths.end(), [&](std::string_view path) {
           return explorer.inspect({std::string(path)}) && has_definitions(explorer.graph(), space);
         });
}

}  // namespace

std::vector<PlacedDoubt> doubts_about_foreign_ops(Explorer& explorer, const std::set<NodeId>& targets) {
  std::vector<PlacedDoubt> doubts;
  for (const NodeId id : targets) {
    const std::string op = explorer.graph().node(id).id;
    if (!op.starts_with("op:") || defines(explorer.graph().node(id))) continue;
    const std::string space(split_op(op).space);
    const bool named = space != "?" && space != "pybind11";
    if (!named || explorer.graph().node(id).sites.empty() || is_own(explorer, space)) continue;
    for (const Graph::Site& site : explorer.graph().node(id).sites) {
      if (site.definition.what == "impl" || site.definition.what == "fake")
        doubts.push_back({place_of(explorer.snapshot(), site.path, site.definition.span),
                          fmt::format("{} is defined elsewhere: whoever calls it runs this {}; see that nobody does",
                                      op.substr(3), site.definition.what)});
    }
  }
  return doubts;
}

}  // namespace remove_op
