#include "syntax/python_effects.h"

#include <algorithm>
#include <string>

#include "language.h"
#include "syntax/python_definitions.h"
#include "syntax/python_modules.h"
#include "syntax/python_names.h"
#include "words.h"

namespace remove_op::python {
namespace {

std::string_view last_name(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

bool is_import(const Tree& t, Node node) {
  return t.kind(node) == Kind::import_statement || t.kind(node) == Kind::import_from_statement;
}

std::string_view imported_name(const Tree& t, Node element) {
  return t.text(t.kind(element) == Kind::aliased_import ? t.child(element, Field::name) : element);
}

// `import _kernels`, where C++ of the repository makes the module.
bool is_built_module(const Snapshot& snapshot, std::string_view name) {
  const auto& files = snapshot.files_naming(name);
  return std::any_of(files.begin(), files.end(), [&](std::string_view file) {
    if (language_of(file) != Language::cxx) return false;
    const std::string_view text = snapshot.text(file);
    return find_text(text, std::string("PYBIND11_MODULE(").append(name)) != std::string_view::npos ||
           find_word(text, std::string("PyInit_").append(name)) != std::string_view::npos;
  });
}

bool loads_native(const Names& names, Node element) {
  const Value value = names.imported(element);
  if (names.is_native(element)) return !value.is(Value::Kind::external) || is_given(names.snapshot(), value.text);
  return value.is(Value::Kind::external) && value.text.find('.') == std::string::npos &&
         is_built_module(names.snapshot(), value.text);
}

// Whether it may fail, and something handles that.
bool is_tried(const Tree& t, Node node) {
  for (Node up = t.parent(node); up != t.root(); node = up, up = t.parent(up)) {
    if (t.kind(up) != Kind::try_statement || t.kind(node) != Kind::block) continue;
    for (const Node clause : t.children(up))
      if (t.kind(clause) == Kind::except_clause || t.kind(clause) == Kind::except_group_clause) return true;
  }
  return false;
}

std::string_view top_folder(std::string_view path) { return path.substr(0, path.find('/')); }

// Whether an import of the module, or of a name from it, stays in the file.
bool still_imports(const Snapshot& snapshot, std::string_view path, std::string_view module, const Doomed& doomed) {
  const auto tree = Tree::of(snapshot, path);
  const Tree& t = *tree;
  for (Node statement = 0; statement < t.size(); ++statement) {
    if (!is_import(t, statement)) continue;
    const bool from_it = t.kind(statement) == Kind::import_from_statement &&
                         last_name(t.text(t.child(statement, Field::module_name))) == module;
    for (const Node element : t.children(statement)) {
      if (t.kind(element) == Kind::wildcard_import && from_it) return true;
      if (t.field(element) != Field::name) continue;
      if (!from_it && last_name(imported_name(t, element)) != module) continue;
      if (!doomed.goes || !doomed.goes(path, t.span(element))) return true;
    }
  }
  return false;
}

}  // namespace

bool imports_for_effect(const Snapshot& snapshot, std::string_view path, Span span) {
  const Names names(snapshot, path);
  const Tree& t = names.tree();
  for (Node statement = 0; statement < t.size(); ++statement) {
    if (!is_import(t, statement)) continue;
    for (const Node element : t.children(statement))
      if (t.field(element) == Field::name && import_site(t, element) == span)
        return is_tried(t, statement) || loads_native(names, element);
  }
  return false;
}

std::vector<Report> last_native_imports(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
  std::vector<Report> reports;
  if (is_test(path) || doomed.here.empty()) return reports;
  const Names names(snapshot, path);
  const Tree& t = names.tree();
  for (Node statement = 0; statement < t.size(); ++statement) {
    if (t.kind(statement) != Kind::import_from_statement) continue;
    const std::string_view module = last_name(t.text(t.child(statement, Field::module_name)));
    if (module.empty()) continue;
    bool goes = false;
    for (const Node element : t.children(statement))
      goes = goes || (t.field(element) == Field::name && doomed.covers(t.span(element)) &&
                      names.module_of(statement).kind != Value::Kind::module && names.is_native(element));
    if (!goes) continue;
    const auto& files = snapshot.files_naming(module);
    const bool stays = std::any_of(files.begin(), files.end(), [&](std::string_view file) {
      return language_of(file) == Language::python && !is_test(file) && top_folder(file) == top_folder(path) &&
             !doomed.contains(std::string("file:").append(file)) && still_imports(snapshot, file, module, doomed);
    });
    if (!stays)
      reports.push_back({t.span(statement), "the last import of the native module " + std::string(module) +
                                                " goes; see whether something else loads what it registers"});
  }
  return reports;
}

}  // namespace remove_op::python
