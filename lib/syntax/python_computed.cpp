#include "syntax/python_computed.h"

#include <optional>
#include <set>

#include "language.h"

namespace remove_op::python {
namespace {

constexpr std::size_t most_files_with_callers = 24;

// A parameter of a function, as its callers see it.
struct Parameter {
  std::string_view function;
  std::string_view name;
  unsigned position;
  std::optional<std::string> by_default;
};

std::optional<Parameter> parameter_of(const Names& names, Node name) {
  const Tree& t = names.tree();
  const Scopes& scopes = names.scopes();
  if (t.kind(name) != Kind::identifier) return std::nullopt;
  const unsigned owner = scopes.owner(name);
  const auto& bound = scopes.bound(owner, t.text(name));
  if (bound.size() != 1 || scopes.binding(bound.front()).binder != Binder::parameter) return std::nullopt;
  const Node function = scopes.all()[owner].node;
  if (t.kind(function) != Kind::function_definition || scopes.scope_of(function) != 0) return std::nullopt;
  Parameter parameter{t.text(t.child(function, Field::name)), t.text(name), 0, std::nullopt};
  const Node declared = scopes.binding(bound.front()).node;
  for (const Node other : t.children(t.child(function, Field::parameters))) {
    if (other == declared) break;
    ++parameter.position;
  }
  const Kind kind = t.kind(declared);
  if (kind == Kind::default_parameter || kind == Kind::typed_default_parameter)
    parameter.by_default = t.string_value(t.child(declared, Field::value));
  else if (t.text(declared).starts_with("*"))
    return std::nullopt;
  return parameter;
}

// Adds what the call gives; false where that is not known.
bool add_given(const Tree& t, Node call, const Parameter& parameter, std::set<std::string>& given) {
  for (const Node argument : t.children(t.child(call, Field::arguments)))
    if (t.text(argument).starts_with("*")) return false;
  Node argument = t.argument(call, parameter.name);
  if (argument == no_node) argument = t.argument(call, parameter.position);
  const auto text = argument == no_node ? parameter.by_default : t.string_value(argument);
  if (text) given.insert(*text);
  return text.has_value();
}

// Adds what every call in the file gives; false where the function is used in any other way than by calling it.
bool add_given_in(const Tree& t, const Parameter& parameter, std::set<std::string>& given) {
  if (t.error()) return false;
  for (Node node = 0; node < t.size(); ++node) {
    if (t.kind(node) == Kind::string && t.string_value(node) == parameter.function) {
      const Kind around = t.kind(t.parent(node));
      if (around != Kind::list && around != Kind::tuple) return false;  // else a list of exports
    }
    if (t.kind(node) != Kind::identifier || t.text(node) != parameter.function) continue;
    Node callee = node;
    if (t.field(node) == Field::attribute) callee = t.parent(node);
    const Node user = t.parent(callee);
    switch (t.kind(user)) {
      case Kind::function_definition:
        if (t.field(node) != Field::name) return false;
        break;
      case Kind::dotted_name:
        if (t.kind(t.parent(user)) == Kind::aliased_import) return false;
        break;
      case Kind::call:
        if (t.field(callee) != Field::function || !add_given(t, user, parameter, given)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::string> given_to(const Names& names, Node name) {
  const auto parameter = parameter_of(names, name);
  if (!parameter) return {};
  std::set<std::string> given;
  if (parameter->by_default) given.insert(*parameter->by_default);
  const Snapshot& snapshot = names.snapshot();
  std::size_t files = 0;
  for (const std::string_view path : snapshot.files_naming(parameter->function)) {
    if (language_of(path) != Language::python || is_test(path)) continue;
    if (++files > most_files_with_callers || !add_given_in(*Tree::of(snapshot, path), *parameter, given)) return {};
  }
  return {given.begin(), given.end()};
}

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

Node list_of(const Names& names, Node name) {
  const Tree& t = names.tree();
  if (t.kind(name) != Kind::identifier) return no_node;
  const auto& bound = names.scopes().bound(names.scopes().owner(name), t.text(name));
  if (bound.size() != 1) return no_node;
  const Binding& binding = names.scopes().binding(bound.front());
  if (binding.binder != Binder::loop) return no_node;
  Node values = binding.value;
  if (t.kind(values) == Kind::identifier) {
    const auto& list = names.scopes().bound(names.scopes().owner(values), t.text(values));
    if (list.size() != 1) return no_node;
    values = names.scopes().binding(list.front()).value;
  }
  if (t.kind(values) != Kind::list && t.kind(values) != Kind::tuple && t.kind(values) != Kind::set) return no_node;
  for (const Node value : t.children(values))
    if (!t.string_value(value)) return no_node;
  return values;
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
  if (const Node list = list_of(names, name); list != no_node)
    for (const Node value : t.children(list)) table.push_back(*t.string_value(value));
  return table;
}

Node key_of_globals(const Tree& t, Node globals) {
  const Node call = t.parent(globals);
  if (t.kind(call) != Kind::call || t.field(globals) != Field::function) return no_node;
  const Node around = t.parent(call);
  if (t.kind(around) == Kind::subscript && t.field(call) == Field::value) return t.child(around, Field::subscript);
  if (t.kind(around) != Kind::attribute || t.text(t.child(around, Field::attribute)) != "get") return no_node;
  const Node get = t.parent(around);
  return t.kind(get) == Kind::call ? t.argument(get, 0U) : no_node;
}

bool rebinds(const Tree& t, Node globals) {
  const Node lookup = t.parent(t.parent(globals));
  const Node assignment = t.enclosing(lookup, Kind::assignment);
  if (assignment == no_node || t.kind(lookup) != Kind::subscript) return false;
  return t.text(t.child(assignment, Field::left)) == t.text(lookup);
}

std::vector<Node> lists_of_own_names(const Names& names) {
  const Tree& t = names.tree();
  std::vector<Node> lists;
  for (const Node read : names.scopes().reads())
    if (t.text(read) == "globals")
      if (const Node list = list_of(names, key_of_globals(t, read)); list != no_node) lists.push_back(list);
  return lists;
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
