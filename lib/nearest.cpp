#include "nearest.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>

namespace remove_op {
namespace {

bool is_op(const Graph::Node& node, std::string_view) { return node.id.starts_with("op:") && !node.sites.empty(); }

}  // namespace

std::vector<std::string> nearest_names(Explorer& explorer, std::string_view name) {
  // Only now is it worth to read every registration.
  std::vector<std::string> native;
  for (const std::string_view path : explorer.snapshot().files_naming("def"))
    if (language_of(path) == Language::cxx) native.emplace_back(path);
  explorer.inspect(native);
  std::vector<std::pair<unsigned, std::string>> ranked;
  for (const NodeId id : explorer.graph().nodes_where(is_op, {})) {
    const std::string op(split_op(explorer.graph().node(id).id).name);
    if (op.empty()) continue;
    const unsigned distance = llvm::StringRef(op).edit_distance_insensitive(llvm::StringRef(name));
    const bool part = op.find(name) != std::string::npos || name.find(op) != std::string_view::npos;
    if (part || distance <= std::max<std::size_t>(2, name.size() / 3)) ranked.emplace_back(distance, op);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
  std::vector<std::string> names;
  for (const auto& [distance, op] : ranked)
    if (names.size() < 3) names.push_back(op);
  return names;
}

}  // namespace remove_op
