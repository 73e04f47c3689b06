#include "syntax/python_blocks.h"

#include <algorithm>

#include "language.h"
#include "paths.h"
#include "syntax/python_importers.h"

namespace remove_op::python {
namespace {

// Which statements go, whatever it is that takes them.
class Remains {
 public:
  Remains(const Tree& tree, const Doomed& doomed) : t_(tree), doomed_(doomed) {}

  bool goes(Node statement) const {
    if (doomed_.covers(t_.span(statement))) return true;
    switch (t_.kind(statement)) {
      case Kind::import_statement:
      case Kind::import_from_statement:
        return every_name_goes(statement);
      case Kind::if_statement:
      case Kind::try_statement:
        return every_branch_goes(statement);
      default:
        return false;
    }
  }

  // Nothing stays in the block but `pass`, and something goes.
  bool emptied(Node block) const {
    bool something = false;
    for (const Node statement : t_.children(block)) {
      if (goes(statement))
        something = true;
      else if (t_.kind(statement) != Kind::pass_statement)
        return false;
    }
    return something;
  }

  // Nothing stays in the module but its docstring and `from __future__` imports, and something goes.
  bool module_emptied() const {
    bool something = false;
    for (const Node statement : t_.children(t_.root())) {
      const bool docstring =
          t_.kind(statement) == Kind::expression_statement && t_.kind(t_.first_child(statement)) == Kind::string;
      if (goes(statement))
        something = true;
      else if (!docstring && !t_.text(statement).starts_with("from __future__"))
        return false;
    }
    return something;
  }

  bool every_name_goes(Node import) const {
    bool any = false;
    for (const Node name : t_.children(import)) {
      if (t_.kind(name) == Kind::wildcard_import) return false;
      if (t_.field(name) != Field::name) continue;
      if (!doomed_.covers(t_.span(name))) return false;
      any = true;
    }
    return any;
  }

  // Something goes, and every branch holds at most `pass` without it.
  bool every_branch_goes(Node statement) const {
    bool something = false;
    for (Node branch : t_.children(statement)) {
      if (t_.kind(branch) != Kind::block) branch = block_of(branch);
      if (branch == no_node) continue;
      if (emptied(branch))
        something = true;
      else if (!only_pass(branch))
        return false;
    }
    return something;
  }

 private:
  Node block_of(Node clause) const {
    for (const Node child : t_.children(clause))
      if (t_.kind(child) == Kind::block) return child;
    return no_node;
  }

  bool only_pass(Node block) const {
    for (const Node statement : t_.children(block))
      if (t_.kind(statement) != Kind::pass_statement) return false;
    return true;
  }

  const Tree& t_;
  const Doomed& doomed_;
};

const Definition* first_inside(const Doomed& doomed, Span span) {
  for (const Definition& definition : doomed.here)
    if (span.contains(definition.span)) return &definition;
  return nullptr;
}

}  // namespace

Fallout follow_emptied_blocks(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
  Fallout fallout;
  if (doomed.here.empty()) return fallout;
  const auto tree = Tree::of(snapshot, path);
  const Tree& t = *tree;
  const Remains remains(t, doomed);
  // A package without its __init__.py would be another thing, so that file stays, if empty.
  if (!is_test(path) && !path.ends_with("__init__.py") && remains.module_emptied() &&
      !is_still_imported(snapshot, path, doomed)) {
    const std::string_view name = base_name(path);
    fallout.also.push_back({"file:" + std::string(path), std::string(name), {0, 0}, {}, "module", false, false});
  }
  for (Node node = 0; node < t.size(); ++node) {
    if (t.kind(node) != Kind::if_statement && t.kind(node) != Kind::try_statement) continue;
    const Definition* first = first_inside(doomed, t.span(node));
    if (!first || doomed.covers(t.span(node))) continue;
    if (remains.every_branch_goes(node)) {
      Definition container = *first;
      container.span = t.span(node);
      container.what = t.kind(node) == Kind::if_statement ? "guard" : "try block";
      container.declares = true;
      fallout.also.push_back(std::move(container));
      node = t.last(node) - 1;
      continue;
    }
    for (const Node branch : t.children(node))
      if (t.kind(branch) == Kind::block && remains.emptied(branch))
        fallout.reports.push_back(
            {t.span(node), "a branch is left empty while others stay; see whether it is still wanted"});
  }
  return fallout;
}

std::vector<Edit> erase_or_pass(const Snapshot& snapshot, std::string_view path, const Doomed& doomed,
                                std::string_view layer) {
  std::vector<Edit> edits;
  const auto tree = Tree::of(snapshot, path);
  const Tree& t = *tree;
  const Remains remains(t, doomed);

  // Blocks that stay, emptied: their first statement that goes gives way to `pass`.
  std::vector<Span> passes;
  for (Node node = 0; node < t.size(); ++node) {
    if (t.kind(node) != Kind::block || !remains.emptied(node)) continue;
    const Node owner = t.parent(node);
    const bool clause = t.kind(owner) != Kind::if_statement && t.kind(owner) != Kind::try_statement &&
                        t.kind(owner) != Kind::function_definition && t.kind(owner) != Kind::class_definition;
    if (remains.goes(owner) || (clause && remains.goes(t.parent(owner)))) continue;
    bool passes_already = false;
    Node first = no_node;
    for (const Node statement : t.children(node)) {
      passes_already |= t.kind(statement) == Kind::pass_statement;
      if (first == no_node && remains.goes(statement)) first = statement;
    }
    if (!passes_already) passes.push_back(t.span(first));
  }

  for (const Definition& definition : doomed.here) {
    if (definition.layer != layer) continue;
    Span span = definition.span;
    for (Node node = 0; node < t.size(); ++node) {
      const bool import = t.kind(node) == Kind::import_statement || t.kind(node) == Kind::import_from_statement;
      if (import && t.span(node).contains(span) && remains.every_name_goes(node)) span = t.span(node);
    }
    if (std::find(passes.begin(), passes.end(), span) != passes.end())
      edits.push_back(Replace{span, "pass"});
    else
      edits.push_back(Erase{span});
  }
  return edits;
}

}  // namespace remove_op::python
