// Values of a test's parameter: where they are listed, and what each of them selects.
//
// A value goes with all that it alone selects; the other values then run as they did before.
#include <fmt/format.h>

#include <algorithm>

#include "syntax/python_definitions.h"
#include "syntax/python_test_parts.h"
#include "words.h"

namespace remove_op::python {
namespace {

// The operand of `==` that is a name, and the string that it is compared with.
struct Comparison {
  Node name;
  std::string value;
};

std::optional<Comparison> equality(const Tree& t, Node node) {
  if (t.kind(node) != Kind::comparison_operator) return std::nullopt;
  std::vector<Node> operands;
  for (const Node child : t.children(node)) operands.push_back(child);
  if (operands.size() != 2 || trimmed(t.between(operands[0], operands[1])) != "==") return std::nullopt;
  if (t.kind(operands[0]) != Kind::identifier) std::swap(operands[0], operands[1]);
  const auto value = t.string_value(operands[1]);
  if (t.kind(operands[0]) != Kind::identifier || !value) return std::nullopt;
  return Comparison{operands[0], *value};
}

bool is_sequence(Kind kind) { return kind == Kind::list || kind == Kind::tuple; }

class Dropper {
 public:
  Dropper(const Trim& trim, const Case& dropped, Attempt& attempt)
      : trim_(trim), places_(trim.places), t_(places_.tree()), case_(dropped), attempt_(attempt) {}

  bool values() {
    bool fed = false;
    for (const Feed& feed : feeds_of(trim_, case_.function)) {
      const auto named = std::find(feed.names.begin(), feed.names.end(), case_.parameter);
      if (named == feed.names.end()) continue;
      if (!feed.known) return fail("its values are computed, or shared with others");
      for (const Node list : feed.lists)
        if (!value_in(feed, list, static_cast<unsigned>(named - feed.names.begin()), fed)) return false;
    }
    return fed || fail("its values are not listed with the function");
  }

  bool uses() {
    if (called_with_value()) return fail("the function is called with it");
    const unsigned scope = places_.scopes().scope_opened_by(case_.function);
    for (const Node read : places_.reads_of(scope, case_.parameter)) {
      const Node parent = t_.parent(read);
      if (t_.kind(parent) == Kind::comparison_operator && !compared(parent)) return false;
      if (t_.kind(parent) == Kind::subscript && t_.field(read) == Field::subscript && !looked_up(parent)) return false;
    }
    return true;
  }

 private:
  bool fail(std::string_view why) {
    attempt_.why_not = fmt::format("`{}` as \"{}\": {}", case_.parameter, case_.value, why);
    return false;
  }
  void take(Node node, const char* what) { attempt_.parts.push_back({t_.span(node), what}); }

  bool called_with_value() const {
    const Node name = t_.child(case_.function, Field::name);
    for (Node node = 0; node < t_.size(); ++node) {
      if (t_.kind(node) != Kind::call || t_.text(t_.child(node, Field::function)) != t_.text(name)) continue;
      const Node arguments = t_.child(node, Field::arguments);
      for (Node argument = arguments; argument < t_.last(arguments); ++argument)
        if (t_.string_value(argument) == case_.value) return true;
    }
    return false;
  }

  bool value_in(const Feed& feed, Node list, unsigned at, bool& fed) {
    std::vector<unsigned> hits;
    unsigned index = 0;
    for (const Node element : t_.children(list)) {
      const Node value = value_of(element, at, static_cast<unsigned>(feed.names.size()));
      if (value == no_node) return fail("a row of its values is computed");
      const auto text = t_.string_value(value);
      const Kind kind = t_.kind(value);
      const bool constant = text || kind == Kind::none || kind == Kind::other;
      if (!constant || t_.text(element).starts_with("*")) return fail("some of its values are computed");
      if (text == case_.value) hits.push_back(index);
      ++index;
    }
    if (hits.empty()) return true;
    if (hits.size() == index) return fail("no other value would be left");
    fed = true;
    for (const unsigned hit : hits) take(places_.nth(list, hit), "parameter value");
    for (const Node parallel : feed.parallel) {
      if (feed.lists.size() != 1 || places_.count(parallel) < index) return fail("a list in step with its values");
      for (const unsigned hit : hits) take(places_.nth(parallel, hit), "parameter value");
    }
    return true;
  }

  // A row may be wrapped in `pytest.param(...)`.
  Node value_of(Node element, unsigned at, unsigned width) const {
    if (t_.kind(element) == Kind::call && places_.callee_name(element) == "param") return t_.argument(element, at);
    if (width == 1) return element;
    if (!is_sequence(t_.kind(element)) || places_.count(element) != width) return no_node;
    return places_.nth(element, at);
  }

  bool compared(Node comparison) {
    if (const auto equal = equality(t_, comparison)) return equal->value != case_.value || branch_of(comparison);
    const Node other = places_.nth(comparison, 1);
    if (places_.count(comparison) == 2 && is_sequence(t_.kind(other))) {
      std::vector<Node> hits;
      for (const Node element : t_.children(other))
        if (t_.string_value(element) == case_.value) hits.push_back(element);
      if (hits.empty()) return true;
      if (trimmed(t_.between(places_.nth(comparison, 0), other)) != "in") return fail("is compared in another way");
      if (hits.size() == places_.count(other)) return branch_of(comparison);
      for (const Node hit : hits) take(hit, "compared value");
      return true;
    }
    for (const Node operand : t_.children(comparison))
      if (t_.text(operand).find(case_.value) != std::string_view::npos) return fail("is compared in another way");
    return true;
  }

