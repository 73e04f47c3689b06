#include "syntax/python_uses.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "syntax/python_computed.h"
#include "syntax/python_fake_tables.h"
#include "syntax/python_findings.h"
#include "syntax/python_guards.h"
#include "syntax/python_lookups.h"
#include "syntax/python_modules.h"
#include "syntax/python_registrations.h"
#include "syntax/python_results.h"
#include "syntax/python_strings.h"

namespace remove_op::python {
namespace {

class Finder {
 public:
  Finder(const Snapshot& snapshot, std::string_view path)
      : names_(snapshot, path), t_(names_.tree()), out_(names_, *uses_) {}

  std::shared_ptr<const Uses> find() {
    registrations_ = Registrations::of(names_.snapshot(), names_.path());
    for (const Guard& guard : guards_in(names_, *registrations_))
      for (const Probe& probe : guard.probes) guarding_.insert(probe.call);
    for (const Registration& registration : registrations_->all) {
      calls_.definite.insert(registration.call);
      if (const Node bound = bound_by(registration.site); bound != no_node) goes_with_[bound].insert(registration.op);
    }
    calls_.loose_fakes.insert(registrations_->loose_fakes.begin(), registrations_->loose_fakes.end());
    for (const FakeEntry& entry : fake_entries(names_, *registrations_)) {
      fake_lists_.insert(entry.list);
      if (!entry.may_go) out_.refer(t_.span(entry.element), "op:" + entry.op);
    }
    names_that_go_with_ops();
    collect_owned();

    if (t_.error()) out_.doubt(*t_.error(), "*", "the file does not parse here; what it names may be in use");
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
          if (t_.kind(t_.parent(node)) != Kind::concatenated_string) find_in_string(out_, calls_, node);
          break;
        case Kind::concatenated_string:
          find_in_string(out_, calls_, node);
          break;
        case Kind::import_statement:
        case Kind::import_from_statement:
          import(node);
          break;
        case Kind::identifier:
          if (t_.error()) out_.by_word(t_.span(node), t_.text(node));
          break;
        default:
          break;
      }
    }
    const auto by_place = [](const auto& a, const auto& b) { return a.span < b.span; };
    std::stable_sort(uses_->references.begin(), uses_->references.end(), by_place);
    std::stable_sort(uses_->ops.begin(), uses_->ops.end(),
                     [](const auto& a, const auto& b) { return a.node < b.node; });
    return uses_;
  }

