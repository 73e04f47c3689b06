// Entries of lists and tables in tests: which go with what they name, and how they are taken out.
//
// An entry goes where the list is only run through, so that nothing depends on its length or on places in it.
#include <fmt/format.h>

#include <algorithm>

#include "syntax/python_definitions.h"
#include "syntax/python_test_parts.h"
#include "words.h"

namespace remove_op::python {
namespace {

bool is_collection(Kind kind) {
  return kind == Kind::list || kind == Kind::tuple || kind == Kind::set || kind == Kind::dictionary;
}

class Collection {
 public:
  Collection(const Trim& trim, Node node) : trim_(trim), places_(trim.places), t_(places_.tree()), node_(node) {}

  // Whether each entry stands for itself. Else `why` says what else depends on the list.
  bool stands_alone(std::string& why) {
    if (is_parametrisation()) return true;
    const Node parent = t_.parent(node_);
    if (t_.kind(parent) == Kind::comparison_operator)
      return places_.nth(parent, 1) == node_ && places_.count(parent) == 2 &&
             trimmed(t_.between(places_.nth(parent, 0), node_)).ends_with("in");
    if (t_.kind(parent) == Kind::for_statement || t_.kind(parent) == Kind::for_in_clause)
      return t_.field(node_) == Field::right;
    if (t_.kind(parent) != Kind::assignment || t_.field(node_) != Field::right) return false;
    const Node name = t_.child(parent, Field::left);
    if (t_.kind(name) != Kind::identifier) return false;
    const unsigned scope = places_.scopes().scope_of(parent);
    if (places_.only_value(scope, t_.text(name)) != node_ ||
        t_.kind(places_.scopes().all()[scope].node) == Kind::class_definition)
      return false;
    const auto reads = places_.reads_of(scope, t_.text(name));
    if (reads.empty() || (scope == 0 && trim_.used_elsewhere(t_.text(name)))) {
      why = "its list is read elsewhere";
      return false;
    }
    for (const Node read : reads)
      if (!only_runs_through(read)) {
        why = "more depends on its list than what runs through it";
        return false;
      }
    return true;
  }

  // The functions and names that a parametrisation feeds, where it is one.
  const std::optional<std::pair<Node, Feed>>& feed() const { return feed_; }

 private:
  bool is_parametrisation() {
    for (Node at = node_; at != t_.root(); at = t_.parent(at)) {
      if (t_.kind(at) != Kind::decorated_definition) continue;
      const Node function = t_.child(at, Field::definition);
      if (t_.kind(function) == Kind::function_definition) return fed_to(function);
    }
    for (const Scope& scope : places_.scopes().all())  // a constant that feeds one function
      if (t_.kind(scope.node) == Kind::function_definition &&
          t_.kind(t_.parent(scope.node)) == Kind::decorated_definition && fed_to(scope.node))
        return true;
    return false;
  }

  bool fed_to(Node function) {
    for (Feed& feed : feeds_of(trim_, function)) {
      if (!feed.known || std::find(feed.lists.begin(), feed.lists.end(), node_) == feed.lists.end()) continue;
      feed_.emplace(function, std::move(feed));
      return true;
    }
    return false;
  }

  bool only_runs_through(Node read) const {
    const Node parent = t_.parent(read);
    switch (t_.kind(parent)) {
      case Kind::for_statement:
      case Kind::for_in_clause:
        return t_.field(read) == Field::right;
      case Kind::comparison_operator:
        return places_.nth(parent, 1) == read && trimmed(t_.between(places_.nth(parent, 0), read)) == "in";
      case Kind::subscript:  // of a table, by what is not known here
        return t_.kind(node_) == Kind::dictionary && t_.first_child(parent) == read &&
               !t_.string_value(t_.child(parent, Field::subscript));
      case Kind::attribute: {
        const std::string_view method = t_.text(t_.child(parent, Field::attribute));
        return method == "items" || method == "append" || method == "extend" || method == "keys" || method == "values";
      }
      case Kind::argument_list: {  // `parametrize("name", LIST)`
        const Node call = t_.parent(parent);
        return t_.argument(call, 1U) == read && t_.enclosing(call, Kind::decorator) != no_node &&
               places_.callee_name(call) == "parametrize" && t_.argument(call, "ids") == no_node;
      }
      default:
        return false;
    }
  }

  const Trim& trim_;
  const Places& places_;
  const Tree& t_;
  Node node_;
  std::optional<std::pair<Node, Feed>> feed_;
};

// What one row says in its other columns: a name that selects branches of the test goes with it.
bool drop_row_values(const Trim& trim, Node row, Node list, const std::pair<Node, Feed>& fed, Attempt& attempt) {
  const Places& places = trim.places;
  const Tree& t = places.tree();
  const auto& [function, feed] = fed;
  const auto column = [&](Node element, unsigned n) -> std::optional<std::string> {
    if (t.kind(element) == Kind::call && places.callee_name(element) == "param")
      return t.string_value(t.argument(element, n));
    if (feed.names.size() == 1) return t.string_value(element);
    return is_collection(t.kind(element)) ? t.string_value(places.nth(element, n)) : std::nullopt;
  };
  for (unsigned n = 0; n < feed.names.size(); ++n) {
    const auto value = column(row, n);
    if (!value) continue;
    unsigned rows = 0;
    for (const Node element : t.children(list)) rows += column(element, n) == value;
    if (rows == 1 && !drop_uses(trim, {function, feed.names[n], *value}, attempt)) return false;
  }
  return true;
}

}  // namespace

Attempt drop_entry(const Trim& trim, Node site) {
  const Places& places = trim.places;
  const Tree& t = places.tree();
  Attempt attempt = Attempt::fails("");
  std::string why;
  for (Node at = site; at != t.root(); at = t.parent(at)) {
    const Node list = t.parent(at);
    if (t.kind(list) == Kind::block || t.kind(list) == Kind::module || t.kind(list) == Kind::function_definition) break;
    if (!is_collection(t.kind(list))) continue;
    Collection collection(trim, list);
    if (!collection.stands_alone(why)) continue;
    if (trim.live_in(t.span(at))) return Attempt::fails("its entry exercises more");
    attempt = {{{t.span(at), "list entry"}}};
    if (const auto& fed = collection.feed()) {
      unsigned index = 0;
      for (const Node element : t.children(list)) {
        if (element == at) break;
        ++index;
      }
      for (const Node parallel : fed->second.parallel) {
        if (fed->second.lists.size() != 1 || places.count(parallel) != places.count(list))
          return Attempt::fails("a list in step with its values");
        attempt.parts.push_back({t.span(places.nth(parallel, index)), "list entry"});
      }
      if (!drop_row_values(trim, at, list, *fed, attempt)) return Attempt::fails(attempt.why_not);
    }
  }
  if (attempt.parts.empty()) return Attempt::fails(why.empty() ? "none" : why);
  return attempt;
}

namespace {

std::string_view line_indent(std::string_view text, unsigned offset) {
  const std::size_t start = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  return text.substr(start, offset - start);
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

bool can_lose_first_branch(const Tree& t, Node if_statement) {
  Span until;
  return first_branch_left(t, if_statement, {}, until).has_value();
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
      if (!left) {  // every branch goes
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
