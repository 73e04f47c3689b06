#include "syntax/python_definitions.h"

#include <algorithm>
#include <array>
#include <set>

#include "language.h"
#include "syntax/python_computed.h"
#include "syntax/python_registrations.h"
#include "syntax/python_uses.h"

namespace remove_op::python {
namespace {

constexpr std::array<std::string_view, 20> plain_decorators = {"functools.cache",
                                                               "functools.lru_cache",
                                                               "functools.wraps",
                                                               "staticmethod",
                                                               "classmethod",
                                                               "property",
                                                               "typing.overload",
                                                               "typing_extensions.deprecated",
                                                               "contextlib.contextmanager",
                                                               "torch.inference_mode",
                                                               "torch.no_grad",
                                                               "torch.compile",
                                                               "torch.jit.script",
                                                               "torch.compiler.disable",
                                                               "torch._dynamo.disable",
                                                               "dataclasses.dataclass",
                                                               "abc.abstractmethod",
                                                               "typing.final",
                                                               "typing.no_type_check",
                                                               "warnings.deprecated"};

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

// What the body calls where it is one call, a docstring aside.
Node only_callee(const Tree& t, Node body) {
  Node only = no_node;
  for (const Node statement : t.children(body)) {
    if (t.kind(statement) == Kind::expression_statement && t.kind(t.first_child(statement)) == Kind::string) continue;
    if (only != no_node) return no_node;
    only = statement;
  }
  if (t.kind(only) != Kind::return_statement && t.kind(only) != Kind::expression_statement) return no_node;
  const Node call = t.first_child(only);
  return t.kind(call) == Kind::call ? t.child(call, Field::function) : no_node;
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

class Collector {
 public:
  Collector(const Snapshot& snapshot, std::string_view path)
      : names_(snapshot, path), t_(names_.tree()), uses_(Uses::of(snapshot, path)) {
    for (const Registration& registration : Registrations::of(snapshot, path)->all)
      registered_.insert(registration.site);
  }

  std::vector<Definition> collect() {
    const auto& scopes = names_.scopes();
    for (const auto& [name, bindings] : scopes.all().front().bindings)
      for (const unsigned index : bindings) add(scopes.binding(index));
    for (const Node list : lists_of_own_names(names_)) add_exports(list);
    std::sort(out_.begin(), out_.end(), [](const auto& a, const auto& b) { return a.span < b.span; });
    return std::move(out_);
  }

 private:
  void add(const Binding& binding) {
    switch (binding.binder) {
      case Binder::function:
        add_function(binding.node, binding.name);
        break;
      case Binder::class_:
        if (plainly_decorated(names_, binding.node)) {
          define(binding.name, binding.name, t_.span(with_decorators(t_, binding.node)), "class");
          add_static_methods(binding.node, binding.name);
        }
        break;
      case Binder::assignment:
        if (binding.name == "__all__")
          add_exports(binding.value);
        else if (is_plain_assignment(t_, binding))
          define(binding.name, binding.name, t_.span(t_.parent(binding.node)), "constant");
        break;
      case Binder::import_name:
      case Binder::import_module:
        if (brings_in_only(t_, binding)) {
          const bool re_exports = names_.path().ends_with("__init__.py");
          define(binding.name, binding.name, import_site(t_, binding.node), "import", !re_exports);
        }
        break;
      case Binder::other:
        if (binding.name == "__all__" && t_.kind(binding.node) == Kind::augmented_assignment)
          add_exports(t_.child(binding.node, Field::right));
        break;
      default:
        break;
    }
  }

  // A static method that is one call forwards whatever it calls: that is how a backend offers its own function by the
  // name of an op.
  void add_function(Node function, std::string_view qualified, bool is_method = false) {
    const Node site = with_decorators(t_, function);
    if (registered_.count(site) || !plainly_decorated(names_, function)) return;
    const std::string_view name = t_.text(t_.child(function, Field::name));
    const Node body = t_.child(function, Field::body);
    const Node callee = only_callee(t_, body);
    const bool forwards = calls_one_op(t_, body, uses_->ops) || passes_on_native(names_, callee) ||
                          passes_on(t_, callee, is_method ? std::string_view() : name) ||
                          (!is_method && is_own_wrapper(function, name));
    define(qualified, name, t_.span(site),
           forwards                 ? "wrapper"
           : does_nothing(t_, body) ? "stub"
                                    : "function",
           forwards);
  }

  // The op's function for users: it has the op's name, and reaches that op and no other, however much it does around
  // the call; perhaps through a private function that only it uses.
  bool is_own_wrapper(Node function, std::string_view name) {
    const auto ops = ops_in(function);
    if (!ops.empty()) return ops.size() == 1 && is_named(*ops.begin(), name);
    std::string_view reached;
    for (const Reference& reference : uses_->references) {
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
    for (const OpUse& use : uses_->ops)
      if (t_.holds(function, use.node)) ops.insert(packet(use.op));
    return ops;
  }

  static bool is_named(std::string_view op, std::string_view name) { return op.substr(op.find("::") + 2) == name; }

  bool is_used_only_in(std::string_view name, Node function) const {
    const std::string id = symbol_id(names_.path(), name);
    for (const Reference& reference : uses_->references)
      if (reference.to == id && !t_.span(function).contains(reference.span)) return false;
    const auto& files = names_.snapshot().files_naming(name);
    return std::all_of(files.begin(), files.end(),
                       [&](std::string_view path) { return path == names_.path() || is_test(path); });
  }

  // Those of a class without bases; else a base may be what calls them.
  void add_static_methods(Node class_definition, std::string_view class_name) {
    if (t_.child(class_definition, Field::superclasses) != no_node) return;
    for (const Node member : t_.children(t_.child(class_definition, Field::body))) {
      if (t_.kind(member) != Kind::decorated_definition) continue;
      const Node method = t_.child(member, Field::definition);
      if (t_.kind(method) != Kind::function_definition || !is_static(member)) continue;
      const std::size_t before = out_.size();
      add_function(method, std::string(class_name) + "." + std::string(t_.text(t_.child(method, Field::name))), true);
      if (out_.size() > before && !out_.back().forwards) out_.pop_back();
    }
  }

  bool is_static(Node decorated) const {
    for (const Node decorator : t_.children(decorated))
      if (t_.kind(decorator) == Kind::decorator && t_.text(t_.first_child(decorator)) == "staticmethod") return true;
    return false;
  }

  void add_exports(Node list) {
    if (t_.kind(list) != Kind::list && t_.kind(list) != Kind::tuple && t_.kind(list) != Kind::set) return;
    if (!exported_.insert(list).second) return;
    for (const Node element : t_.children(list)) {
      const auto name = t_.string_value(element);
      if (!name) continue;
      define(*name, *name, t_.span(element), "export");
      out_.back().declares = true;
    }
  }

  void define(std::string_view qualified, std::string_view word, Span span, const char* what, bool forwards = false) {
    Definition definition;
    definition.id = symbol_id(names_.path(), qualified);
    definition.word = word;
    definition.span = span;
    definition.what = what;
    definition.forwards = forwards;
    out_.push_back(std::move(definition));
  }

  Names names_;
  const Tree& t_;
  std::shared_ptr<const Uses> uses_;
  std::set<Node> registered_;
  std::set<Node> exported_;  // lists whose entries were added
  std::vector<Definition> out_;
};

}  // namespace

std::vector<Definition> definitions_in(const Snapshot& snapshot, std::string_view path) {
  return Collector(snapshot, path).collect();
}

bool is_plain_assignment(const Tree& t, const Binding& binding) {
  return binding.binder == Binder::assignment && t.kind(t.parent(binding.node)) == Kind::expression_statement &&
         t.kind(binding.value) != Kind::assignment;
}

bool brings_in_only(const Tree& t, const Binding& binding) {
  if (binding.binder == Binder::import_name || t.kind(binding.node) == Kind::aliased_import) return true;
  return t.text(binding.node).find('.') == std::string_view::npos;
}

bool plainly_decorated(const Names& names, Node function) {
  const Tree& t = names.tree();
  const Node decorated = t.parent(function);
  if (t.kind(decorated) != Kind::decorated_definition) return true;
  for (const Node decorator : t.children(decorated)) {
    if (t.kind(decorator) != Kind::decorator) continue;
    Node callee = t.first_child(decorator);
    if (t.kind(callee) == Kind::call) callee = t.child(callee, Field::function);
    const Value value = names.value_of(callee);
    const std::string_view name = value.is(Value::Kind::external) ? std::string_view(value.text) : t.text(callee);
    if (std::find(plain_decorators.begin(), plain_decorators.end(), name) == plain_decorators.end()) return false;
  }
  return true;
}

Node with_decorators(const Tree& t, Node definition) {
  const Node parent = t.parent(definition);
  return t.kind(parent) == Kind::decorated_definition ? parent : definition;
}

Span import_site(const Tree& t, Node element) {
  const Node statement = t.parent(element);
  unsigned elements = 0;
  for (const Node child : t.children(statement)) elements += t.field(child) == Field::name;
  return t.span(elements == 1 ? statement : element);
}

}  // namespace remove_op::python
