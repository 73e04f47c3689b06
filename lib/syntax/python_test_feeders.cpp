// Local values of a test that only served what goes of it.
//
// A value goes where nothing that stays reads it, and where making it does nothing else: tensors, copies, numbers.
#include <algorithm>
#include <array>

#include "syntax/python_definitions.h"
#include "syntax/python_test_parts.h"

namespace remove_op::python {
namespace {

constexpr std::array<std::string_view, 17> harmless_methods = {
    "clone", "contiguous", "to",     "view", "reshape", "transpose", "float",    "half", "cuda",
    "cpu",   "t",          "detach", "size", "dim",     "numel",     "bfloat16", "item"};
constexpr std::array<std::string_view, 14> harmless_builtins = {
    "list", "tuple", "dict", "range", "len", "int", "float", "max", "min", "str", "bool", "abs", "zip", "enumerate"};
constexpr std::array<std::string_view, 5> harmless_modules = {"torch.", "np.", "numpy.", "random.", "itertools."};

template <typename List>
bool among(const List& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_harmless_call(const Trim& trim, Node call) {
  const Tree& t = trim.places.tree();
  const std::string_view text = t.text(t.child(call, Field::function));
  const bool library = std::any_of(harmless_modules.begin(), harmless_modules.end(),
                                   [&](std::string_view module) { return text.starts_with(module); });
  if ((library && !text.starts_with("torch.ops.")) || among(harmless_builtins, text) ||
      among(harmless_methods, trim.places.callee_name(call)))
    return true;
  const auto& units = trim.file.units;
  return std::any_of(units.begin(), units.end(), [&](const Unit& unit) {
    return unit.kind == Unit::Kind::function && unit.name == text &&
           !trim.file.reaches_live(static_cast<unsigned>(&unit - units.data()));
  });
}

class Feeders {
 public:
  Feeders(const Trim& trim, Node function, std::vector<Part>& parts)
      : trim_(trim),
        places_(trim.places),
        t_(places_.tree()),
        scopes_(places_.scopes()),
        function_(function),
        scope_(scopes_.scope_opened_by(function)),
        parts_(parts) {}

  void take() {
    if (t_.text(function_).find("locals()") != std::string_view::npos) return;
    for (bool more = true; more;) {
      more = false;
      for (const auto& [name, bound] : scopes_.all()[scope_].bindings) {
        if (!serves_nothing(name)) continue;
        for (const unsigned index : bound) {
          const Node statement = places_.statement_in(function_, scopes_.binding(index).node);
          if (statement == no_node || gone(statement) || !can_go(statement) || leaves_block_empty(statement)) continue;
          parts_.push_back({t_.span(statement), "statement"});
          more = true;
        }
      }
    }
  }

 private:
  bool gone(Node node) const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [&](const Part& part) { return part.span.contains(t_.span(node)); });
  }

  // Something read it, and all that did goes.
  bool serves_nothing(std::string_view name) const {
    const auto reads = places_.reads_of(scope_, name);
    return !reads.empty() && std::all_of(reads.begin(), reads.end(), [&](Node read) { return gone(read); });
  }

  bool leaves_block_empty(Node statement) const {
    for (const Node other : t_.children(t_.parent(statement)))
      if (other != statement && !gone(other)) return false;
    return true;
  }

  bool can_go(Node statement) const {
    const Kind kind = t_.kind(statement);
    if (kind == Kind::function_definition) return true;
    std::vector<std::string_view> names;
    if (kind == Kind::import_statement || kind == Kind::import_from_statement) {
      for (const auto& [name, bound] : scopes_.all()[scope_].bindings) {
        for (const unsigned index : bound) {
          if (!t_.holds(statement, scopes_.binding(index).node)) continue;
          if (!brings_in_only(t_, scopes_.binding(index))) return false;
          names.push_back(name);
        }
      }
    } else if (!is_harmless_assignment(trim_, statement) ||
               !plain_targets(t_, t_.child(t_.first_child(statement), Field::left), names)) {
      return false;
    }
    return std::all_of(names.begin(), names.end(), [&](std::string_view name) { return serves_nothing(name); });
  }

  const Trim& trim_;
  const Places& places_;
  const Tree& t_;
  const Scopes& scopes_;
  Node function_;
  unsigned scope_;
  std::vector<Part>& parts_;
};

}  // namespace

bool is_harmless_value(const Trim& trim, Node value) {
  const Tree& t = trim.places.tree();
  for (Node node = value; node < t.last(value); ++node) {
    if (t.kind(node) == Kind::await || t.kind(node) == Kind::named_expression) return false;
    if (t.kind(node) == Kind::call && !is_harmless_call(trim, node)) return false;
  }
  return true;
}

bool is_harmless_assignment(const Trim& trim, Node statement) {
  const Tree& t = trim.places.tree();
  if (t.kind(statement) != Kind::expression_statement) return false;
  const Node assignment = t.first_child(statement);
  const Node value = t.kind(assignment) == Kind::assignment ? t.child(assignment, Field::right) : no_node;
  return value != no_node && t.kind(value) != Kind::assignment && is_harmless_value(trim, value);
}

bool plain_targets(const Tree& t, Node target, std::vector<std::string_view>& names) {
  switch (t.kind(target)) {
    case Kind::identifier:
      names.push_back(t.text(target));
      return true;
    case Kind::pattern_list:
    case Kind::tuple_pattern:
      for (const Node part : t.children(target))
        if (!plain_targets(t, part, names)) return false;
      return true;
    default:
      return false;
  }
}

void take_feeders(const Trim& trim, Node function, std::vector<Part>& parts) { Feeders(trim, function, parts).take(); }

}  // namespace remove_op::python
