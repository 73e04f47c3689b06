#include "syntax/python_fake_tables.h"

#include "syntax/python_computed.h"

namespace remove_op::python {
namespace {

// The one name that `expression` is computed from; no_node where there are more.
Node only_name_in(const Tree& t, Node expression) {
  Node name = no_node;
  for (Node node = expression; node < t.last(expression); ++node) {
    if (t.kind(node) != Kind::identifier) continue;
    if (name != no_node) return no_node;
    name = node;
  }
  return name;
}

}  // namespace

std::vector<FakeEntry> fake_entries(const Names& names, const Registrations& registrations) {
  const Tree& t = names.tree();
  std::vector<FakeEntry> entries;
  for (const Node call : registrations.loose_fakes) {
    const Node computed = t.argument(call, 0U);
    if (computed == no_node || t.kind(computed) == Kind::call) continue;
    const Node name = only_name_in(t, computed);
    const Node list = name == no_node ? no_node : list_of(names, name);
    if (list == no_node) continue;
    const auto [head, tail] = name == computed ? std::pair<std::string, std::string>() : constant_ends(names, computed);
    const bool in_loop = t.kind(t.parent(list)) == Kind::for_statement || t.kind(t.parent(list)) == Kind::for_in_clause;
    for (const Node element : t.children(list)) {
      const auto text = t.string_value(element);
      const std::string op = head + text.value_or("") + tail;
      if (!text || op.find("::") == std::string::npos) continue;
      entries.push_back({op, list, element, in_loop && t.kind(list) == Kind::list});
    }
  }
  return entries;
}

}  // namespace remove_op::python
