#include "syntax/python_lookups.h"

#include <algorithm>
#include <set>

#include "syntax/python_computed.h"

namespace remove_op::python {
namespace {

class Lookups {
 public:
  explicit Lookups(Findings& out) : out_(out), t_(out.names().tree()) {}

  void handed_on(Node node, const Value& value) {
    Node parent = t_.parent(node);
    while (t_.kind(parent) == Kind::boolean_operator || t_.kind(parent) == Kind::parenthesized_expression ||
           t_.kind(parent) == Kind::conditional_expression || t_.kind(parent) == Kind::not_operator) {
      node = parent;
      parent = t_.parent(node);
    }
    switch (t_.kind(parent)) {
      case Kind::attribute:  // of a parenthesised value, whose own chain is climbed by itself
      case Kind::comparison_operator:
      case Kind::expression_statement:
      case Kind::if_statement:
      case Kind::elif_clause:
      case Kind::while_statement:
        return;
      case Kind::argument_list: {
        const std::string_view function = t_.text(t_.child(t_.parent(parent), Field::function));
        if (function == "hasattr" || function == "getattr" || function == "dir" || function == "bool" ||
            function == "isinstance" || function == "id" || function == "type" || function == "print")
          return;
        break;
      }
      case Kind::assignment: {
        const Node left = t_.child(parent, Field::left);
        if (t_.kind(left) == Kind::identifier && names().value_of(left).is(value.kind)) return;
        break;
      }
      default:
        break;
    }
    if (value.is(Value::Kind::ops))
      out_.doubt(t_.span(node), "*", "torch.ops is handed on, so that any op may be reached; name the op");
    else if (!value.text.empty())
      out_.doubt(t_.span(node), "op:" + value.text + "::",
                 "torch.ops." + value.text + " is handed on, so that any of its ops may be reached; name the op");
    else
      computed_namespace(node);
  }

  // `getattr(torch.ops, expression)` handed on. The namespace that a Library object of this file gives is its own; a
  // parameter's are those that callers give.
  void computed_namespace(Node node) {
    Node call = node;
    while (t_.kind(call) != Kind::call && t_.first_child(call) != no_node) call = t_.first_child(call);
    std::vector<std::string> libraries;
    if (const Node library = library_of(names(), t_.argument(call, 1U)); library != no_node) {
      if (defines_into(names(), library)) return;
      for (const auto& [name, bindings] : names().scopes().all().front().bindings) {
        const Binding& binding = names().scopes().binding(bindings.front());
        if (binding.binder != Binder::assignment) continue;
        const Value value = names().value_of(binding.value);
        if (value.is(Value::Kind::library)) libraries.push_back(value.text);
      }
    }
    if (libraries.empty()) libraries = given_to(names(), t_.argument(call, 1U));
    std::sort(libraries.begin(), libraries.end());
    for (const std::string& library : libraries)
      out_.doubt(t_.span(node),
                 "op:" + library + "::", "an op of the library " + library + " is reached by a computed name");
    if (libraries.empty())
      out_.doubt(t_.span(node), "*",
                 "a namespace of torch.ops whose name is computed is handed on; name the namespace");
  }

  void attribute_asked_for(Node node) {
    const Value object = names().value_of(t_.argument(node, 0U));
    const Node name = t_.argument(node, 1U);
    if (name == no_node) return;
    if (t_.string_value(name)) {
      const Value found = names().value_of(node);
      out_.refer(t_.span(name), found);
      if (found.is(Value::Kind::op)) out_.op(node, found.text);
      // An attribute of it is visited by itself; a namespace that goes anywhere else is handed on.
      const bool is_scope = found.is(Value::Kind::namespace_) || found.is(Value::Kind::ops);
      if (is_scope && t_.kind(t_.parent(node)) != Kind::attribute) handed_on(node, found);
      return;
    }
    if (object.is(Value::Kind::ops)) {
      const Value computed{Value::Kind::namespace_, {}, {}};
      if (t_.kind(t_.parent(node)) != Kind::attribute) handed_on(node, computed);
      return;
    }
    if (object.is(Value::Kind::namespace_)) {
      computed_op(node, object, name);
    } else if (object.is(Value::Kind::module)) {
      const auto [head, tail] = constant_ends(names(), name);
      const auto table = table_of(names(), name);
      for (const std::string& entry : table) {
        const Value found = names().member(object, entry);
        out_.refer(t_.span(node), found.id.empty() ? symbol_id(object.text, entry) : found.id);
      }
      if (table.empty()) every_function_of(object.text, t_.span(node), head, tail);
    } else if (object.is(Value::Kind::symbol)) {
      const auto [head, tail] = constant_ends(names(), name);
      every_member_of(object, t_.span(node), head, tail);
    }
  }

