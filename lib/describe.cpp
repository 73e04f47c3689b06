#include "describe.h"

namespace remove_op {

std::string describe(const Graph& graph, NodeId id) {
  const Graph::Node& node = graph.node(id);
  const std::string& name = node.id;
  if (name.starts_with("op:")) return "op " + (name.starts_with("op:?::") ? name.substr(6) : name.substr(3));
  if (name.starts_with("file:")) return "code in " + name.substr(5);
  std::string what = node.sites.empty() ? "" : node.sites.front().definition.what + " ";
  const auto last = name.find_last_of(":#");
  what += name.starts_with("py:")    ? name.substr(name.rfind(':') + 1)
          : name.starts_with("cxx:") ? name.substr(name.find('#') == std::string::npos ? 4 : name.find('#') + 1)
                                     : name.substr(last + 1);
  if (!node.sites.empty()) what += " in " + node.sites.front().path;
  return what;
}

}  // namespace remove_op
