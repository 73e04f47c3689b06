// Where things stand in a test file: statements, the functions around them, who reads a local name.
//
// Input: a file's names. Output: answers about nodes, each found by climbing the tree; nothing is edited here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/python_names.h"

namespace remove_op::python {

class Places {
 public:
  explicit Places(const Names& names) : t_(names.tree()), scopes_(names.scopes()) {}

  const Tree& tree() const { return t_; }
  const Scopes& scopes() const { return scopes_; }

  // The innermost node that holds the span.
  Node node_at(Span span) const;
  // The function that a node stands in, nested ones passed over where `outermost`; no_node for code of the module and
  // of a class's body. Decorators, defaults and the name of a function stand outside of it.
  Node function_around(Node node, bool outermost) const;
  // The statement of `home` that holds the node: a statement of a nested function is that function's definition.
  Node statement_in(Node home, Node node) const;
  // Whether the statement has a head, in which the node stands: a condition, what a loop runs over.
  bool in_head(Node statement, Node node) const;

  // Identifiers that read what `name` is bound to in `scope`.
  std::vector<Node> reads_of(unsigned scope, std::string_view name) const;
  // The string that `node` is; nothing for an f-string.
  std::optional<std::string> string_at(Node node) const { return t_.string_value(node); }
  // The last name of what is called: `close` of `torch.testing.close(...)`.
  std::string_view callee_name(Node call) const;
  // How many children; and the n-th.
  unsigned count(Node node) const;
  Node nth(Node node, unsigned n) const;
  // The one assignment that gives `name` its value in `scope`, or no_node.
  Node only_value(unsigned scope, std::string_view name) const;

 private:
  const Tree& t_;
  const Scopes& scopes_;
};

bool is_assert(const Tree& t, Node statement);

}  // namespace remove_op::python