  void computed_question(Node node) {
    const Value object = names().value_of(t_.argument(node, 0U));
    if (!object.is(Value::Kind::namespace_) || object.text.empty()) return;
    for (const std::string& entry : table_of(names(), t_.argument(node, 1U)))
      out_.refer(t_.span(node), "op:" + object.text + "::" + entry);
  }

  // `getattr(torch.ops.ns, expression)`.
  void computed_op(Node node, const Value& name_space, Node name) {
    if (const auto table = table_of(names(), name); !table.empty() && !name_space.text.empty()) {
      for (const std::string& entry : table) {
        out_.refer(t_.span(name), "op:" + name_space.text + "::" + entry);
        out_.op(node, name_space.text + "::" + entry);
      }
      return;
    }
    if (name_space.text.empty()) return computed_namespace(t_.argument(node, 0U));
    const auto [head, tail] = constant_ends(names(), name);
    std::string about = "op:" + name_space.text + "::";
    if (!head.empty() || !tail.empty()) about = head + "*" + tail;
    out_.doubt(t_.span(node), about, "the name of an op is computed; spell it out, or check by hand what it may be");
  }

  // A function of a module that is looked up by a computed name may be any of them.
  void every_function_of(std::string_view path, Span span, std::string_view head, std::string_view tail) {
    const auto scopes = Scopes::of(names().snapshot(), path);
    std::set<std::string_view> functions;
    for (const auto& [name, bindings] : scopes->all().front().bindings)
      if (name.starts_with(head) && name.ends_with(tail)) functions.insert(name);
    for (const std::string_view name : functions) out_.refer(span, symbol_id(path, name));
  }

  void every_member_of(const Value& symbol, Span span, std::string_view head, std::string_view tail) {
    Node definition = no_node;
    const Scopes* scopes = names().definition_of(symbol, definition);
    if (!scopes || scopes->tree().kind(definition) != Kind::class_definition) return;
    std::set<std::string_view> members;
    for (const auto& [name, bindings] : scopes->all()[scopes->scope_opened_by(definition)].bindings)
      if (name.starts_with(head) && name.ends_with(tail)) members.insert(name);
    for (const std::string_view name : members) out_.refer(span, "py:" + symbol.text + "." + std::string(name));
  }

  void globals_asked(Node node) {
    if (t_.kind(t_.parent(t_.parent(node))) == Kind::comparison_operator) return;  // `name in globals()`
    const Node key = key_of_globals(t_, node);
    if (const auto text = t_.string_value(key)) return out_.refer(t_.span(node), symbol_id(names().path(), *text));
    const auto table = table_of(names(), key);
    if (table.empty()) {
      const auto [head, tail] = key == no_node ? std::pair<std::string, std::string>() : constant_ends(names(), key);
      return every_function_of(names().path(), t_.span(node), head, tail);
    }
    for (const std::string& name : table) {
      std::string to = symbol_id(names().path(), name);
      rebinds(t_, node) ? out_.mention(t_.span(node), std::move(to)) : out_.refer(t_.span(node), std::move(to));
    }
  }

 private:
  const Names& names() const { return out_.names(); }

  Findings& out_;
  const Tree& t_;
};

}  // namespace

void find_handed_on(Findings& out, Node node, const Value& value) { Lookups(out).handed_on(node, value); }

void find_attribute_asked_for(Findings& out, Node call) { Lookups(out).attribute_asked_for(call); }

void find_computed_question(Findings& out, Node call) { Lookups(out).computed_question(call); }

void find_globals(Findings& out, Node name) { Lookups(out).globals_asked(name); }

}  // namespace remove_op::python
