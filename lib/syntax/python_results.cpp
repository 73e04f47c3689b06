#include "syntax/python_results.h"

#include <algorithm>
#include <array>

namespace remove_op::python {
namespace {

constexpr unsigned deepest = 5;

Result result_of(const Names& names, Node expression, unsigned depth);

std::string_view last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

// Methods of containers and loaders give out what was put in.
bool gives_out(std::string_view method) {
  constexpr std::array<std::string_view, 9> known = {"get",     "pop",  "popitem", "setdefault", "load",
                                                     "resolve", "find", "lookup",  "values"};
  return std::find(known.begin(), known.end(), method) != known.end();
}

bool may_import(std::string_view name) {
  return name.find("import") != std::string_view::npos || name.find("odule") != std::string_view::npos ||
         name.find("azy") != std::string_view::npos || name.find("amespace") != std::string_view::npos;
}

// A module that is handed to a foreign function may come back.
bool is_given_a_module(const Names& names, Node call) {
  const Tree& t = names.tree();
  const Node arguments = t.child(call, Field::arguments);
  for (Node node = arguments; node != no_node && node < t.last(arguments); ++node) {
    if (t.kind(node) != Kind::identifier && t.kind(node) != Kind::attribute) continue;
    const Value value = names.value_of(node);
    if (value.is(Value::Kind::module) || value.is(Value::Kind::ops) || value.is(Value::Kind::namespace_)) return true;
  }
  return false;
}

// Several values that one expression may have.
struct Either {
  bool any = false;
  Result result = Result::object;

  void add(Result other) {
    any = true;
    if (result == Result::unknown || other == Result::unknown)
      result = Result::unknown;
    else if (other == Result::native)
      result = other;
  }
};

// What a function of the repository returns.
Result returned_by(const Names& names, const Value& callee, unsigned depth) {
  Node function = no_node;
  const Scopes* scopes = names.definition_of(callee, function);
  if (!scopes || scopes->tree().kind(function) != Kind::function_definition) return Result::unknown;
  const Names there(names.snapshot(), std::string_view(callee.text).substr(0, callee.text.find(':')));
  const Tree& t = there.tree();
  Either either;
  for (Node node = function; node < t.last(function); ++node) {
    if (t.kind(node) != Kind::return_statement || t.enclosing(node, Kind::function_definition) != function) continue;
    either.add(result_of(there, t.first_child(node), depth + 1));
  }
  return either.any ? either.result : Result::unknown;
}

Result result_of_call(const Names& names, Node call, unsigned depth) {
  const Tree& t = names.tree();
  const Node function = t.child(call, Field::function);
  const Value callee = names.value_of(function);
  if (callee.is(Value::Kind::symbol)) return returned_by(names, callee, depth);
  if (callee.is(Value::Kind::external)) {
    const std::string_view last = last_part(callee.text);
    if (last == "load_inline" || last == "load") return Result::native;
    return may_import(callee.text) || is_given_a_module(names, call) ? Result::unknown : Result::object;
  }
  if (callee || t.kind(function) != Kind::attribute || gives_out(t.text(t.child(function, Field::attribute))))
    return Result::unknown;
  const Result receiver = result_of(names, t.child(function, Field::object), depth + 1);
  return receiver == Result::object ? Result::object : Result::unknown;
}

Result result_of(const Names& names, Node expression, unsigned depth) {
  const Tree& t = names.tree();
  if (expression == no_node || depth > deepest) return Result::unknown;
  switch (t.kind(expression)) {
    case Kind::call:
      return result_of_call(names, expression, depth);
    case Kind::parenthesized_expression:
      return result_of(names, t.first_child(expression), depth + 1);
    case Kind::string:
    case Kind::list:
    case Kind::tuple:
    case Kind::none:
    case Kind::binary_operator:
    case Kind::comparison_operator:
      return Result::object;
    case Kind::identifier: {
      Either either;
      for (const unsigned index : names.scopes().bound(names.scopes().owner(expression), t.text(expression))) {
        const Binding& binding = names.scopes().binding(index);
        const bool assigned = binding.binder == Binder::assignment && binding.value != no_node;
        either.add(assigned ? result_of(names, binding.value, depth + 1) : Result::unknown);
      }
      return either.any ? either.result : Result::unknown;
    }
    default:
      return Result::unknown;
  }
}

}  // namespace

Result result_of(const Names& names, Node expression) {
  const Kind kind = names.tree().kind(expression);
  return kind == Kind::call || kind == Kind::identifier ? result_of(names, expression, 0) : Result::unknown;
}

}  // namespace remove_op::python