  // The branch that runs only where the comparison holds.
  bool branch_of(Node comparison) {
    Node at = comparison;
    for (Node parent = t_.parent(at);; at = parent, parent = t_.parent(at)) {
      const Kind kind = t_.kind(parent);
      if (kind == Kind::parenthesized_expression) continue;
      if (kind == Kind::boolean_operator &&
          trimmed(t_.between(t_.first_child(parent), places_.nth(parent, 1))) == "and")
        continue;
      if ((kind != Kind::if_statement && kind != Kind::elif_clause) || t_.field(at) != Field::condition)
        return fail("more than a branch depends on it");
      return take_branch(parent);
    }
  }

  bool take_branch(Node owner) {
    const Node block = t_.child(owner, Field::consequence);
    if (trim_.live_in(t_.span(block))) return fail("its branch exercises more");
    if (t_.kind(owner) == Kind::elif_clause || t_.child(owner, Field::alternative) == no_node) {
      take(owner, "branch");
      return true;
    }
    if (!can_lose_first_branch(t_, owner)) return fail("what is left of its branches has to be written anew");
    const Span whole = t_.span(owner);
    attempt_.parts.push_back({{whole.offset, t_.span(block).end() - whole.offset}, "branch"});
    return true;
  }

  // `table[parameter]`, the table being spelled out and read nowhere else.
  bool looked_up(Node subscript) {
    const Node object = t_.first_child(subscript);
    Node table = object;
    if (t_.kind(object) == Kind::identifier) {
      const unsigned scope = places_.scopes().owner(object);
      table = places_.only_value(scope, t_.text(object));
      if (t_.kind(table) != Kind::dictionary) return true;
      for (const Node read : places_.reads_of(scope, t_.text(object)))
        if (!t_.holds(case_.function, read)) return fail("its table is read elsewhere");
      if (scope == 0 && trim_.used_elsewhere(t_.text(object))) return fail("its table is read elsewhere");
    }
    if (t_.kind(table) != Kind::dictionary) return true;
    std::vector<Node> hits;
    for (const Node pair : t_.children(table))
      if (t_.kind(pair) == Kind::pair && t_.string_value(t_.child(pair, Field::key)) == case_.value)
        hits.push_back(pair);
    if (!hits.empty() && hits.size() == places_.count(table)) return fail("its table would be left empty");
    for (const Node hit : hits) {
      if (trim_.live_in(t_.span(hit))) return fail("its entry in a table exercises more");
      take(hit, "table entry");
    }
    return true;
  }

  const Trim& trim_;
  const Places& places_;
  const Tree& t_;
  const Case& case_;
  Attempt& attempt_;
};

}  // namespace

std::optional<Case> case_around(const Trim& trim, Node site) {
  const Places& places = trim.places;
  const Tree& t = places.tree();
  for (Node at = site; at != t.root(); at = t.parent(at)) {
    const Node parent = t.parent(at);
    switch (t.kind(parent)) {
      case Kind::if_statement:
      case Kind::elif_clause: {
        if (t.field(at) != Field::consequence) {
          if (t.field(at) == Field::condition) return std::nullopt;
          break;  // a clause of the statement, which was judged as such
        }
        const auto equal = equality(t, t.child(parent, Field::condition));
        if (!equal) return std::nullopt;
        const Scopes& scopes = places.scopes();
        const unsigned scope = scopes.owner(equal->name);
        const auto& bound = scopes.bound(scope, t.text(equal->name));
        if (scope == 0 || bound.size() != 1 || scopes.binding(bound.front()).binder != Binder::parameter)
          return std::nullopt;
        return Case{scopes.all()[scope].node, t.text(equal->name), equal->value};
      }
      case Kind::pair: {
        // An entry of a table from which the parameter picks.
        const auto key = t.string_value(t.child(parent, Field::key));
        if (t.field(at) != Field::value || !key) break;
        const Node assignment = t.parent(t.parent(parent));
        if (t.kind(assignment) != Kind::assignment) break;
        const Node name = t.child(assignment, Field::left);
        if (t.kind(name) != Kind::identifier) break;
        const unsigned scope = places.scopes().scope_of(assignment);
        for (const Node read : places.reads_of(scope, t.text(name))) {
          const Node subscript = t.parent(read);
          const Node index = t.kind(subscript) == Kind::subscript ? t.child(subscript, Field::subscript) : no_node;
          if (t.kind(index) != Kind::identifier || t.first_child(subscript) != read) continue;
          const unsigned owner = places.scopes().owner(index);
          const auto& bound = places.scopes().bound(owner, t.text(index));
          if (owner != 0 && bound.size() == 1 && places.scopes().binding(bound.front()).binder == Binder::parameter)
            return Case{places.scopes().all()[owner].node, t.text(index), *key};
        }
        break;
      }
      case Kind::else_clause:
      case Kind::conditional_expression:
      case Kind::boolean_operator:
      case Kind::try_statement:
      case Kind::except_clause:
      case Kind::match_statement:
      case Kind::while_statement:
        return std::nullopt;
      default:
        break;
    }
  }
  return std::nullopt;
}

bool drop_uses(const Trim& trim, const Case& dropped, Attempt& attempt) {
  return Dropper(trim, dropped, attempt).uses();
}

Attempt drop_case(const Trim& trim, const Case& dropped) {
  Attempt attempt;
  Dropper dropper(trim, dropped, attempt);
  if (trim.places.tree().kind(dropped.function) != Kind::function_definition)
    return Attempt::fails("its branch depends on a lambda's parameter");
  if (!dropper.values() || !dropper.uses()) return Attempt::fails(attempt.why_not);
  return attempt;
}

}  // namespace remove_op::python
