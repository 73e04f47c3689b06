// Statements of a test that go with what they call, and those that only fed or followed them.
//
//   out = pkg.gone(x)                      goes: `out` is read by a comparison alone
//   assert_close(out, expected)            goes with it
//   opcheck(torch.ops.ns.gone, (x,))       goes: nothing takes its result
// A value that reaches anything else keeps all of it: the place is then reported.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "syntax/python_definitions.h"
#include "syntax/python_test_parts.h"

namespace remove_op::python {
namespace {

constexpr std::array<std::string_view, 9> blank_makers = {
    "empty", "empty_like", "zeros", "zeros_like", "clone", "new_empty", "new_zeros", "empty_strided", "full"};

template <typename Names>
bool among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A test that puts something in the place of other code asks later what became of it.
bool is_watched(std::string_view function) {
  const std::array<std::string_view, 5> marks = {"mock", "Mock", "patch", "mocker", "spy"};
  return std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return function.find(mark) != std::string_view::npos; });
}

class Closure {
 public:
  Closure(const Trim& trim, Node site)
      : trim_(trim),
        places_(trim.places),
        t_(places_.tree()),
        scopes_(places_.scopes()),
        site_(site),
        home_(places_.function_around(site, true)),
        scope_(home_ == no_node ? 0 : scopes_.scope_opened_by(home_)) {}

  Attempt run() {
    const Node statement = places_.statement_in(home_, site_);
    if (statement == no_node) return Attempt::fails("it stands outside of a statement");
    if (home_ != no_node && is_watched(t_.text(with_decorators(t_, home_))))
      return Attempt::fails("a stand-in may watch what it does");
    if (home_ == no_node && t_.enclosing(statement, Kind::if_statement) == no_node)
      return Attempt::fails("it runs when the file is loaded");
    if (!take(statement, site_) || !promote() || !read_no_more() || !still_exercises()) return Attempt::fails(why_);
    Attempt attempt;
    for (const Node gone : gone_) attempt.parts.push_back({t_.span(gone), "statement"});
    return attempt;
  }

 private:
  bool fail(std::string why) {
    why_ = std::move(why);
    return false;
  }
  bool gone(Node node) const {
    return std::any_of(gone_.begin(), gone_.end(), [&](Node taken) { return t_.holds(taken, node); });
  }

  // `cause` is what goes, or reads it.
  bool take(Node statement, Node cause) {
    if (gone(statement)) return true;
    if (statement == no_node) return fail("it is used outside of a statement");
    if (places_.in_head(statement, cause)) return fail("what else runs depends on it");
    switch (t_.kind(statement)) {
      case Kind::expression_statement:
        return take_expression(statement, t_.first_child(statement), cause);
      case Kind::function_definition:
      case Kind::decorated_definition: {
        const Node function =
            t_.kind(statement) == Kind::decorated_definition ? t_.child(statement, Field::definition) : statement;
        if (t_.kind(function) != Kind::function_definition) return fail("a class inside of the function uses it");
        gone_.insert(statement);
        return taint(t_.text(t_.child(function, Field::name)));
      }
      case Kind::delete_statement:
        gone_.insert(statement);
        return true;
      default:
        if (!is_assert(t_, statement)) return fail("what it gives is used by more");
        for (Node node = statement; node < t_.last(statement); ++node)
          if (t_.kind(node) == Kind::boolean_operator) return fail("an assertion holds more");
        if (collected(cause, statement)) return fail("it stands in a list with others");
        gone_.insert(statement);
        return true;
    }
  }

  bool take_expression(Node statement, Node expression, Node cause) {
    if (t_.kind(expression) == Kind::assignment) return take_assignment(statement, expression, cause);
    if (t_.kind(expression) != Kind::call) return fail("what it gives is used by more");
    const Node function = t_.child(expression, Field::function);
    const std::string_view name = places_.callee_name(expression);
    if (collected(cause, expression)) return fail("it stands in a list with others");
    gone_.insert(statement);
    if (is_check_name(name) && !is_helper(function)) return true;
    if (name == "print") return prints_no_more(expression);
    const bool tainted_callee = t_.kind(function) == Kind::identifier && tainted_.count(t_.text(function));
    if (t_.holds(function, cause) || tainted_callee || is_helper(function)) return takes_results(expression);
    return fail("another function takes it");
  }

