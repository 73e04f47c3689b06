#include "inventory.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "explorer.h"
#include "place.h"
#include "report.h"
#include "words.h"

namespace remove_op {

std::string full_name(const ListedOp& op) {
  return fmt::format("{}{}{}{}{}", op.space == "?" ? "" : op.space, op.space == "?" ? "" : "::", op.name,
                     op.overload.empty() ? "" : ".", op.overload);
}

bool may_register_ops(const File& file) {
  const auto names_any = [&](auto... marks) {
    return ((find_text(file.text.view(), marks) != std::string_view::npos) || ...);
  };
  if (is_test(file.path)) return false;
  switch (language_of(file.path)) {
    case Language::cxx:
      return names_any("LIBRARY", "Library", "PYBIND11", "RegisterOperators", "_REGISTER", "_EXPORT");
    case Language::python:
      return names_any("custom_op", "triton_op", "register_fake", "impl_abstract", "Library");
    default:
      return false;
  }
}

std::vector<ListedOp> list_ops(const Snapshot& snapshot, Layers layers, const Progress& progress) {
  Explorer explorer(snapshot, layers, progress);
  const auto paths = snapshot.files_where(may_register_ops);
  explorer.inspect({paths.begin(), paths.end()});
  const Graph& graph = explorer.graph();
  std::vector<ListedOp> ops;
  for (const NodeId node : graph.nodes_where(
           [](const Graph::Node& node, std::string_view prefix) { return node.id.starts_with(prefix); }, "op:")) {
    const OpId id = split_op(graph.node(node).id);
    ListedOp op{std::string(id.space), std::string(id.name), std::string(id.overload), {}};
    for (const Graph::Site& site : graph.node(node).sites)
      op.sites.push_back({std::string(site.definition.layer), site.definition.what,
                          place_of(snapshot, site.path, site.definition.span)});
    // A method of a custom class is known to be none.
    if (std::all_of(op.sites.begin(), op.sites.end(), [](const OpSite& site) { return site.what == "method"; }))
      continue;
    std::sort(op.sites.begin(), op.sites.end(), [](const OpSite& a, const OpSite& b) {
      return std::tie(a.place.path, a.place.line, a.what) < std::tie(b.place.path, b.place.line, b.what);
    });
    ops.push_back(std::move(op));
  }
  std::sort(ops.begin(), ops.end(), [](const ListedOp& a, const ListedOp& b) {
    return std::tie(a.space, a.name, a.overload) < std::tie(b.space, b.name, b.overload);
  });
  return ops;
}

std::string text_inventory(const std::vector<ListedOp>& ops) {
  std::size_t name_width = 0;
  std::size_t place_width = 0;
  for (const ListedOp& op : ops) {
    name_width = std::max(name_width, full_name(op).size());
    place_width = std::max(place_width, to_string(op.sites.front().place).size());
  }
  std::string text;
  for (const ListedOp& op : ops) {
    std::map<std::string, unsigned> kinds;
    for (const OpSite& site : op.sites) ++kinds[site.what];
    std::vector<std::string> counts;
    for (const auto& [what, number] : kinds) counts.push_back(number == 1 ? what : fmt::format("{} {}s", number, what));
    text += fmt::format("{:<{}}  {:<{}}  {}\n", full_name(op), name_width, to_string(op.sites.front().place),
                        place_width, fmt::join(counts, ", "));
  }
  return text + counted(ops.size(), "op") + '\n';
}

std::string json_inventory(const std::vector<ListedOp>& ops, std::string_view version) {
  using Json = nlohmann::ordered_json;
  Json report;
  report["schema"] = 1;
  report["version"] = version;
  Json& list = report["ops"] = Json::array();
  for (const ListedOp& op : ops) {
    Json sites = Json::array();
    for (const OpSite& site : op.sites)
      sites.push_back(
          {{"layer", site.layer}, {"what", site.what}, {"path", site.place.path}, {"line", site.place.line}});
    list.push_back({{"op", full_name(op)},
                    {"namespace", op.space},
                    {"name", op.name},
                    {"overload", op.overload},
                    {"sites", std::move(sites)}});
  }
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace remove_op
