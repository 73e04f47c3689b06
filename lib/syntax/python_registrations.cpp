#include "syntax/python_registrations.h"

#include <algorithm>
#include <unordered_map>

namespace remove_op::python {
namespace {

// The decorated definition, or the statement, that a registering call makes; no_node inside anything larger.
Node site_of(const Tree& t, Node call) {
  Node node = call;
  while (t.kind(t.parent(node)) == Kind::call && t.field(node) == Field::function) node = t.parent(node);
  Node parent = t.parent(node);
  if (t.kind(parent) == Kind::assignment) parent = t.parent(parent);
  if (t.kind(parent) == Kind::expression_statement) return parent;
  if (t.kind(parent) != Kind::decorator) return no_node;
  return t.parent(parent);
}

// A function that registers for several ops keeps its body until the last of them goes: each site is the decorator.
void split_shared_sites(const Tree& t, std::vector<Registration>& all) {
  std::unordered_map<Node, std::string> first_op;
  std::vector<Node> shared;
  for (const Registration& registration : all) {
    const auto [known, fresh] = first_op.try_emplace(registration.site, registration.op);
    if (!fresh && known->second != registration.op) shared.push_back(registration.site);
  }
  for (Registration& registration : all) {
    if (std::find(shared.begin(), shared.end(), registration.site) != shared.end())
      registration.site = t.kind(registration.call) == Kind::decorator
                              ? registration.call
                              : t.enclosing(registration.call, Kind::decorator);
  }
}

}  // namespace

std::shared_ptr<const Registrations> Registrations::of(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<Registrations>(path, [&] {
    auto found = std::make_shared<Registrations>();
    const Names names(snapshot, path);
    const Tree& t = names.tree();
    for (Node node = 0; node < t.size(); ++node) {
      if (t.kind(node) == Kind::call) {
        if (t.child(node, Field::arguments) == no_node) continue;
        const Node site = site_of(t, node);
        if (site == no_node && t.kind(t.parent(node)) != Kind::return_statement) continue;
        const auto registers = registering(names, node);
        if (!registers) continue;
        if (registers->op && site != no_node)
          found->all.push_back({registers->role, *registers->op, node, site});
        else if (registers->role == Role::fake)
          found->loose_fakes.push_back(node);
      } else if (t.kind(node) == Kind::decorator) {
        if (const auto registers = registering_decorator(names, node); registers && registers->op) {
          found->all.push_back({registers->role, *registers->op, node, t.parent(node)});
          continue;
        }
        const Node method = t.first_child(node);
        if (t.kind(method) != Kind::attribute) continue;
        const auto role = role_of(t.text(t.child(method, Field::attribute)));
        if (!role) continue;
        const Value receiver = names.value_of(t.child(method, Field::object));
        if (receiver.is(Value::Kind::op)) found->all.push_back({*role, receiver.text, node, t.parent(node)});
      }
    }
    split_shared_sites(t, found->all);
    return found;
  });
}

std::vector<Definition> registered_as(Role role, const Snapshot& snapshot, std::string_view path) {
  std::vector<Definition> definitions;
  const auto tree = Tree::of(snapshot, path);
  for (const Registration& registration : Registrations::of(snapshot, path)->all) {
    if (registration.role != role) continue;
    Definition definition;
    definition.id = "op:" + registration.op;
    const std::size_t name = registration.op.find("::") + 2;
    definition.word = registration.op.substr(name, registration.op.find('.', name) - name);
    definition.span = tree->span(registration.site);
    definitions.push_back(std::move(definition));
  }
  return definitions;
}

}  // namespace remove_op::python
