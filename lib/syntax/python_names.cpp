#include "syntax/python_names.h"

#include <algorithm>
#include <array>

#include "syntax/python_bare_module.h"
#include "syntax/python_modules.h"

namespace remove_op::python {
namespace {

constexpr unsigned deepest = 12;  // imports followed in a row, and expressions nested

// What an OpOverloadPacket or OpOverload has besides its overloads.
bool is_op_attribute(std::string_view name) {
  constexpr std::array<std::string_view, 12> known = {"default",
                                                      "name",
                                                      "overloads",
                                                      "op",
                                                      "py_impl",
                                                      "decompose",
                                                      "namespace",
                                                      "register_fake",
                                                      "register_autograd",
                                                      "register_kernel",
                                                      "tags",
                                                      "redispatch"};
  return name.starts_with("_") || std::find(known.begin(), known.end(), name) != known.end();
}

bool makes_op(std::string_view dotted) {
  return dotted == "torch.library.custom_op" || dotted == "torch.library.triton_op";
}

// PyTorch's package holds itself: `torch.torch.ops` is `torch.ops`.
Value external(std::string dotted) {
  while (dotted.starts_with("torch.torch.")) dotted.erase(0, std::string_view("torch.").size());
  if (dotted == "torch.ops") return {Value::Kind::ops, {}, {}};
  return {Value::Kind::external, std::move(dotted), {}};
}

}  // namespace

std::string symbol_id(std::string_view path, std::string_view qualified) {
  return "py:" + std::string(path) + ":" + std::string(qualified);
}

Names::Names(const Snapshot& snapshot, std::string_view path)
    : snapshot_(snapshot), path_(path), scopes_(Scopes::of(snapshot, path)) {}

Value Names::resolve_module(std::string_view dotted, std::string_view from) const {
  if (dotted == "torch" || dotted.starts_with("torch.")) return external(std::string(dotted));
  if (std::string path = find_module(snapshot_, dotted, from); !path.empty())
    return {Value::Kind::module, path, "file:" + path};
  return dotted.starts_with(".") ? Value() : external(std::string(dotted));
}

Value Names::module_of(Node import_from) const {
  const Node name = tree().child(import_from, Field::module_name);
  return resolve_module(tree().text(name), path_);
}

Value Names::imported(Node element) const {
  const Tree& t = tree();
  const bool aliased = t.kind(element) == Kind::aliased_import;
  const std::string_view name = t.text(aliased ? t.child(element, Field::name) : element);
  const Node statement = t.parent(element);
  if (t.kind(statement) == Kind::import_statement) return resolve_module(name, path_);
  const Value module = module_of(statement);
  // `from . import a` in a package's own __init__ brings in the submodule.
  if (module.is(Value::Kind::module) && module.text == path_)
    return resolve_module(std::string(1, '.').append(name), path_);
  if (!module.is(Value::Kind::module)) {  // a folder without __init__.py is a package too
    const std::string_view package = t.text(t.child(statement, Field::module_name));
    return resolve_module(std::string(package) + (package.ends_with(".") ? "" : ".") + std::string(name), path_);
  }
  Value found = member(module, name);
  if (!found && module.is(Value::Kind::module)) found.id = symbol_id(module.text, name);
  return found;
}

bool Names::is_native(Node element) const {
  const Tree& t = tree();
  const Node statement = t.parent(element);
  const Value value = imported(element);
  if (value.is(Value::Kind::external)) {
    const auto dot = value.text.find('.');  // a name alone is some package that is installed
    return dot != std::string::npos && is_own_package(snapshot_, value.text);
  }
  return !value && t.kind(statement) == Kind::import_from_statement;
}

Value Names::member_of_module(std::string_view path, std::string_view name) const {
  if (depth_ >= deepest) return {};
  const auto key = std::make_pair(std::string(path), std::string(name));
  if (const auto known = known_members_.find(key); known != known_members_.end()) return known->second;
  if (BareModule::of(snapshot_, path)->plainly_binds(name)) {
    std::string symbol = std::string(path) + ":" + std::string(name);
    return known_members_[key] = {Value::Kind::symbol, symbol, "py:" + symbol};
  }
  Names there(snapshot_, path);
  there.depth_ = depth_ + 1;
  Value found = there.value_of_name(0, name);
  if (!found && path.ends_with("__init__.py")) found = resolve_module(std::string(1, '.').append(name), path);
  known_members_[key] = found;
  return found;
}

Value Names::member(const Value& object, std::string_view name) const {
  switch (object.kind) {
    case Value::Kind::external:
      return resolve_module(object.text + "." + std::string(name), path_);
    case Value::Kind::ops:
      if (name == "load_library" || name.starts_with("__")) return {};
      return {Value::Kind::namespace_, std::string(name), {}};
    case Value::Kind::namespace_: {
      if (object.text.empty() || name.starts_with("__")) return {};
      const std::string op = object.text + "::" + std::string(name);
      return {Value::Kind::op, op, "op:" + op};
    }
    case Value::Kind::op: {
      if (is_op_attribute(name) || object.text.find('.') != std::string::npos)
        return {Value::Kind::op, object.text, {}};
      const std::string op = object.text + "." + std::string(name);
      return {Value::Kind::op, op, "op:" + op};
    }
    case Value::Kind::module:
      return member_of_module(object.text, name);
    case Value::Kind::symbol: {
      const std::string_view file = std::string_view(object.text).substr(0, object.text.find(':'));
      const std::string_view symbol = std::string_view(object.text).substr(file.size() + 1);
      if (!BareModule::of(snapshot_, file)->has_class(symbol.substr(0, symbol.find('.')))) return {};
      Node definition = no_node;
      const Scopes* scopes = definition_of(object, definition);
      if (!scopes || scopes->tree().kind(definition) != Kind::class_definition) return {};
      const unsigned scope = scopes->scope_opened_by(definition);
      const auto& bound = scopes->bound(scope, name);
      if (bound.empty()) return inherited(file, definition, name);
      const std::string qualified = object.text + "." + std::string(name);
      const Binding& binding = scopes->binding(bound.back());
      if (binding.binder == Binder::assignment && binding.value != no_node && depth_ < deepest) {
        Names there(snapshot_, file);
        there.depth_ = depth_ + 1;
        Value value = there.value_of(binding.value);
        if (value) {
          value.id = "py:" + qualified;
          return value;
        }
      }
      return {Value::Kind::symbol, qualified, "py:" + qualified};
    }
    default:
      return {};
  }
}

// What a class of the file has from its bases, the nearest first.
Value Names::inherited(std::string_view file, Node class_definition, std::string_view name) const {
  if (depth_ >= deepest) return {};
  Names there(snapshot_, file);
  there.depth_ = depth_ + 1;
  const Tree& t = there.tree();
  for (const Node base : t.children(t.child(class_definition, Field::superclasses)))
    if (Value found = there.member(there.value_of(base), name)) return found;
  return {};
}

const Scopes* Names::definition_of(const Value& symbol, Node& definition) const {
  if (!symbol.is(Value::Kind::symbol)) return nullptr;
  const auto colon = symbol.text.find(':');
  const std::string_view path = std::string_view(symbol.text).substr(0, colon);
  std::string_view qualified = std::string_view(symbol.text).substr(colon + 1);
  const std::shared_ptr<const Scopes> shared = Scopes::of(snapshot_, path);
  const Scopes* scopes = shared.get();  // the snapshot's memo keeps it alive
  unsigned scope = 0;
  for (;;) {
    const auto dot = qualified.find('.');
    const auto& bound = scopes->bound(scope, qualified.substr(0, dot));
    const Binding* best = nullptr;
    for (const unsigned index : bound) {
      const Binding& candidate = scopes->binding(index);
      if (candidate.binder != Binder::function && candidate.binder != Binder::class_) continue;
      if (!best || best->type_checking) best = &candidate;
    }
    if (!best) return nullptr;
    definition = best->node;
    if (dot == std::string_view::npos) return scopes;
    scope = scopes->scope_opened_by(definition);
    qualified.remove_prefix(dot + 1);
  }
}

Value Names::value_of_binding(const Binding& binding) const {
  switch (binding.binder) {
    case Binder::import_name:
      return imported(binding.node);
    case Binder::import_module: {
      if (tree().kind(binding.node) == Kind::aliased_import) return imported(binding.node);
      return resolve_module(binding.name, path_);  // `import a.b` binds `a`
    }
    case Binder::assignment:
      return binding.value == no_node ? Value() : value_of(binding.value);
    case Binder::function:
      return decorated_as_op(binding.node);
    default:
      return {};
  }
}

// `@torch.library.custom_op("ns::name")` turns the function below it into the op.
Value Names::decorated_as_op(Node function) const {
  const Tree& t = tree();
  const Node decorated = t.parent(function);
  if (t.kind(decorated) != Kind::decorated_definition) return {};
  for (const Node decorator : t.children(decorated)) {
    const Node call = t.first_child(decorator);
    if (t.kind(decorator) != Kind::decorator || t.kind(call) != Kind::call) continue;
    const Value callee = value_of(t.child(call, Field::function));
    if (!callee.is(Value::Kind::external) || !makes_op(callee.text)) continue;
    if (const auto name = t.string_value(t.argument(call, 0))) return {Value::Kind::op, *name, "op:" + *name};
  }
  return {};
}

// Where a name is bound more than once (under `try`, `if`), the binding that runs decides: not the one that only a type
// checker reads, and the first that is known.
Value Names::value_of_name(unsigned scope, std::string_view name) const {
  const auto key = std::make_pair(scope, name);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  known_[key] = {};  // a name that is defined by itself is unknown

  Value value;
  const auto& bound = scopes_->bound(scope, name);
  unsigned unknown_bindings = 0;
  for (const bool type_checking : {false, true}) {
    for (const unsigned index : bound) {
      const Binding& binding = scopes_->binding(index);
      if (binding.type_checking != type_checking) continue;
      const Value found = value_of_binding(binding);
      if (!value) value = found;
      const bool none = binding.value != no_node && tree().kind(binding.value) == Kind::none;
      unknown_bindings += !found && !none && binding.binder != Binder::function;
    }
    if (value) break;
  }
  if (scope != 0) {
    // A local that is bound in several ways, some of them unknown, is unknown.
    if (unknown_bindings != 0) value = {};
    value.id.clear();
  } else if (!bound.empty()) {
    // What a module binds is a node of its own, whatever stands behind it.
    if (!value) value = {Value::Kind::symbol, path_ + ":" + std::string(name), {}};
    const bool is_op_itself =
        bound.size() == 1 && scopes_->binding(bound.front()).binder == Binder::function && value.is(Value::Kind::op);
    if (!is_op_itself) value.id = symbol_id(path_, name);
  } else {
    for (const Node star : scopes_->star_imports()) {
      if (scopes_->scope_of(star) != 0) continue;
      const Value module = module_of(star);
      if (!module.is(Value::Kind::module)) continue;
      value = member_of_module(module.text, name);
      if (value) break;
    }
  }
  // The key's view must outlive this look-up: it points into a file of the snapshot unless the caller's text is gone.
  known_.erase(key);
  if (!bound.empty()) known_[{scope, scopes_->binding(bound.front()).name}] = value;
  return value;
}

Value Names::value_of_call(Node call) const {
  const Tree& t = tree();
  const Node function = t.child(call, Field::function);
  if (t.kind(function) == Kind::identifier && t.text(function) == "getattr") {
    const Value object = value_of(t.argument(call, 0));
    if (const auto name = t.string_value(t.argument(call, 1))) return member(object, *name);
    if (object.is(Value::Kind::ops)) return {Value::Kind::namespace_, {}, {}};
    return {};
  }
  const Value callee = value_of(function);
  const bool library = callee.is(Value::Kind::external) &&
                       (callee.text == "torch.library.Library" || callee.text == "torch._library.Library");
  if (library)
    if (const auto name = t.string_value(t.argument(call, 0))) return {Value::Kind::library, *name, {}};
  return {};
}

Value Names::value_of(Node expression) const {
  if (expression == no_node || nesting_ > 60) return {};
  struct Nested {
    unsigned& depth;
    explicit Nested(unsigned& d) : depth(d) { ++depth; }
    ~Nested() { --depth; }
  } const nested(nesting_);

  const Tree& t = tree();
  switch (t.kind(expression)) {
    case Kind::identifier:
      return value_of_name(scopes_->owner(expression), t.text(expression));
    case Kind::attribute:
      return member(value_of(t.child(expression, Field::object)), t.text(t.child(expression, Field::attribute)));
    case Kind::call:
      return value_of_call(expression);
    case Kind::parenthesized_expression:
      return value_of(t.first_child(expression));
    case Kind::boolean_operator:
      // `given or default`: the default is what is known here.
      if (const Value left = value_of(t.child(expression, Field::left))) return left;
      return value_of(t.child(expression, Field::right));
    case Kind::conditional_expression: {
      Value value;
      for (const Node part : t.children(expression))
        if (!value) value = value_of(part);
      return value;
    }
    default:
      return {};
  }
}

}  // namespace remove_op::python
