// A Python file as a compact syntax tree: what the grammar calls named nodes, in source order.
//
// Input: a file of a snapshot. Output: nodes as indices, so that the descendants of a node are the range
// [node + 1, last(node)) and walking a subtree is a loop. The parser behind it does not show.
// Invariant: a tree covers the whole file even where it did not parse; then `error()` says where it first failed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op::python {

// Node kinds by the grammar's names; kinds that nothing here asks about are `other`.
// clang-format off: a plain list, which clang-format would lay out as a tower
#define REMOVE_OP_PYTHON_KINDS(X) \
  X(aliased_import) X(argument_list) X(as_pattern) X(as_pattern_target) X(assignment) X(attribute) \
  X(augmented_assignment) X(await) X(binary_operator) X(block) X(boolean_operator) X(call) X(case_clause) \
  X(case_pattern) X(class_definition) X(comment) X(comparison_operator) X(concatenated_string) \
  X(conditional_expression) X(decorator) X(decorated_definition) X(default_parameter) X(delete_statement) \
  X(dictionary) X(dictionary_comprehension) X(dictionary_splat_pattern) X(dotted_name) X(elif_clause) \
  X(else_clause) X(except_clause) X(except_group_clause) X(expression_list) X(expression_statement) \
  X(finally_clause) X(for_in_clause) X(for_statement) X(function_definition) X(future_import_statement) \
  X(generator_expression) X(global_statement) X(identifier) X(if_clause) X(if_statement) \
  X(import_from_statement) X(import_prefix) X(import_statement) X(interpolation) X(keyword_argument) \
  X(keyword_pattern) X(lambda) X(lambda_parameters) X(list) X(list_comprehension) X(list_pattern) \
  X(list_splat_pattern) X(match_statement) X(module) X(named_expression) X(none) X(nonlocal_statement) \
  X(not_operator) X(pair) X(parameters) X(parenthesized_expression) X(pass_statement) X(pattern_list) \
  X(raise_statement) X(relative_import) X(return_statement) X(set) X(set_comprehension) X(string) \
  X(string_content) X(string_start) X(subscript) X(try_statement) X(tuple) X(tuple_pattern) X(type) \
  X(typed_default_parameter) X(typed_parameter) X(while_statement) X(wildcard_import) X(with_item) \
  X(with_statement)
// clang-format on

enum class Kind : std::uint8_t {
  other,
#define REMOVE_OP_KIND(name) name,
  REMOVE_OP_PYTHON_KINDS(REMOVE_OP_KIND)
#undef REMOVE_OP_KIND
};

// clang-format off: a plain list, which clang-format would lay out as a tower
#define REMOVE_OP_PYTHON_FIELDS(X) \
  X(alias) X(alternative) X(arguments) X(attribute) X(body) X(condition) X(consequence) X(definition) \
  X(function) X(key) X(left) X(module_name) X(name) X(object) X(parameters) X(right) X(subscript) \
  X(superclasses) X(type) X(value)
// clang-format on

enum class Field : std::uint8_t {
  none,
#define REMOVE_OP_FIELD(name) name,
  REMOVE_OP_PYTHON_FIELDS(REMOVE_OP_FIELD)
#undef REMOVE_OP_FIELD
};

using Node = std::uint32_t;
inline constexpr Node no_node = ~Node{0};

class Tree {
 public:
  explicit Tree(Text text);

  // The tree of `path`, parsed once per snapshot.
  static std::shared_ptr<const Tree> of(const Snapshot& snapshot, std::string_view path);

  std::string_view source() const { return text_.view(); }
  // Where the file first failed to parse.
  const std::optional<Span>& error() const { return error_; }

  Node root() const { return 0; }
  Node size() const { return static_cast<Node>(nodes_.size()); }
  Kind kind(Node node) const { return node == no_node ? Kind::other : nodes_[node].kind; }
  Field field(Node node) const { return nodes_[node].field; }
  Span span(Node node) const { return nodes_[node].span; }
  std::string_view text(Node node) const {
    return node == no_node ? std::string_view() : source().substr(span(node).offset, span(node).length);
  }
  // What stands between two nodes: how `and` is told from `or`.
  std::string_view between(Node left, Node right) const {
    return source().substr(span(left).end(), span(right).offset - span(left).end());
  }
  Node parent(Node node) const { return nodes_[node].parent; }
  // One past the last descendant of `node`.
  Node last(Node node) const { return nodes_[node].last; }
  bool holds(Node ancestor, Node node) const { return ancestor <= node && node < last(ancestor); }

  // The children of `node`, comments left out.
  class Children {
   public:
    class Iterator {
     public:
      Iterator(const Tree* tree, Node at, Node end) : tree_(tree), at_(at), end_(end) { skip(); }
      Node operator*() const { return at_; }
      Iterator& operator++() {
        at_ = tree_->last(at_);
        skip();
        return *this;
      }
      bool operator!=(const Iterator& other) const { return at_ != other.at_; }

     private:
      void skip() {
        while (at_ < end_ && tree_->kind(at_) == Kind::comment) at_ = tree_->last(at_);
      }
      const Tree* tree_;
      Node at_;
      Node end_;
    };
    Children(const Tree* tree, Node first, Node end) : tree_(tree), first_(first), end_(end) {}
    Iterator begin() const { return {tree_, first_, end_}; }
    Iterator end() const { return {tree_, end_, end_}; }

   private:
    const Tree* tree_;
    Node first_;
    Node end_;
  };
  Children children(Node node) const {
    return node == no_node ? Children(this, 0, 0) : Children(this, node + 1, last(node));
  }
  // The child that stands in `field`, or no_node.
  Node child(Node node, Field field) const;
  Node first_child(Node node) const;
  // The n-th positional argument of a call, and its argument by keyword.
  Node argument(Node call, unsigned n) const;
  Node argument(Node call, std::string_view keyword) const;

  // The content of a string literal without interpolation; the parts of an implicit concatenation are joined.
  std::optional<std::string> string_value(Node node) const;
  // The nearest ancestor of that kind (or the node itself), or no_node.
  Node enclosing(Node node, Kind kind) const;

 private:
  struct Entry {
    Span span;
    Node parent;
    Node last;
    Kind kind;
    Field field;
  };

  Text text_;
  std::vector<Entry> nodes_;
  std::optional<Span> error_;
};

}  // namespace remove_op::python
