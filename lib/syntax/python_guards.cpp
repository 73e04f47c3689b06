#include "syntax/python_guards.h"

namespace remove_op::python {

std::vector<Probe> probes_in(const Names& names, Node expression) {
  const Tree& t = names.tree();
  std::vector<Probe> probes;
  for (Node node = expression; node < t.last(expression); ++node) {
    if (t.kind(node) != Kind::call || t.text(t.child(node, Field::function)) != "hasattr") continue;
    const Node object = t.argument(node, 0U);
    const Node name = t.argument(node, 1U);
    const Value value = names.value_of(object);
    const auto text = t.string_value(name);
    if (value.is(Value::Kind::namespace_) && !value.text.empty() && text)
      probes.push_back({value.text + "::" + *text, node, name, object});
  }
  return probes;
}

std::vector<Guard> guards_in(const Names& names, const Registrations& registrations) {
  const Tree& t = names.tree();
  std::vector<Guard> guards;
  for (const Registration& registration : registrations.all) {
    if (registration.role != Role::fake) continue;
    const Node statement = t.parent(t.parent(registration.site));
    if (t.kind(statement) != Kind::if_statement) continue;
    if (guards.empty() || guards.back().statement != statement) {
      auto probes = probes_in(names, t.child(statement, Field::condition));
      if (probes.empty()) continue;
      guards.push_back({statement, std::move(probes), {}});
    }
    guards.back().fakes.push_back(&registration);
  }
  return guards;
}

}  // namespace remove_op::python
