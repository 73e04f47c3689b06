#include "syntax/python_import_time.h"

#include "syntax/python_tree.h"

namespace remove_op::python {

bool is_called_at_import(const Snapshot& snapshot, std::string_view path, Span span) {
  const auto tree = Tree::of(snapshot, path);
  const Tree& t = *tree;
  for (Node call = 0; call < t.size(); ++call) {
    if (t.kind(call) != Kind::call || !t.span(t.child(call, Field::function)).contains(span)) continue;
    // `f(x).g` is called for `g`; what `f` names is called too, by the call inside.
    Node callee = t.child(call, Field::function);
    if (t.kind(callee) == Kind::call) continue;
    return t.enclosing(call, Kind::function_definition) == no_node && t.enclosing(call, Kind::lambda) == no_node;
  }
  return false;
}

}  // namespace remove_op::python
