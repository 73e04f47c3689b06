#include "syntax/python_wrappers.h"

#include <algorithm>
#include <set>

#include "language.h"

namespace remove_op::python {
namespace {

// The statement in which `node` stands, directly in `body` and under no branch, lambda or short circuit.
bool runs_always(const Tree& t, Node node, Node body) {
  for (Node up = t.parent(node); up != no_node && up != body; up = t.parent(up)) {
    switch (t.kind(up)) {
      case Kind::call:
      case Kind::argument_list:
      case Kind::keyword_argument:
      case Kind::attribute:
      case Kind::subscript:
      case Kind::assignment:
      case Kind::expression_statement:
      case Kind::expression_list:
      case Kind::return_statement:
      case Kind::parenthesized_expression:
      case Kind::tuple:
      case Kind::with_statement:
        break;
      case Kind::block:
        if (t.kind(t.parent(up)) != Kind::with_statement) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

std::string_view packet(std::string_view op) { return op.substr(0, op.find('.', op.find("::"))); }

// All ops that the function names are one, and it calls that one whatever its arguments are.
bool calls_one_op(const Tree& t, Node body, const std::vector<OpUse>& ops) {
  const auto first =
      std::lower_bound(ops.begin(), ops.end(), body, [](const OpUse& use, Node at) { return use.node < at; });
  bool called = false;
  for (auto use = first; use != ops.end() && use->node < t.last(body); ++use) {
    if (packet(use->op) != packet(first->op)) return false;
    Node callee = use->node;
    while (t.kind(t.parent(callee)) == Kind::attribute) callee = t.parent(callee);
    const Node call = t.parent(callee);
    called |= t.kind(call) == Kind::call && t.field(callee) == Field::function && runs_always(t, call, body);
  }
  return called;
}

// `return somewhere.own_name(...)`; with an empty name, a call of any attribute.
bool passes_on(const Tree& t, Node callee, std::string_view own_name) {
  return t.kind(callee) == Kind::attribute &&
         (own_name.empty() || t.text(t.child(callee, Field::attribute)) == own_name);
}

// `return name(...)` of a name that comes from a native module.
bool passes_on_native(const Names& names, Node callee) {
  const Tree& t = names.tree();
  if (t.kind(callee) != Kind::identifier) return false;
  const auto& bound = names.scopes().bound(names.scopes().owner(callee), t.text(callee));
  return bound.size() == 1 && names.scopes().binding(bound.front()).binder == Binder::import_name &&
         names.is_native(names.scopes().binding(bound.front()).node);
}

// Whether nothing in the body runs that does more than say no: a docstring, `pass`, `...`, a `raise`, a constant.
bool does_nothing(const Tree& t, Node body) {
  for (const Node statement : t.children(body)) {
    switch (t.kind(statement)) {
      case Kind::pass_statement:
      case Kind::raise_statement:
        break;
      case Kind::expression_statement:
        if (t.kind(t.first_child(statement)) != Kind::string && t.text(statement) != "...") return false;
        break;
      case Kind::return_statement: {
        const std::string_view value = t.text(t.first_child(statement));
        const bool constant = value.empty() || value == "None" || value == "True" || value == "False" ||
                              value.find_first_not_of("-.0123456789") == std::string_view::npos ||
                              t.kind(t.first_child(statement)) == Kind::string;
        if (!constant) return false;
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

class OwnWrapper {
 public:
  OwnWrapper(const Names& names, const Uses& uses) : names_(names), uses_(uses), t_(names.tree()) {}

  // The op's function for users: it has the op's name, and reaches that op and no other, however much it does around
  // the call; perhaps through a private function that only it uses.
  bool is_own_wrapper(Node function, std::string_view name) {
    const auto ops = ops_in(function);
    if (!ops.empty()) return ops.size() == 1 && is_named(*ops.begin(), name);
    std::string_view reached;
    for (const Reference& reference : uses_.references) {
      if (reference.by_word || !t_.span(function).contains(reference.span)) continue;
      const std::string own = symbol_id(names_.path(), "");
      if (!reference.to.starts_with(own)) continue;
      const std::string_view used = std::string_view(reference.to).substr(own.size());
      const auto& bound = names_.scopes().bound(0, used);
      for (const unsigned index : bound) {
        const Binding& binding = names_.scopes().binding(index);
        if (binding.binder != Binder::function || binding.node == function) continue;
        const auto inner = ops_in(binding.node);
        if (inner.empty()) continue;
        const bool half = inner.size() == 1 && is_named(*inner.begin(), name) && used.starts_with("_") &&
                          is_used_only_in(used, function);
        if (!half) return false;
        reached = used;
      }
    }
    return !reached.empty();
  }

  std::set<std::string_view> ops_in(Node function) const {
    std::set<std::string_view> ops;
    for (const OpUse& use : uses_.ops)
      if (t_.holds(function, use.node)) ops.insert(packet(use.op));
    return ops;
  }

  static bool is_named(std::string_view op, std::string_view name) { return op.substr(op.find("::") + 2) == name; }

  bool is_used_only_in(std::string_view name, Node function) const {
    const std::string id = symbol_id(names_.path(), name);
    for (const Reference& reference : uses_.references)
      if (reference.to == id && !t_.span(function).contains(reference.span)) return false;
    const auto& files = names_.snapshot().files_naming(name);
    return std::all_of(files.begin(), files.end(),
                       [&](std::string_view path) { return path == names_.path() || is_test(path); });
  }

 private:
  const Names& names_;
  const Uses& uses_;
  const Tree& t_;
};

}  // namespace

Node only_callee(const Tree& t, Node function) {
  Node only = no_node;
  for (const Node statement : t.children(t.child(function, Field::body))) {
    if (t.kind(statement) == Kind::expression_statement && t.kind(t.first_child(statement)) == Kind::string) continue;
    if (only != no_node) return no_node;
    only = statement;
  }
  if (t.kind(only) != Kind::return_statement && t.kind(only) != Kind::expression_statement) return no_node;
  const Node call = t.first_child(only);
  return t.kind(call) == Kind::call ? t.child(call, Field::function) : no_node;
}

Shape shape_of(const Names& names, const Uses& uses, Node function, bool is_method) {
  const Tree& t = names.tree();
  const std::string_view name = t.text(t.child(function, Field::name));
  const Node body = t.child(function, Field::body);
  const Node callee = only_callee(t, function);
  if (calls_one_op(t, body, uses.ops) || passes_on_native(names, callee) ||
      passes_on(t, callee, is_method ? std::string_view() : name) ||
      (!is_method && OwnWrapper(names, uses).is_own_wrapper(function, name)))
    return Shape::wrapper;
  return does_nothing(t, body) ? Shape::stub : Shape::other;
}

}  // namespace remove_op::python