  bool is_helper(Node function) const {
    return t_.kind(function) == Kind::identifier &&
           std::any_of(trim_.file.units.begin(), trim_.file.units.end(), [&](const Unit& unit) {
             return unit.kind == Unit::Kind::function && unit.name == t_.text(function);
           });
  }

  bool prints_no_more(Node call) {
    for (const Node read : scopes_.reads())
      if (t_.holds(t_.child(call, Field::arguments), read) && scopes_.owner(read) == scope_ && scope_ != 0 &&
          !tainted_.count(t_.text(read)))
        return fail("a line that is printed holds more");
    return true;
  }

  bool take_assignment(Node statement, Node assignment, Node cause) {
    const Node value = t_.child(assignment, Field::right);
    const Node target = t_.child(assignment, Field::left);
    if (t_.kind(value) == Kind::assignment || value == no_node) return fail("what it gives is used by more");
    for (Node at = cause; at != assignment; at = t_.parent(at)) {
      const Kind kind = t_.kind(at);
      if (kind == Kind::conditional_expression || kind == Kind::boolean_operator)
        return fail("what it gives is used by more");
    }
    if (collected(cause, assignment)) return fail("it stands in a list with others");
    std::vector<std::string_view> names;
    if (!plain_targets(t_, target, names)) return fail("what it gives is stored in something else");
    gone_.insert(statement);
    for (Node at = cause; at != assignment; at = t_.parent(at))
      if (t_.kind(at) == Kind::call && !takes_blanks(at)) return false;
    return std::all_of(names.begin(), names.end(), [&](std::string_view name) { return taint(name); });
  }

  // Whether the place is but one of several in a list that is no argument of a call, as it is in `opcheck(op, (x, y))`.
  bool collected(Node cause, Node until) const {
    bool found = false;
    for (Node at = t_.parent(cause); cause != until && at != until; at = t_.parent(at)) {
      const Kind kind = t_.kind(at);
      if (kind == Kind::call) return false;
      found |= kind == Kind::list || kind == Kind::dictionary || kind == Kind::set || kind == Kind::tuple ||
               kind == Kind::expression_list;
    }
    return found;
  }

  // All that binds and reads the name goes.
  bool taint(std::string_view name) {
    if (!tainted_.insert(name).second) return true;
    const auto& bound = scopes_.bound(scope_, name);
    if (bound.empty() || (scope_ == 0 && trim_.used_elsewhere(name)))
      return fail(fmt::format("`{}` is used elsewhere", name));
    for (const unsigned index : bound) {
      const Binding& binding = scopes_.binding(index);
      const Node statement = places_.statement_in(home_, binding.node);
      if (binding.binder == Binder::parameter || statement == no_node)
        return fail(fmt::format("`{}` has other values too", name));
      if (gone(statement)) continue;
      if (!is_harmless_assignment(trim_, statement)) return fail(fmt::format("`{}` has other values too", name));
      if (!take_assignment(statement, t_.first_child(statement), t_.child(t_.first_child(statement), Field::right)))
        return false;
    }
    for (const Node read : places_.reads_of(scope_, name))
      if (!take(places_.statement_in(home_, read), read)) return false;
    return true;
  }

  // A call without a result is there for what it writes to its arguments. In a loop it also comes before what precedes
  // it there.
  bool takes_results(Node call) {
    if (!takes_blanks(call)) return false;
    unsigned from = t_.span(call).end();
    for (Node at = call; at != home_ && at != t_.root(); at = t_.parent(at))
      if (t_.kind(at) == Kind::for_statement || t_.kind(at) == Kind::while_statement) from = t_.span(at).offset;
    for (const std::string_view name : locals_in(call))
      if (!tainted_.count(name)) written_.push_back({name, from});
    return true;
  }