 private:
  static bool may_be_native(const Value& value) {
    return value.is(Value::Kind::external) && value.text != "torch" && !value.text.starts_with("torch.");
  }
  // What leads nowhere may be a module of the repository that a build puts elsewhere.
  void perhaps(Span span, const Value& value) {
    if (!may_be_native(value)) return;
    const std::string_view name = std::string_view(value.text).substr(value.text.rfind('.') + 1);
    for (const std::string_view path : modules_perhaps_meant(names_.snapshot(), value.text, names_.path()))
      out_.refer(span, symbol_id(path, name));
  }
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
    if (out_.in_test() || goes_with_.empty()) return;
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
            uses_->references.push_back({"op:" + op, t_.span(t_.child(binding.node, place)), Strength::keeps, false,
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
        for (const std::string& op : ops->second) out_.refer(t_.span(node), "op:" + op);
  }

  // Attributes that a class of this file has: `x.name` then means one of those rather than a module's function.
  void collect_owned() {
    for (const Scope& scope : names_.scopes().all())
      if (t_.kind(scope.node) == Kind::class_definition)
        for (const auto& [name, bindings] : scope.bindings) owned_.insert(name);
    for (Node node = 0; node < t_.size(); ++node) {
      if (t_.kind(node) != Kind::assignment) continue;
      const Node left = t_.child(node, Field::left);
      if (t_.kind(left) == Kind::attribute && is_self(t_.child(left, Field::object))) {
        const std::string_view name = t_.text(t_.child(left, Field::attribute));
        owned_.insert(name);
        if (const Node right = t_.child(node, Field::right); right != no_node) given_to_self_[name].push_back(right);
      }
    }
  }

  bool is_self(Node node) const {
    const std::string_view text = t_.text(node);
    return t_.kind(node) == Kind::identifier && (text == "self" || text == "cls");
  }

  void identifier(Node node) {
    const Value value = names_.value_of(node);
    // A name that an import inside of a function binds is no node, but what it brings in may be one.
    const bool local_import = value.id.empty() && value.is(Value::Kind::symbol);
    out_.refer(t_.span(node), local_import ? "py:" + value.text : value.id);
    refer_to_local_ops(node);
    if (value.is(Value::Kind::op)) out_.op(node, value.text);
    if (t_.text(node) == "globals") find_globals(out_, node);
    climb(node, value);
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
      out_.refer(t_.span(attribute), found);
      if (found.is(Value::Kind::op) && !found.id.empty()) out_.op(up, found.text);
      if (value.is(Value::Kind::namespace_) && name.starts_with("__"))
        out_.doubt(t_.span(up), value.text.empty() ? "*" : "op:" + value.text + "::",
                   "an op is asked for by a name that is not known here; spell it out as an attribute");
      else if (value.is(Value::Kind::namespace_) && value.text.empty())
        out_.doubt(t_.span(up), std::string(name), "an op of a namespace whose name is computed; name the namespace");
      if (may_be_native(found) || maybe_module) {
        out_.native(t_.span(attribute), name);
        perhaps(t_.span(attribute), found);
        if (!found && t_.kind(node) == Kind::attribute) member_of_held(node, attribute);
      } else if (!found && found.id.empty() && !receiver_is_self) {
        unknown_member(node, value, attribute);
      }
      // What an object holds, and what a package has besides its Python files, may be a native module.
      maybe_module = !found && (receiver_is_self || value.is(Value::Kind::module));
      receiver_is_self = false;
      value = found;
    }
    if (value.is(Value::Kind::namespace_) || value.is(Value::Kind::ops)) find_handed_on(out_, node, value);
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

  // `self.held.name`, where some method of the class says what is held.
  void member_of_held(Node held, Node attribute) {
    const auto given = given_to_self_.find(t_.text(t_.child(held, Field::attribute)));
    if (given == given_to_self_.end() || !is_self(t_.child(held, Field::object))) return;
    for (const Node value : given->second) {
      const Value object = names_.value_of(value);
      const Value found = names_.member(object, t_.text(attribute));
      if (found || !found.id.empty())
        out_.refer(t_.span(attribute), found);
      else if (!object && result_of(names_, value) == Result::unknown)
        out_.by_word(t_.span(attribute), t_.text(attribute));
    }
  }

  void unknown_member(Node receiver, const Value& object, Node attribute) {
    const std::string_view name = t_.text(attribute);
    if (object.is(Value::Kind::module)) return out_.refer(t_.span(attribute), symbol_id(object.text, name));
    if (object && !object.is(Value::Kind::symbol)) return;
    switch (result_of(names_, receiver)) {
      case Result::object:
        return;
      case Result::native:
        return out_.native(t_.span(attribute), name);
      case Result::unknown:
        owned_.count(name) ? out_.native(t_.span(attribute), name) : out_.by_word(t_.span(attribute), name);
    }
  }

  void call(Node node) {
    const Node function = t_.child(node, Field::function);
    if (t_.kind(function) != Kind::identifier) return;
    if (t_.text(function) == "hasattr") {
      const Node name = t_.argument(node, 1U);
      if (name == no_node || !fake_lists_.contains(list_of(names_, name))) find_computed_question(out_, node);
      for (const Probe& probe : probes_in(names_, node)) {
        if (probe.call != node) continue;
        const Strength as = guarding_.count(node) ? Strength::mentions : out_.strength();
        uses_->references.push_back({"op:" + probe.op, t_.span(probe.name), as, false});
      }
    } else if (t_.text(function) == "getattr") {
      find_attribute_asked_for(out_, node);
    }
  }

  void import(Node statement) {
    if (t_.kind(statement) == Kind::import_from_statement) {
      const Value module = names_.module_of(statement);
      if (module.is(Value::Kind::module)) out_.refer(t_.span(t_.child(statement, Field::module_name)), module);
    }
    for (const Node element : t_.children(statement))
      if (t_.field(element) == Field::name) import_name(element);
  }

  void import_name(Node element) {
    const Value value = names_.imported(element);
    out_.refer(t_.span(element), value);
    if (t_.kind(t_.parent(element)) != Kind::import_from_statement) return;
    perhaps(t_.span(element), value);
    if (!is_native(element)) return;
    const Node name = t_.kind(element) == Kind::aliased_import ? t_.child(element, Field::name) : element;
    out_.native(t_.span(name), t_.text(name));
  }

  Names names_;
  const Tree& t_;
  std::shared_ptr<Uses> uses_ = std::make_shared<Uses>();
  Findings out_;
  std::shared_ptr<const Registrations> registrations_;
  std::unordered_set<Node> guarding_;
  RegisteringCalls calls_;
  std::unordered_set<Node> fake_lists_;                        // of names that fakes are registered for
  std::unordered_map<Node, std::set<std::string>> goes_with_;  // the ops of what a registration binds
  std::unordered_set<std::string_view> owned_;
  std::unordered_map<std::string_view, std::vector<Node>> given_to_self_;  // by attribute: `self.name = value`
  mutable std::unordered_map<Node, bool> native_;                          // by import element
};

}  // namespace

std::shared_ptr<const Uses> Uses::of(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<Uses>(path, [&] { return Finder(snapshot, path).find(); });
}

}  // namespace remove_op::python
