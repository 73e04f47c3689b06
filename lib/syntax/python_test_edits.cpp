// How the parts of a test that go are taken out where that is more than an erasure.
//
// Input: the nodes that go. Output: replacements, for a branch whose `if` the next one takes over, for the last entries
// of a list, for a tuple of one; and the spans that are plainly erased. Invariant: what is left parses.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "syntax/python_test_parts.h"
#include "words.h"

namespace remove_op::python {
namespace {

bool is_collection(Kind kind) {
  return kind == Kind::list || kind == Kind::tuple || kind == Kind::set || kind == Kind::dictionary;
}

std::string_view line_indent(std::string_view text, unsigned offset) {
  const std::size_t start = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  return text.substr(start, offset - start);
}

bool every_alternative_goes(const Tree& t, Node if_statement, const std::vector<Span>& gone) {
  for (const Node clause : t.children(if_statement))
    if (t.field(clause) == Field::alternative && std::find(gone.begin(), gone.end(), t.span(clause)) == gone.end())
      return false;
  return true;
}

// The first branch that stays, as it reads without those before it; nothing where it would have to be reworded.
std::optional<std::string> first_branch_left(const Tree& t, Node statement, const std::vector<Span>& gone,
                                             Span& until) {
  for (const Node clause : t.children(statement)) {
    if (t.field(clause) != Field::alternative) continue;
    if (std::find(gone.begin(), gone.end(), t.span(clause)) != gone.end()) continue;
    const Span span = t.span(clause);
    if (t.kind(clause) == Kind::elif_clause) {
      until = {span.offset, 4};
      return "if";
    }
    const Node block = t.child(clause, Field::body);
    const std::string_view source = t.source();
    if (block == no_node || t.text(t.first_child(block)).starts_with("raise")) return std::nullopt;
    for (Node node = block; node < t.last(block); ++node)
      if (t.kind(node) == Kind::string && t.text(node).find('\n') != std::string_view::npos) return std::nullopt;
    const std::string_view outer = line_indent(source, t.span(statement).offset);
    const std::string_view inner = line_indent(source, t.span(block).offset);
    if (trimmed(outer) != "" || trimmed(inner) != "" || !inner.starts_with(outer)) return std::nullopt;
    // From the first line below `else:`, for comments there speak of what follows.
    std::size_t start = source.find('\n', span.offset) + 1;
    if (trimmed(source.substr(span.offset, start - span.offset)) != "else:") return std::nullopt;
    std::string text;
    while (start < t.span(block).end()) {
      const std::size_t end = std::min<std::size_t>(source.find('\n', start), t.span(block).end());
      std::string_view line = source.substr(start, end - start);
      if (line.starts_with(inner)) line.remove_prefix(inner.size() - outer.size());
      text.append(line);
      if (end < t.span(block).end()) text += '\n';
      start = end + 1;
    }
    until = span;
    return text.substr(outer.size());
  }
  return std::nullopt;
}

}  // namespace

bool can_lose_first_branch(const Tree& t, Node if_statement, const std::vector<Span>& gone) {
  Span until;
  return first_branch_left(t, if_statement, gone, until) || every_alternative_goes(t, if_statement, gone);
}

namespace {

// The last entries of a list that ends on their line, with the comma before them.
void cut_last_entries(const Tree& t, Node list, const std::vector<Span>& parts, std::vector<Edit>& edits,
                      std::vector<Span>& done) {
  Node kept = no_node;
  Node last = no_node;
  for (const Node entry : t.children(list)) {
    const bool goes = std::find(parts.begin(), parts.end(), t.span(entry)) != parts.end();
    if (!goes) kept = entry;
    last = entry;
  }
  if (kept == no_node || kept == last) return;
  const Span cut = {t.span(kept).end(), t.span(last).end() - t.span(kept).end()};
  const std::string_view behind = t.source().substr(cut.end(), t.span(list).end() - cut.end());
  if (behind.find(',') != std::string_view::npos || behind.find('#') != std::string_view::npos) return;
  for (Node node = list; node < t.last(list); ++node)
    if (t.kind(node) == Kind::comment && cut.contains(t.span(node))) return;
  edits.push_back(Replace{cut, ""});
  done.push_back(cut);
}

// The comment right above a run of statements that end their paragraph speaks of them.
std::optional<Span> comment_above(const Tree& t, Node statement, const std::vector<Span>& parts) {
  const Span span = t.span(statement);
  const Node block = t.parent(statement);
  if (t.kind(block) != Kind::block) return std::nullopt;
  const std::string_view source = t.source();
  Node before = no_node;
  Node after = no_node;
  for (Node node = block + 1; node < t.last(block); node = t.last(node)) {
    if (node < statement) before = node;
    if (node > statement && after == no_node) after = node;
  }
  if (before == no_node || t.kind(before) != Kind::comment) return std::nullopt;
  const auto is_blank_between = [&](unsigned from, unsigned to) {
    const std::string_view gap = source.substr(from, to - from);
    return std::count(gap.begin(), gap.end(), '\n') > 1;
  };
  if (is_blank_between(t.span(before).end(), span.offset)) return std::nullopt;
  const bool goes_on = after != no_node && !is_blank_between(span.end(), t.span(after).offset) &&
                       std::find(parts.begin(), parts.end(), t.span(after)) == parts.end();
  if (goes_on) return std::nullopt;
  unsigned begin = span.offset;
  for (Node node = before; node > block && t.kind(node) == Kind::comment && t.parent(node) == block; --node) {
    const bool own_line = trimmed(line_indent(source, t.span(node).offset)).empty();
    if (!own_line || is_blank_between(t.span(node).end(), begin)) break;
    begin = t.span(node).offset;
  }
  if (begin == span.offset) return std::nullopt;
  return Span{begin, t.span(before).end() - begin};
}

}  // namespace

std::vector<Edit> edits_of_parts(const Tree& t, const std::vector<Span>& parts, std::vector<Span>& rest) {
  std::vector<Edit> edits;
  const auto goes = [&](Span span) { return std::find(parts.begin(), parts.end(), span) != parts.end(); };
  std::vector<Span> done;
  for (Node node = 0; node < t.size(); ++node) {
    if (t.kind(node) == Kind::if_statement && !goes(t.span(node))) {
      const Span block = t.span(t.child(node, Field::consequence));
      const Span first = {t.span(node).offset, block.end() - t.span(node).offset};
      if (!goes(first)) continue;
      Span until;
      const auto left = first_branch_left(t, node, parts, until);
      if (!left && !every_alternative_goes(t, node, parts)) continue;
      if (!left) {
        rest.push_back(t.span(node));
        done.push_back(t.span(node));
        continue;
      }
      const Span replaced = {first.offset, until.end() - first.offset};
      edits.push_back(Replace{replaced, *left});
      done.push_back(replaced);
    }
    if (t.kind(node) != Kind::tuple) {
      if (is_collection(t.kind(node)) && !goes(t.span(node))) cut_last_entries(t, node, parts, edits, done);
      continue;
    }
    std::vector<Node> staying;
    unsigned entries = 0;
    for (const Node entry : t.children(node)) {
      ++entries;
      if (!goes(t.span(entry))) staying.push_back(entry);
    }
    if (staying.size() == 1 && entries > 1) {
      edits.push_back(Replace{t.span(node), fmt::format("({},)", t.text(staying.front()))});
      done.push_back(t.span(node));
    } else {
      cut_last_entries(t, node, parts, edits, done);
    }
  }
  for (const Span part : parts)
    if (std::none_of(done.begin(), done.end(), [&](Span span) { return span.contains(part); })) rest.push_back(part);
  for (Node node = 0; node < t.size(); ++node)
    if (t.kind(t.parent(node)) == Kind::block && std::find(rest.begin(), rest.end(), t.span(node)) != rest.end())
      if (const auto comment = comment_above(t, node, rest)) edits.push_back(Erase{*comment});
  return edits;
}

}  // namespace remove_op::python
