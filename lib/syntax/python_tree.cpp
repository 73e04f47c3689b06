#include "syntax/python_tree.h"

#include <tree_sitter/api.h>

#include <array>
#include <unordered_map>

extern "C" const TSLanguage* tree_sitter_python();

namespace remove_op::python {
namespace {

struct Grammar {
  std::vector<Kind> kinds;
  std::vector<Field> fields;

  Grammar() {
    const TSLanguage* language = tree_sitter_python();
    const std::unordered_map<std::string_view, Kind> kind_names = {
#define REMOVE_OP_KIND(name) {#name, Kind::name},
        REMOVE_OP_PYTHON_KINDS(REMOVE_OP_KIND)
#undef REMOVE_OP_KIND
    };
    const std::unordered_map<std::string_view, Field> field_names = {
#define REMOVE_OP_FIELD(name) {#name, Field::name},
        REMOVE_OP_PYTHON_FIELDS(REMOVE_OP_FIELD)
#undef REMOVE_OP_FIELD
    };
    kinds.resize(ts_language_symbol_count(language));
    const auto symbols = static_cast<TSSymbol>(kinds.size());
    for (TSSymbol symbol = 0; symbol < symbols; ++symbol) {
      if (ts_language_symbol_type(language, symbol) != TSSymbolTypeRegular) continue;
      const auto known = kind_names.find(ts_language_symbol_name(language, symbol));
      if (known != kind_names.end()) kinds[symbol] = known->second;
    }
    fields.resize(ts_language_field_count(language) + 1);
    const auto field_ids = static_cast<TSFieldId>(fields.size());
    for (TSFieldId id = 1; id < field_ids; ++id) {
      const auto known = field_names.find(ts_language_field_name_for_id(language, id));
      if (known != field_names.end()) fields[id] = known->second;
    }
  }

  Kind kind(TSSymbol symbol) const { return symbol < kinds.size() ? kinds[symbol] : Kind::other; }
};

const Grammar& grammar() {
  static const Grammar instance;
  return instance;
}

}  // namespace

Tree::Tree(Text text) : text_(std::move(text)) {
  const std::string_view source = text_.view();
  TSParser* parser = ts_parser_new();
  ts_parser_set_language(parser, tree_sitter_python());
  TSTree* tree = ts_parser_parse_string(parser, nullptr, source.data(), static_cast<uint32_t>(source.size()));
  nodes_.reserve(source.size() / 4);

  // Named nodes only; an anonymous node has no named descendants, so it is not entered.
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  std::vector<Node> open;
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    bool entered = false;
    if (!error_ && (ts_node_is_missing(node) || ts_node_symbol(node) == static_cast<TSSymbol>(-1)))
      error_ = Span{ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node)};
    if (ts_node_is_named(node)) {
      const unsigned start = ts_node_start_byte(node);
      const Node index = size();
      nodes_.push_back({{start, ts_node_end_byte(node) - start},
                        open.empty() ? no_node : open.back(),
                        index + 1,
                        grammar().kind(ts_node_symbol(node)),
                        grammar().fields[ts_tree_cursor_current_field_id(&cursor)]});
      if (ts_tree_cursor_goto_first_child(&cursor)) {
        open.push_back(index);
        entered = true;
      }
    }
    while (!entered && more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
      if (!open.empty()) {
        nodes_[open.back()].last = size();
        open.pop_back();
      }
    }
  }
  ts_tree_cursor_delete(&cursor);
  ts_tree_delete(tree);
  ts_parser_delete(parser);
}

std::shared_ptr<const Tree> Tree::of(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<Tree>(path, [&] {
    const File* file = snapshot.find(path);
    return std::make_shared<const Tree>(file ? file->text : Text());
  });
}

Node Tree::child(Node node, Field field) const {
  for (const Node child : children(node))
    if (nodes_[child].field == field) return child;
  return no_node;
}

Node Tree::first_child(Node node) const {
  for (const Node child : children(node)) return child;
  return no_node;
}

Node Tree::argument(Node call, unsigned n) const {
  for (const Node argument : children(child(call, Field::arguments)))
    if (kind(argument) != Kind::keyword_argument && n-- == 0) return argument;
  return no_node;
}

Node Tree::argument(Node call, std::string_view keyword) const {
  for (const Node argument : children(child(call, Field::arguments)))
    if (kind(argument) == Kind::keyword_argument && text(child(argument, Field::name)) == keyword)
      return child(argument, Field::value);
  return no_node;
}

std::optional<std::string> Tree::string_value(Node node) const {
  std::string value;
  if (kind(node) == Kind::parenthesized_expression) return string_value(first_child(node));
  if (kind(node) == Kind::concatenated_string) {
    for (const Node part : children(node)) {
      const auto text = string_value(part);
      if (!text) return std::nullopt;
      value += *text;
    }
    return value;
  }
  if (kind(node) != Kind::string) return std::nullopt;
  for (const Node part : children(node)) {
    if (kind(part) == Kind::interpolation) return std::nullopt;
    if (kind(part) == Kind::string_content) value += text(part);
  }
  return value;
}

Node Tree::enclosing(Node node, Kind kind) const {
  while (node != no_node && nodes_[node].kind != kind) node = nodes_[node].parent;
  return node;
}

}  // namespace remove_op::python