  // Memory that was made for its results goes with it.
  bool takes_blanks(Node call) {
    for (const std::string_view name : locals_in(call)) {
      const auto& bound = scopes_.bound(scope_, name);
      const bool blank = !bound.empty() && std::all_of(bound.begin(), bound.end(), [&](unsigned index) {
        const Node value = scopes_.binding(index).value;
        return value != no_node && t_.kind(value) == Kind::call && among(blank_makers, places_.callee_name(value));
      });
      if (blank && !taint(name)) return false;
    }
    return true;
  }

  std::set<std::string_view> locals_in(Node call) const {
    std::set<std::string_view> names;
    for (const Node read : scopes_.reads())
      if (t_.holds(t_.child(call, Field::arguments), read) && scopes_.owner(read) == scope_ &&
          !scopes_.bound(scope_, t_.text(read)).empty() && (scope_ != 0))
        names.insert(t_.text(read));
    return names;
  }

  bool read_no_more() {
    for (const auto& [name, from] : written_) {
      if (tainted_.count(name)) continue;
      for (const Node read : places_.reads_of(scope_, name))
        if (t_.span(read).offset >= from && !gone(read))
          return fail(fmt::format("it may write to `{}`, which is read later", name));
    }
    return true;
  }

  // Blocks that are left empty go with the statement that they belong to.
  bool promote() {
    for (bool more = true; more;) {
      more = false;
      for (Node block = 0; block < t_.size(); ++block) {
        if (t_.kind(block) != Kind::block || gone(block)) continue;
        bool any = false;
        bool all = true;
        for (const Node child : t_.children(block)) {
          any |= gone_.count(child) != 0;
          all &= gone_.count(child) != 0 || is_idle(child);
        }
        if (!any || !all) continue;
        const Node owner = t_.parent(block);
        const Kind kind = t_.kind(owner);
        if (block == t_.child(home_ == no_node ? t_.root() : home_, Field::body))
          return fail("nothing would be left of its function");
        const bool loop = kind == Kind::for_statement && t_.child(owner, Field::alternative) == no_node &&
                          is_harmless_value(trim_, t_.child(owner, Field::right));
        const bool alone = kind == Kind::if_statement && t_.child(owner, Field::alternative) == no_node &&
                           is_harmless_value(trim_, t_.child(owner, Field::condition)) &&
                           t_.text(t_.child(owner, Field::condition)).find("__name__") == std::string_view::npos;
        if (kind != Kind::with_statement && !loop && !alone && kind != Kind::else_clause)
          return fail("a block would be left empty");
        if (kind == Kind::else_clause && t_.kind(t_.parent(owner)) != Kind::if_statement)
          return fail("a block would be left empty");
        gone_.insert(owner);
        more = true;
      }
    }
    std::erase_if(gone_, [&](Node node) {
      return std::any_of(gone_.begin(), gone_.end(),
                         [&](Node other) { return other != node && t_.holds(other, node); });
    });
    return true;
  }

  // What does nothing but for others: it prints, or makes a local value.
  bool is_idle(Node statement) const {
    if (t_.kind(statement) == Kind::pass_statement || is_harmless_assignment(trim_, statement)) return true;
    const Node call = t_.first_child(statement);
    return t_.kind(statement) == Kind::expression_statement && t_.kind(call) == Kind::call &&
           t_.text(t_.child(call, Field::function)) == "print";
  }

  bool still_exercises() {
    if (home_ == no_node) return true;
    why_ = why_hollow(trim_, home_, [this](Node node) { return gone(node); });
    return why_.empty();
  }

  struct Written {
    std::string_view name;
    unsigned from;  // where a read may see what was written
  };

  const Trim& trim_;
  const Places& places_;
  const Tree& t_;
  const Scopes& scopes_;
  Node site_;
  Node home_;
  unsigned scope_;
  std::set<Node> gone_;
  std::set<std::string_view> tainted_;
  std::vector<Written> written_;
  std::string why_;
};

}  // namespace

Attempt drop_statements(const Trim& trim, Node site) { return Closure(trim, site).run(); }

}  // namespace remove_op::python
