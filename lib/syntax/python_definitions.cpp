#include "syntax/python_definitions.h"

#include <algorithm>
#include <array>
#include <set>

#include "syntax/python_computed.h"
#include "syntax/python_registrations.h"
#include "syntax/python_wrappers.h"

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
          add_members(binding.node, binding.name);
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
    if (name == "__getattr__" || name == "__dir__") return;  // a module's own, which Python itself calls
    const Shape shape = shape_of(names_, *uses_, function, is_method);
    const char* what = shape == Shape::wrapper ? "wrapper" : shape == Shape::stub ? "stub" : "function";
    define(qualified, name, t_.span(site), what, shape == Shape::wrapper);
  }

  // Those of a class without bases; else a base may be what calls them.
  void add_members(Node class_definition, std::string_view class_name) {
    if (t_.child(class_definition, Field::superclasses) != no_node) return;
    for (const Node member : t_.children(t_.child(class_definition, Field::body))) {
      if (t_.kind(member) == Kind::expression_statement) add_alias(member, class_name);
      if (t_.kind(member) != Kind::decorated_definition) continue;
      const Node method = t_.child(member, Field::definition);
      if (t_.kind(method) != Kind::function_definition || !is_static(member)) continue;
      const std::size_t before = out_.size();
      add_function(method, std::string(class_name) + "." + std::string(t_.text(t_.child(method, Field::name))), true);
      if (out_.size() > before && !out_.back().forwards) out_.pop_back();
    }
  }

  // `name = torch.ops.ns.op`, or `name = staticmethod(torch.ops.ns.op)`.
  void add_alias(Node statement, std::string_view class_name) {
    const Node assignment = t_.first_child(statement);
    const Node left = t_.child(assignment, Field::left);
    Node right = t_.child(assignment, Field::right);
    if (t_.kind(assignment) != Kind::assignment || t_.kind(left) != Kind::identifier) return;
    if (t_.kind(right) == Kind::call && t_.text(t_.child(right, Field::function)) == "staticmethod")
      right = t_.argument(right, 0U);
    if (right == no_node || !names_.value_of(right).is(Value::Kind::op)) return;
    define(std::string(class_name) + "." + std::string(t_.text(left)), t_.text(left), t_.span(statement), "alias",
           true);
  }

  bool is_static(Node decorated) const {
    for (const Node decorator : t_.children(decorated)) {
      if (t_.kind(decorator) != Kind::decorator) continue;
      const std::string_view name = t_.text(t_.first_child(decorator));
      if (name == "staticmethod" || name == "classmethod") return true;
    }
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
