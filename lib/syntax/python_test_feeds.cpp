// What feeds the parameters of a test: the lists of values in its decorators, and those in step with them.
//
// Input: a decorated function. Output: the lists as nodes, or that they are not known: computed, or shared with others.
#include <algorithm>

#include "syntax/python_definitions.h"
#include "syntax/python_test_parts.h"
#include "words.h"

namespace remove_op::python {
namespace {

bool is_sequence(Kind kind) { return kind == Kind::list || kind == Kind::tuple; }

// The lists that an expression is, or chooses from; false where it is computed, or a constant that others read too.
bool resolve(const Trim& trim, Node function, Node expression, std::vector<Node>& lists) {
  const Places& places = trim.places;
  const Tree& t = places.tree();
  switch (t.kind(expression)) {
    case Kind::list:
    case Kind::tuple:
      lists.push_back(expression);
      return true;
    case Kind::parenthesized_expression:
      return resolve(trim, function, t.first_child(expression), lists);
    case Kind::conditional_expression:
      return resolve(trim, function, places.nth(expression, 0), lists) &&
             resolve(trim, function, places.nth(expression, 2), lists);
    case Kind::identifier: {
      const Node value = places.only_value(0, t.text(expression));
      const Node whole = with_decorators(t, function);
      for (const Node read : places.reads_of(0, t.text(expression)))
        if (!t.holds(whole, read) || t.holds(function, read)) return false;
      return value != no_node && !trim.used_elsewhere(t.text(expression)) && resolve(trim, function, value, lists);
    }
    default:
      return false;
  }
}

// "a, b" or ("a", "b").
std::vector<std::string> names_in(const Tree& t, Node node) {
  std::vector<std::string> names;
  const auto add = [&](std::string_view text) {
    while (!text.empty()) {
      const auto comma = std::min(text.find(','), text.size());
      names.emplace_back(trimmed(text.substr(0, comma)));
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
  };
  if (const auto text = t.string_value(node)) add(*text);
  if (is_sequence(t.kind(node)))
    for (const Node element : t.children(node))
      if (const auto text = t.string_value(element)) add(*text);
  return names;
}

}  // namespace

std::vector<Feed> feeds_of(const Trim& trim, Node function) {
  const Tree& t = trim.places.tree();
  std::vector<Feed> feeds;
  const auto values = [&](Feed& feed, Node node) {
    feed.known = feed.known && resolve(trim, function, node, feed.lists);
  };
  const auto in_step = [&](Feed& feed, Node node) {
    const bool called = t.kind(node) == Kind::lambda || t.kind(node) == Kind::attribute;  // a function of the value
    if (node != no_node && !called && !resolve(trim, function, node, feed.parallel))
      feed.known = feed.known && t.kind(node) == Kind::identifier && trim.places.only_value(0, t.text(node)) == no_node;
  };
  const Node whole = with_decorators(t, function);
  for (Node node = whole; node < function; ++node) {
    if (t.kind(node) != Kind::call) continue;
    Feed feed;
    const Node first = t.argument(node, 0U);
    if (first != no_node) feed.names = names_in(t, first);
    if (!feed.names.empty()) {
      const Node second = t.argument(node, 1U);
      const Node listed = second != no_node ? second : t.argument(node, "argvalues");
      if (listed == no_node) continue;
      values(feed, listed);
      if (const Node third = t.argument(node, 2U); is_sequence(t.kind(third))) feed.lists.push_back(third);
      in_step(feed, t.argument(node, "ids"));
    } else if (const Node line = t.argument(node, "line_arg"); line != no_node) {
      feed.names = names_in(t, line);
      values(feed, t.argument(node, "line_vals"));
      in_step(feed, t.argument(node, "line_names"));
      in_step(feed, t.argument(node, "styles"));
    } else {
      continue;
    }
    feeds.push_back(std::move(feed));
  }
  return feeds;
}

}  // namespace remove_op::python
