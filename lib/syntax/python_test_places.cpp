#include "syntax/python_test_places.h"

#include <algorithm>

#include "syntax/python_definitions.h"

namespace remove_op::python {

Node Places::node_at(Span span) const {
  Node found = t_.root();
  for (Node node = 0; node < t_.size() && t_.span(node).offset <= span.offset; ++node)
    if (t_.span(node).contains(span)) found = node;
  return found;
}

Node Places::function_around(Node node, bool outermost) const {
  Node found = no_node;
  for (Node at = node; at != t_.root(); at = t_.parent(at)) {
    const Node parent = t_.parent(at);
    if (t_.kind(parent) == Kind::function_definition && t_.field(at) == Field::body) {
      found = parent;
      if (!outermost) return found;
    }
  }
  return found;
}

Node Places::statement_in(Node home, Node node) const {
  Node found = no_node;
  const Node body = home == no_node ? t_.root() : t_.child(home, Field::body);
  for (Node at = node; at != body && at != t_.root(); at = t_.parent(at)) {
    const Kind parent = t_.kind(t_.parent(at));
    if (parent != Kind::block && parent != Kind::module) continue;
    const Node around = function_around(at, false);
    if (around == home) {
      found = at;
      break;
    }
  }
  return found;
}

bool Places::in_head(Node statement, Node node) const {
  for (Node at = node; at != statement && at != t_.root(); at = t_.parent(at))
    if (t_.kind(at) == Kind::block) return false;
  switch (t_.kind(statement)) {
    case Kind::if_statement:
    case Kind::for_statement:
    case Kind::while_statement:
    case Kind::with_statement:
    case Kind::try_statement:
    case Kind::match_statement:
      return true;
    default:
      return false;
  }
}

std::vector<Node> Places::reads_of(unsigned scope, std::string_view name) const {
  std::vector<Node> reads;
  for (const Node read : scopes_.reads())
    if (t_.text(read) == name && scopes_.owner(read) == scope) reads.push_back(read);
  return reads;
}

std::string_view Places::callee_name(Node call) const {
  const std::string_view text = t_.text(t_.child(call, Field::function));
  return text.substr(text.rfind('.') + 1);
}

unsigned Places::count(Node node) const {
  unsigned n = 0;
  for ([[maybe_unused]] const Node child : t_.children(node)) ++n;
  return n;
}

Node Places::nth(Node node, unsigned n) const {
  for (const Node child : t_.children(node))
    if (n-- == 0) return child;
  return no_node;
}

Node Places::only_value(unsigned scope, std::string_view name) const {
  const auto& bound = scopes_.bound(scope, name);
  if (bound.size() != 1) return no_node;
  const Binding& binding = scopes_.binding(bound.front());
  return is_plain_assignment(t_, binding) ? binding.value : no_node;
}

bool is_assert(const Tree& t, Node statement) {
  const std::string_view text = t.text(statement);
  return t.kind(statement) == Kind::other && text.starts_with("assert") && text.size() > 6 &&
         (text[6] == ' ' || text[6] == '(' || text[6] == '\\');
}

}  // namespace remove_op::python
