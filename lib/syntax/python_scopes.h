// Who binds a name in one Python file: modules, classes, functions, lambdas and comprehensions, and what they bind.
//
// Input: a tree. Output: for each identifier that reads a name, the binding that Python's scoping rules give it; no
// other file is looked at. Blocks of `if`, `try`, `with` and `for` open no scope, as in Python.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/python_tree.h"

namespace remove_op::python {

enum class Binder : std::uint8_t {
  import_module,  // `import a.b as c`: node is the dotted_name or aliased_import
  import_name,    // `from m import a as b`: likewise
  function,       // node is the function_definition
  class_,         // node is the class_definition
  assignment,     // node is the assignment; `value` what a single plain target is given
  loop,           // node is the for statement or clause; `value` what is iterated
  parameter,
  other,  // `with` and `except` targets, unpacking, patterns, `del`
};

struct Binding {
  std::string_view name;
  Binder binder;
  Node node;
  Node value = no_node;
  bool type_checking = false;  // under `if TYPE_CHECKING:`, or so named
};

struct Scope {
  Node node;        // module, class_definition, function_definition, lambda or a comprehension
  unsigned parent;  // index of the enclosing scope; the module's is itself
  std::unordered_map<std::string_view, std::vector<unsigned>> bindings;  // by name, as indices
};

class Scopes {
 public:
  explicit Scopes(std::shared_ptr<const Tree> tree);

  static std::shared_ptr<const Scopes> of(const Snapshot& snapshot, std::string_view path);

  const Tree& tree() const { return *tree_; }
  const std::vector<Scope>& all() const { return scopes_; }
  const Binding& binding(unsigned index) const { return bindings_[index]; }

  // Identifiers that read a name, in source order.
  const std::vector<Node>& reads() const { return reads_; }
  // The scope that `node` stands in; the module's is 0.
  unsigned scope_of(Node node) const { return scope_of_[node]; }
  // The scope that a function or class opens.
  unsigned scope_opened_by(Node node) const;
  // The scope whose binding an identifier there reads; the module's where nothing binds it.
  unsigned owner(Node identifier) const;
  // The bindings of `name` in one scope; empty where it has none.
  const std::vector<unsigned>& bound(unsigned scope, std::string_view name) const;
  // The `from m import *` statements.
  const std::vector<Node>& star_imports() const { return star_imports_; }

 private:
  friend class ScopeBuilder;

  std::shared_ptr<const Tree> tree_;
  std::vector<Scope> scopes_;
  std::vector<Binding> bindings_;
  std::vector<Node> reads_;
  std::vector<unsigned> scope_of_;
  std::vector<Node> star_imports_;
};

}  // namespace remove_op::python
