#include "syntax/python_uses.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "language.h"
#include "syntax/python_computed.h"
#include "syntax/python_guards.h"
#include "syntax/python_modules.h"
#include "syntax/python_registrations.h"
#include "syntax/python_results.h"
#include "words.h"

namespace remove_op::python {
namespace {

bool is_identifier(std::string_view text) {
  return !text.empty() && !(text.front() >= '0' && text.front() <= '9') &&
         std::all_of(text.begin(), text.end(), is_word_char);
}

// `ns::name` or `ns::name.overload`, nothing before or after.
bool names_op(std::string_view text) {
  const auto colons = text.find("::");
  if (colons == std::string_view::npos || !is_identifier(text.substr(0, colons))) return false;
  std::string_view name = text.substr(colons + 2);
  if (const auto dot = name.find('.'); dot != std::string_view::npos) {
    if (!is_identifier(name.substr(dot + 1))) return false;
    name = name.substr(0, dot);
  }
  return is_identifier(name);
}

class Finder {
 public:
  Finder(const Snapshot& snapshot, std::string_view path)
      : names_(snapshot, path), t_(names_.tree()), test_(is_test(path)) {}

  std::shared_ptr<const Uses> find() {
    registrations_ = Registrations::of(names_.snapshot(), names_.path());
    for (const Guard& guard : guards_in(names_, *registrations_))
      for (const Probe& probe : guard.probes) guarding_.insert(probe.call);
    for (const Registration& registration : registrations_->all) {
      registering_.insert(registration.call);
      if (const Node bound = bound_by(registration.site); bound != no_node) goes_with_[bound].insert(registration.op);
    }
    loose_fakes_.insert(registrations_->loose_fakes.begin(), registrations_->loose_fakes.end());
    names_that_go_with_ops();
    collect_owned();

    if (t_.error()) doubt(*t_.error(), "*", "the file does not parse here; what it names may be in use");
    for (const Node read : names_.scopes().reads()) identifier(read);
    for (Node node = 0; node < t_.size(); ++node) {
      switch (t_.kind(node)) {
        case Kind::attribute:
          if (const Node object = t_.child(node, Field::object);
              t_.kind(object) != Kind::identifier && t_.kind(object) != Kind::attribute)
            climb(object, names_.value_of(object));
          break;
        case Kind::call:
          call(node);
          break;
        case Kind::string:
          if (t_.kind(t_.parent(node)) != Kind::concatenated_string) string(node);
          break;
        case Kind::concatenated_string:
          string(node);
          break;
        case Kind::import_statement:
        case Kind::import_from_statement:
          import(node);
          break;
        case Kind::identifier:
          if (t_.error()) by_word(t_.span(node), t_.text(node));
          break;
        default:
          break;
      }
    }
    const auto by_place = [](const auto& a, const auto& b) { return a.span < b.span; };
    std::stable_sort(out_->references.begin(), out_->references.end(), by_place);
    std::stable_sort(out_->ops.begin(), out_->ops.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
    return out_;
  }

 private:
  void refer(Span span, const Value& value) { refer(span, value.id); }
  void refer(Span span, std::string to) {
    if (!to.empty()) out_->references.push_back({std::move(to), span, strength(), false});
  }
  void mention(Span span, std::string to) {
    out_->references.push_back({std::move(to), span, Strength::mentions, false});
  }
  void by_word(Span span, std::string_view word) {
    out_->references.push_back({std::string(word), span, strength(), true});
  }
  static bool may_be_native(const Value& value) {
    return value.is(Value::Kind::external) && value.text != "torch" && !value.text.starts_with("torch.");
  }
  // A function of that name in a module that pybind11 makes, whose own name only the build knows.
  void native(Span span, std::string_view name) { refer(span, "op:pybind11::" + std::string(name)); }
  // What leads nowhere may be a module of the repository that a build puts elsewhere.
  void perhaps(Span span, const Value& value) {
    if (!may_be_native(value)) return;
    const std::string_view name = std::string_view(value.text).substr(value.text.rfind('.') + 1);
    for (const std::string_view path : modules_perhaps_meant(names_.snapshot(), value.text, names_.path()))
      refer(span, symbol_id(path, name));
  }
  void doubt(Span span, std::string about, std::string why) {
    if (!test_) out_->doubts.push_back({span, std::move(about), std::move(why)});
  }
  Strength strength() const { return test_ ? Strength::mentions : Strength::keeps; }

  // What a registration binds besides registering: the decorated definition, or the assignment.
  Node bound_by(Node site) const {
    if (t_.kind(site) == Kind::decorated_definition) return t_.child(site, Field::definition);
    const Node statement = t_.kind(site) == Kind::decorator ? t_.parent(site) : t_.first_child(site);
    if (t_.kind(statement) == Kind::decorated_definition) return t_.child(statement, Field::definition);
    return t_.kind(statement) == Kind::assignment ? statement : no_node;
  }

  // A name that goes with the definition of an op is a user of the op: whoever has the name, by an import or beside
  // another binding of it, keeps the op. `_` names nothing.
  void names_that_go_with_ops() {
    if (test_ || goes_with_.empty()) return;
    const auto& scopes = names_.scopes();
    for (unsigned scope = 0; scope < scopes.all().size(); ++scope) {
      const Node opener = scopes.all()[scope].node;
      const bool in_class = t_.kind(opener) == Kind::class_definition && scopes.all()[scope].parent == 0;
      if (scope != 0 && !in_class) continue;
      for (const auto& [name, bindings] : scopes.all()[scope].bindings) {
        if (name == "_") continue;
        std::string qualified(name);
        if (in_class) qualified = std::string(t_.text(t_.child(opener, Field::name))) + "." + qualified;
        for (const unsigned index : bindings) {
          const Binding& binding = scopes.binding(index);
          const auto ops = goes_with_.find(binding.node);
          if (ops == goes_with_.end()) continue;
          const Field place = binding.binder == Binder::assignment ? Field::left : Field::name;
          for (const std::string& op : ops->second)
            out_->references.push_back({"op:" + op, t_.span(t_.child(binding.node, place)), Strength::keeps, false,
                                        symbol_id(names_.path(), qualified)});
        }
      }
    }
  }

  // A local name is no node, so what reads it uses every op that one of its bindings goes with.
  void refer_to_local_ops(Node node) {
    const unsigned owner = goes_with_.empty() ? 0 : names_.scopes().owner(node);
    if (owner == 0) return;
    for (const unsigned index : names_.scopes().bound(owner, t_.text(node)))
      if (const auto ops = goes_with_.find(names_.scopes().binding(index).node); ops != goes_with_.end())
        for (const std::string& op : ops->second) refer(t_.span(node), "op:" + op);
  }

  // Attributes that a class of this file has: `x.name` then means one of those rather than a module's function.
  void collect_owned() {
    for (const Scope& scope : names_.scopes().all())
      if (t_.kind(scope.node) == Kind::class_definition)
        for (const auto& [name, bindings] : scope.bindings) owned_.insert(name);
    for (Node node = 0; node < t_.size(); ++node) {
      if (t_.kind(node) != Kind::assignment) continue;
      const Node left = t_.child(node, Field::left);
      if (t_.kind(left) == Kind::attribute && is_self(t_.child(left, Field::object)))
        owned_.insert(t_.text(t_.child(left, Field::attribute)));
    }
  }

  bool is_self(Node node) const {
    const std::string_view text = t_.text(node);
    return t_.kind(node) == Kind::identifier && (text == "self" || text == "cls");
  }

  void identifier(Node node) {
    const Value value = names_.value_of(node);
    refer(t_.span(node), value);
    refer_to_local_ops(node);
    if (value.is(Value::Kind::op)) out_->ops.push_back({node, value.text});
    if (t_.text(node) == "globals") globals(node);
    climb(node, value);
  }

  void globals(Node node) {
    if (t_.kind(t_.parent(t_.parent(node))) == Kind::comparison_operator) return;  // `name in globals()`
    const Node key = key_of_globals(t_, node);
    if (const auto text = t_.string_value(key)) return refer(t_.span(node), symbol_id(names_.path(), *text));
    const auto table = table_of(names_, key);
    if (table.empty()) {
      const auto [head, tail] = key == no_node ? std::pair<std::string, std::string>() : constant_ends(names_, key);
      return every_function_of(names_.path(), t_.span(node), head, tail);
    }
    for (const std::string& name : table) {
      std::string to = symbol_id(names_.path(), name);
      rebinds(t_, node) ? mention(t_.span(node), std::move(to)) : refer(t_.span(node), std::move(to));
    }
  }

  // From `node`, which denotes `value`, up the attribute chain that it begins.
  void climb(Node node, Value value) {
    bool receiver_is_self = is_self(node);
    bool maybe_module =
        t_.kind(node) == Kind::identifier && t_.kind(t_.parent(node)) == Kind::attribute && is_native_module(node);
    for (Node up = t_.parent(node); up != no_node && t_.kind(up) == Kind::attribute && t_.field(node) == Field::object;
         node = up, up = t_.parent(node)) {
      const Node attribute = t_.child(up, Field::attribute);
      const std::string_view name = t_.text(attribute);
      const Value found = receiver_is_self ? member_of_class(node, name) : names_.member(value, name);
      refer(t_.span(attribute), found);
      if (found.is(Value::Kind::op) && !found.id.empty()) out_->ops.push_back({up, found.text});
      if (value.is(Value::Kind::namespace_) && value.text.empty())
        doubt(t_.span(up), std::string(name), "an op of a namespace whose name is computed; name the namespace");
      if (may_be_native(found) || maybe_module) {
        native(t_.span(attribute), name);
        perhaps(t_.span(attribute), found);
      } else if (!found && found.id.empty() && !receiver_is_self) {
        unknown_member(node, value, attribute);
      }
      // What an object holds, and what a package has besides its Python files, may be a native module.
      maybe_module = !found && (receiver_is_self || value.is(Value::Kind::module));
      receiver_is_self = false;
      value = found;
    }
    if (value.is(Value::Kind::namespace_) || value.is(Value::Kind::ops)) escape(node, value);
  }

  bool is_native_module(Node name) const {
    const auto& scopes = names_.scopes();
    for (const unsigned index : scopes.bound(scopes.owner(name), t_.text(name))) {
      const Binding& binding = scopes.binding(index);
      const bool import = binding.binder == Binder::import_name || binding.binder == Binder::import_module;
      if (import && brings_in(binding.node) && is_native(binding.node)) return true;
    }
    return false;
  }

  bool is_native(Node element) const {
    const auto [known, fresh] = native_.try_emplace(element, false);
    if (fresh) known->second = names_.is_native(element);
    return known->second;
  }

  // `import a.b` binds `a` alone.
  bool brings_in(Node element) const {
    return t_.kind(element) == Kind::aliased_import || t_.kind(t_.parent(element)) == Kind::import_from_statement;
  }

  // `self.name` is never a module's function: it is a member of the class or of one of its bases.
  Value member_of_class(Node self, std::string_view name) const {
    const Node definition = t_.enclosing(self, Kind::class_definition);
    if (definition == no_node || names_.scopes().scope_of(definition) != 0) return {};
    return names_.member(names_.value_of(t_.child(definition, Field::name)), name);
  }

  void unknown_member(Node receiver, const Value& object, Node attribute) {
    const std::string_view name = t_.text(attribute);
    if (object.is(Value::Kind::module)) return refer(t_.span(attribute), symbol_id(object.text, name));
    if (object && !object.is(Value::Kind::symbol)) return;
    switch (result_of(names_, receiver)) {
      case Result::object:
        return;
      case Result::native:
        return native(t_.span(attribute), name);
      case Result::unknown:
        owned_.count(name) ? native(t_.span(attribute), name) : by_word(t_.span(attribute), name);
    }
  }

  // A namespace as a value that we can no longer follow may reach any of its ops.
  void escape(Node node, const Value& value) {
    Node parent = t_.parent(node);
    while (t_.kind(parent) == Kind::boolean_operator || t_.kind(parent) == Kind::parenthesized_expression ||
           t_.kind(parent) == Kind::conditional_expression || t_.kind(parent) == Kind::not_operator) {
      node = parent;
      parent = t_.parent(node);
    }
    switch (t_.kind(parent)) {
      case Kind::attribute:  // of a parenthesised value, whose own chain is climbed by itself
      case Kind::comparison_operator:
      case Kind::expression_statement:
      case Kind::if_statement:
      case Kind::elif_clause:
      case Kind::while_statement:
        return;
      case Kind::argument_list: {
        const std::string_view function = t_.text(t_.child(t_.parent(parent), Field::function));
        if (function == "hasattr" || function == "getattr" || function == "dir" || function == "bool" ||
            function == "isinstance" || function == "id" || function == "type" || function == "print")
          return;
        break;
      }
      case Kind::assignment: {
        const Node left = t_.child(parent, Field::left);
        if (t_.kind(left) == Kind::identifier && names_.value_of(left).is(value.kind)) return;
        break;
      }
      default:
        break;
    }
    if (value.is(Value::Kind::ops))
      doubt(t_.span(node), "*", "torch.ops is handed on, so that any op may be reached; name the op");
    else if (!value.text.empty())
      doubt(t_.span(node), "op:" + value.text + "::",
            "torch.ops." + value.text + " is handed on, so that any of its ops may be reached; name the op");
    else
      computed_namespace(node);
  }

  // `getattr(torch.ops, expression)` handed on. The namespace that a Library object of this file gives is its own; a
  // parameter's are those that callers give.
  void computed_namespace(Node node) {
    Node call = node;
    while (t_.kind(call) != Kind::call && t_.first_child(call) != no_node) call = t_.first_child(call);
    std::vector<std::string> libraries;
    if (const Node library = library_of(names_, t_.argument(call, 1U)); library != no_node) {
      if (defines_into(names_, library)) return;
      for (const auto& [name, bindings] : names_.scopes().all().front().bindings) {
        const Binding& binding = names_.scopes().binding(bindings.front());
        if (binding.binder != Binder::assignment) continue;
        const Value value = names_.value_of(binding.value);
        if (value.is(Value::Kind::library)) libraries.push_back(value.text);
      }
    }
    if (libraries.empty()) libraries = given_to(names_, t_.argument(call, 1U));
    std::sort(libraries.begin(), libraries.end());
    for (const std::string& library : libraries)
      doubt(t_.span(node),
            "op:" + library + "::", "an op of the library " + library + " is reached by a computed name");
    if (libraries.empty())
      doubt(t_.span(node), "*", "a namespace of torch.ops whose name is computed is handed on; name the namespace");
  }

  void call(Node node) {
    const Node function = t_.child(node, Field::function);
    if (t_.kind(function) != Kind::identifier) return;
    if (t_.text(function) == "hasattr") {
      for (const Probe& probe : probes_in(names_, node)) {
        if (probe.call != node) continue;
        const Strength as = guarding_.count(node) ? Strength::mentions : strength();
        out_->references.push_back({"op:" + probe.op, t_.span(probe.name), as, false});
      }
    } else if (t_.text(function) == "getattr") {
      get_attribute(node);
    }
  }

  void get_attribute(Node node) {
    const Value object = names_.value_of(t_.argument(node, 0U));
    const Node name = t_.argument(node, 1U);
    if (name == no_node) return;
    if (t_.string_value(name)) {
      const Value found = names_.value_of(node);
      refer(t_.span(name), found);
      if (found.is(Value::Kind::op)) out_->ops.push_back({node, found.text});
      // An attribute of it is visited by itself; a namespace that goes anywhere else is handed on.
      const bool is_scope = found.is(Value::Kind::namespace_) || found.is(Value::Kind::ops);
      if (is_scope && t_.kind(t_.parent(node)) != Kind::attribute) escape(node, found);
      return;
    }
    if (object.is(Value::Kind::ops)) {
      const Value computed{Value::Kind::namespace_, {}, {}};
      if (t_.kind(t_.parent(node)) != Kind::attribute) escape(node, computed);
      return;
    }
    if (object.is(Value::Kind::namespace_)) {
      computed_op(node, object, name);
    } else if (object.is(Value::Kind::module)) {
      const auto [head, tail] = constant_ends(names_, name);
      const auto table = table_of(names_, name);
      for (const std::string& entry : table) {
        const Value found = names_.member(object, entry);
        refer(t_.span(node), found.id.empty() ? symbol_id(object.text, entry) : found.id);
      }
      if (table.empty()) every_function_of(object.text, t_.span(node), head, tail);
    }
  }

  // `getattr(torch.ops.ns, expression)`.
  void computed_op(Node node, const Value& name_space, Node name) {
    if (const auto table = table_of(names_, name); !table.empty() && !name_space.text.empty()) {
      for (const std::string& entry : table) {
        refer(t_.span(name), "op:" + name_space.text + "::" + entry);
        out_->ops.push_back({node, name_space.text + "::" + entry});
      }
      return;
    }
    if (name_space.text.empty()) return computed_namespace(t_.argument(node, 0U));
    const auto [head, tail] = constant_ends(names_, name);
    std::string about = "op:" + name_space.text + "::";
    if (!head.empty() || !tail.empty()) about = head + "*" + tail;
    doubt(t_.span(node), about, "the name of an op is computed; spell it out, or check by hand what it may be");
  }

  // A function of a module that is looked up by a computed name may be any of them.
  void every_function_of(std::string_view path, Span span, std::string_view head, std::string_view tail) {
    const auto scopes = Scopes::of(names_.snapshot(), path);
    std::set<std::string_view> functions;
    for (const auto& [name, bindings] : scopes->all().front().bindings)
      if (name.starts_with(head) && name.ends_with(tail)) functions.insert(name);
    for (const std::string_view name : functions) refer(span, symbol_id(path, name));
  }

  void string(Node node) {
    const Node parent = t_.parent(node);
    if (t_.kind(parent) == Kind::type) return annotation(node);
    if (t_.kind(parent) == Kind::expression_statement) return;  // a docstring
    const Span span = t_.span(node);
    const std::string_view literal = t_.text(node);
    if (literal.find("::") == std::string_view::npos && literal.find('.') == std::string_view::npos) return;
    const auto text = t_.string_value(node);
    if (!text) return computed_string(node);
    if (names_op(*text)) {
      if (is_registered_here(node)) return;
      std::string op = "op:" + (text->ends_with(".default") ? text->substr(0, text->size() - 8) : *text);
      if (names_a_fake(node))
        mention(span, std::move(op));
      else
        refer(span, std::move(op));
    } else {
      dotted_path(*text, span);
    }
  }

  // f"ns::head{x}tail" names some op of the namespace.
  void computed_string(Node node) {
    const auto [head, tail] = constant_ends(names_, node);
    const auto colons = head.find("::");
    if (colons == std::string::npos || !is_identifier(std::string_view(head).substr(0, colons))) return;
    if (names_a_fake(node)) return mention_table(node, head, tail);
    const std::string begins = head.substr(colons + 2);
    for (const std::string& part : {begins, tail})
      if (!part.empty() && !std::all_of(part.begin(), part.end(), is_word_char)) return;
    const bool any = begins.empty() && tail.empty();
    doubt(t_.span(node), any ? "op:" + head : begins + "*" + tail,
          "the string may name an op by a computed name; spell it out, or check by hand what it may be");
  }

  // Fakes that are registered over a table of names use none of the ops, though they are to be looked at when one goes.
  void mention_table(Node string, const std::string& head, const std::string& tail) {
    Node name = no_node;
    for (const Node part : t_.children(string))
      if (t_.kind(part) == Kind::interpolation) name = name == no_node ? t_.first_child(part) : string;
    for (const std::string& entry : table_of(names_, name)) mention(t_.span(string), "op:" + head + entry + tail);
  }

  bool names_a_fake(Node string) const {
    const Node argument = t_.kind(t_.parent(string)) == Kind::keyword_argument ? t_.parent(string) : string;
    const Node arguments = t_.parent(argument);
    return t_.kind(arguments) == Kind::argument_list && loose_fakes_.count(t_.parent(arguments)) != 0;
  }

  bool is_registered_here(Node string) const {
    const Node arguments = t_.parent(string);
    return t_.kind(arguments) == Kind::argument_list && registering_.count(t_.parent(arguments)) != 0;
  }

  // "package.module.name" or "package.module:name", as plug-in tables and entry points spell it.
  void dotted_path(std::string text, Span span) {
    std::replace(text.begin(), text.end(), ':', '.');
    const auto dot = text.rfind('.');
    if (dot == std::string::npos || dot == 0 || !is_identifier(std::string_view(text).substr(dot + 1))) return;
    for (const char c : text)
      if (!is_word_char(c) && c != '.') return;
    const Value module = names_.resolve_module(std::string_view(text).substr(0, dot), names_.path());
    if (module.is(Value::Kind::module)) refer(span, names_.member(module, std::string_view(text).substr(dot + 1)));
  }

  // A quoted annotation reads the names in it.
  void annotation(Node node) {
    const std::string_view text = t_.text(node);
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && is_word_char(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      if (!word.empty() && !names_.scopes().bound(0, word).empty())
        refer(t_.span(node), symbol_id(names_.path(), word));
      at = end + 1;
    }
  }

  void import(Node statement) {
    if (t_.kind(statement) == Kind::import_from_statement) {
      const Value module = names_.module_of(statement);
      if (module.is(Value::Kind::module)) refer(t_.span(t_.child(statement, Field::module_name)), module);
    }
    for (const Node element : t_.children(statement))
      if (t_.field(element) == Field::name) import_name(element);
  }

  void import_name(Node element) {
    const Value value = names_.imported(element);
    refer(t_.span(element), value);
    if (t_.kind(t_.parent(element)) != Kind::import_from_statement) return;
    perhaps(t_.span(element), value);
    if (!is_native(element)) return;
    const Node name = t_.kind(element) == Kind::aliased_import ? t_.child(element, Field::name) : element;
    native(t_.span(name), t_.text(name));
  }

  Names names_;
  const Tree& t_;
  const bool test_;
  std::shared_ptr<const Registrations> registrations_;
  std::unordered_set<Node> guarding_;
  std::unordered_set<Node> registering_;
  std::unordered_set<Node> loose_fakes_;
  std::unordered_map<Node, std::set<std::string>> goes_with_;  // the ops of what a registration binds
  std::unordered_set<std::string_view> owned_;
  mutable std::unordered_map<Node, bool> native_;  // by import element
  std::shared_ptr<Uses> out_ = std::make_shared<Uses>();
};

}  // namespace

std::shared_ptr<const Uses> Uses::of(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<Uses>(path, [&] { return Finder(snapshot, path).find(); });
}

}  // namespace remove_op::python
