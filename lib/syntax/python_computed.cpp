#include "syntax/python_computed.h"

namespace remove_op::python {

Node library_of(const Names& names, Node name) {
  const Tree& t = names.tree();
  if (t.kind(name) == Kind::attribute)
    return t.text(t.child(name, Field::attribute)) == "ns" ? t.child(name, Field::object) : no_node;
  if (t.kind(name) == Kind::call) {
    const bool asks =
        t.text(t.child(name, Field::function)) == "getattr" && t.string_value(t.argument(name, 1U)) == "ns";
    return asks ? t.argument(name, 0U) : no_node;
  }
  if (t.kind(name) != Kind::identifier) return no_node;
  const auto& bound = names.scopes().bound(names.scopes().owner(name), t.text(name));
  if (bound.size() != 1) return no_node;
  const Node value = names.scopes().binding(bound.front()).value;
  return value == no_node || t.kind(value) == Kind::identifier ? no_node : library_of(names, value);
}

bool defines_into(const Names& names, Node library) {
  const Tree& t = names.tree();
  const Node function = t.enclosing(library, Kind::function_definition);
  if (function == no_node) return false;
  for (Node node = function; node < t.last(function); ++node) {
    if (t.kind(node) != Kind::attribute || t.text(t.child(node, Field::attribute)) != "define") continue;
    if (t.text(t.child(node, Field::object)) == t.text(library)) return true;
  }
  return false;
}

std::vector<std::string> table_of(const Names& names, Node name) {
  const Tree& t = names.tree();
  std::vector<std::string> table;
  if (t.kind(name) != Kind::identifier) return table;
  const auto& bound = names.scopes().bound(names.scopes().owner(name), t.text(name));
  if (bound.size() != 1) return table;
  const Binding& binding = names.scopes().binding(bound.front());
  if (binding.binder == Binder::assignment) {
    if (auto text = t.string_value(binding.value)) table.push_back(std::move(*text));
    return table;
  }
  if (binding.binder != Binder::loop) return table;
  Node values = binding.value;
  if (t.kind(values) == Kind::identifier) {
    const auto& list = names.scopes().bound(names.scopes().owner(values), t.text(values));
    if (list.size() != 1) return table;
    values = names.scopes().binding(list.front()).value;
  }
  if (t.kind(values) != Kind::list && t.kind(values) != Kind::tuple && t.kind(values) != Kind::set) return table;
  for (const Node value : t.children(values)) {
    auto text = t.string_value(value);
    if (!text) return {};
    table.push_back(std::move(*text));
  }
  return table;
}

std::pair<std::string, std::string> constant_ends(const Names& names, Node name) {
  const Tree& t = names.tree();
  std::string head;
  std::string tail;
  if (t.kind(name) == Kind::string) {
    bool computed = false;
    for (const Node part : t.children(name)) {
      if (t.kind(part) == Kind::interpolation) {
        computed = true;
        tail.clear();
      } else if (t.kind(part) == Kind::string_content) {
        (computed ? tail : head) += t.text(part);
      }
    }
  } else if (t.kind(name) == Kind::binary_operator) {
    head = t.string_value(t.child(name, Field::left)).value_or("");
    tail = t.string_value(t.child(name, Field::right)).value_or("");
  } else if (t.kind(name) == Kind::identifier) {
    // A variable that is given its value once.
    const auto& bound = names.scopes().bound(names.scopes().owner(name), t.text(name));
    if (bound.size() != 1) return {};
    const Binding& binding = names.scopes().binding(bound.front());
    const bool given = binding.binder == Binder::assignment && binding.value != no_node;
    if (given && t.kind(binding.value) != Kind::identifier) return constant_ends(names, binding.value);
  }
  return {head, tail};
}

}  // namespace remove_op::python
