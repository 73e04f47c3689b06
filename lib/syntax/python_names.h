// What a Python expression denotes, followed through assignments, imports and re-exports of the whole repository.
//
// Input: a snapshot and an expression of one of its files. Output: a Value: a module, a definition, `torch.ops`, one
// of its namespaces, an op, a `torch.library.Library`; or unknown, which is what every dynamic thing is.
// Invariant: a value is never guessed from a name's spelling; only bindings and imports give it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "snapshot.h"
#include "syntax/python_scopes.h"

namespace remove_op::python {

struct Value {
  enum class Kind : std::uint8_t {
    unknown,
    external,    // text: dotted path of something that the repository does not hold ("torch.library")
    module,      // text: path of its file
    symbol,      // text: PATH:QUALNAME of a module-level definition, or of a class's member
    ops,         // torch.ops
    namespace_,  // text: NS; empty where it is computed
    op,          // text: NS::NAME or NS::NAME.OVERLOAD
    library,     // text: NS
  };
  Kind kind = Kind::unknown;
  std::string text;
  std::string id;  // the node of the graph that the last step of the expression names; empty for a local or unknown

  explicit operator bool() const { return kind != Kind::unknown; }
  bool is(Kind other) const { return kind == other; }
};

std::string symbol_id(std::string_view path, std::string_view qualified);

class Names {
 public:
  Names(const Snapshot& snapshot, std::string_view path);

  const Tree& tree() const { return scopes_->tree(); }
  const Scopes& scopes() const { return *scopes_; }
  std::string_view path() const { return path_; }
  const Snapshot& snapshot() const { return snapshot_; }

  Value value_of(Node expression) const;
  // What an import element brings in, before it is bound: `from m import a as b` gives what `a` is in `m`.
  Value imported(Node element) const;
  // What `name` is in the module at `path`; unknown where nothing there binds it.
  Value member_of_module(std::string_view path, std::string_view name) const;
  // `object.name`, and the module of a dotted name as the file `from` imports it.
  Value member(const Value& object, std::string_view name) const;
  Value resolve_module(std::string_view dotted, std::string_view from) const;
  // The module that an import_from_statement names.
  Value module_of(Node import_from) const;
  // Whether an import takes what no Python file of its package gives, and the package is the repository's: it then
  // comes from a native module.
  bool is_native(Node import_element) const;
  // The module-level binding (or class member) that a symbol names, with the file that holds it.
  const Scopes* definition_of(const Value& symbol, Node& definition) const;

 private:
  Value value_of_binding(const Binding& binding) const;
  Value value_of_name(unsigned scope, std::string_view name) const;
  Value value_of_call(Node call) const;
  Value decorated_as_op(Node function) const;
  Value inherited(std::string_view file, Node class_definition, std::string_view name) const;

  const Snapshot& snapshot_;
  std::string path_;
  std::shared_ptr<const Scopes> scopes_;
  unsigned depth_ = 0;  // of modules that this look-up came through; import cycles end there
  mutable std::map<std::pair<unsigned, std::string_view>, Value> known_;
  mutable std::map<std::pair<std::string, std::string>, Value> known_members_;
  mutable unsigned nesting_ = 0;
};

}  // namespace remove_op::python
