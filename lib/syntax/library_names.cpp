#include "syntax/library_names.h"

#include <algorithm>

#include "language.h"
#include "syntax/python_tree.h"
#include "words.h"

namespace remove_op {
namespace {

using namespace python;

bool is_prose(std::string_view path) {
  return language_of(path) == Language::other &&
         (path.ends_with(".md") || path.ends_with(".rst") || path.ends_with(".txt") || path.ends_with(".ipynb"));
}

unsigned count(const Tree& tree, Node node) {
  unsigned children = 0;
  for ([[maybe_unused]] const Node child : tree.children(node)) ++children;
  return children;
}

// `torch.ops._x`
bool is_op_namespace(const Tree& tree, Node name) {
  const Node attribute = tree.parent(name);
  return tree.kind(attribute) == Kind::attribute && tree.child(attribute, Field::attribute) == name &&
         tree.text(tree.child(attribute, Field::object)) == "torch.ops";
}

// `"pkg._x"` in `ext_modules.append(CMakeExtension("pkg._x"))` or `[CMakeExtension(name="pkg._x"), ...]`: the
// statement, or the element of the list.
Node extension_around(const Tree& tree, Node string) {
  const Node call = tree.enclosing(string, Kind::call);
  if (call == no_node || !tree.text(tree.child(call, Field::function)).ends_with("Extension")) return no_node;
  if (tree.argument(call, "name") != string && tree.argument(call, 0) != string) return no_node;
  const Node list = tree.parent(call);
  if (tree.kind(list) == Kind::list) return count(tree, list) > 1 ? call : no_node;
  const Node append = tree.parent(list);
  const bool alone = tree.kind(list) == Kind::argument_list && count(tree, list) == 1;
  if (!alone || !tree.text(tree.child(append, Field::function)).ends_with(".append")) return no_node;
  const Node statement = tree.parent(append);
  return tree.kind(statement) == Kind::expression_statement ? statement : no_node;
}

// `import pkg._x` under `with suppress(ImportError):`, with the `with` where it holds nothing else.
Node suppressed_import(const Tree& tree, Node name) {
  Node import = tree.enclosing(name, Kind::import_statement);
  if (import == no_node) import = tree.enclosing(name, Kind::import_from_statement);
  if (import == no_node || tree.text(import).find(',') != std::string_view::npos) return no_node;
  const Node block = tree.parent(import);
  const Node with = tree.parent(block);
  if (tree.kind(with) != Kind::with_statement) return no_node;
  const std::string_view text = tree.text(with);
  if (text.substr(0, text.find(':')).find("suppress(ImportError)") == std::string_view::npos) return no_node;
  return count(tree, block) == 1 ? with : import;
}

}  // namespace

std::optional<std::vector<Span>> statements_naming(const Snapshot& snapshot, std::string_view path,
                                                   std::string_view library) {
  const auto tree = Tree::of(snapshot, path);
  if (tree->error()) return std::nullopt;
  std::vector<Span> spans;
  for (Node node = 0; node < tree->size(); ++node) {
    const Kind kind = tree->kind(node);
    if (kind != Kind::string && kind != Kind::identifier) continue;
    if (find_word(tree->text(node), library) == std::string_view::npos) continue;
    const auto value = kind == Kind::string ? tree->string_value(node) : std::nullopt;
    if (value ? value->starts_with(std::string(library) + "::") : is_op_namespace(*tree, node)) continue;
    Node statement = no_node;
    if (value && (*value == library || value->ends_with('.' + std::string(library))))
      statement = extension_around(*tree, node);
    else if (kind == Kind::identifier)
      statement = suppressed_import(*tree, node);
    if (statement == no_node) return std::nullopt;
    spans.push_back(tree->span(statement));
    node = tree->last(node) - 1;
  }
  return spans;
}

bool library_may_go(const Snapshot& snapshot, std::string_view library, std::string_view built_in,
                    const std::function<bool(std::string_view path)>& goes) {
  const auto& paths = snapshot.files_naming(library);
  return std::all_of(paths.begin(), paths.end(), [&](std::string_view path) {
    if (path == built_in || goes(path) || is_test(path) || is_prose(path)) return true;
    return language_of(path) == Language::python && statements_naming(snapshot, path, library).has_value();
  });
}

}  // namespace remove_op
