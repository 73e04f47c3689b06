// Entries of lists and tables in tests: which go with what they name.
//
// An entry goes where the list is only run through, so that nothing depends on its length or on places in it.
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
    if (!std::all_of(reads.begin(), reads.end(), [&](Node read) { return only_runs_through(read); })) {
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

}  // namespace remove_op::python
