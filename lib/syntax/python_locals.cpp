#include "syntax/python_locals.h"

#include <algorithm>
#include <map>

#include "syntax/python_definitions.h"
#include "syntax/python_effects.h"
#include "syntax/python_names.h"

namespace remove_op::python {
namespace {

bool is_import(const Binding& binding) {
  return binding.binder == Binder::import_name || binding.binder == Binder::import_module;
}

}  // namespace

std::vector<Definition> unused_local_imports(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
  std::vector<Definition> unused;
  if (doomed.here.empty()) return unused;
  const auto scopes = Scopes::of(snapshot, path);
  const Tree& t = scopes->tree();

  std::map<std::pair<unsigned, std::string_view>, const Binding*> imports;  // names that one import alone binds
  for (unsigned scope = 1; scope < scopes->all().size(); ++scope) {
    if (t.kind(scopes->all()[scope].node) != Kind::function_definition) continue;
    for (const auto& [name, bindings] : scopes->all()[scope].bindings)
      if (const Binding& binding = scopes->binding(bindings.front());
          bindings.size() == 1 && is_import(binding) && brings_in_only(t, binding))
        imports.emplace(std::make_pair(scope, name), &binding);
  }
  if (imports.empty()) return unused;

  std::map<const Binding*, bool> every_use_goes;
  for (const Node read : scopes->reads()) {
    const auto import = imports.find({scopes->owner(read), t.text(read)});
    if (import == imports.end()) continue;
    const auto known = every_use_goes.try_emplace(import->second, true).first;
    known->second = known->second && doomed.covers(t.span(read));
  }
  for (const auto& [binding, all_go] : every_use_goes) {
    const Span site = import_site(t, binding->node);
    if (!all_go || doomed.covers(site) || imports_for_effect(snapshot, path, site)) continue;
    const Node function = scopes->all()[scopes->scope_of(binding->node)].node;
    Definition definition;
    definition.id = symbol_id(
        path, std::string(t.text(t.child(function, Field::name))) + ".<locals>." + std::string(binding->name));
    definition.span = site;
    definition.what = "import";
    definition.forwards = true;
    unused.push_back(std::move(definition));
  }
  std::sort(unused.begin(), unused.end(), [](const auto& a, const auto& b) { return a.span < b.span; });
  return unused;
}

}  // namespace remove_op::python
