#include "syntax/python_exercised.h"

#include <algorithm>
#include <array>
#include <vector>

#include "language.h"
#include "syntax/python_definitions.h"
#include "syntax/python_uses.h"
#include "words.h"

namespace remove_op::python {
namespace {

constexpr unsigned deepest_call = 2;    // an op is called by a wrapper, or by what calls one
constexpr unsigned deepest_launch = 4;  // a kernel is compiled by helpers of helpers

// What a file speaks of that launches kernels.
constexpr std::array<std::string_view, 7> launch_marks = {".jit",          "triton",    "](",  "load_inline",
                                                          "cpp_extension", "prim_func", "cute"};

constexpr std::array<std::string_view, 6> generic_types = {"list", "dict", "set", "tuple", "frozenset", "type"};

struct Symbol {
  std::string_view path;
  std::string_view name;    // qualified
  std::string_view member;  // of the module: `name` up to its first dot
};

Symbol symbol_of(std::string_view id) {
  const auto colon = id.rfind(':');
  Symbol symbol{id.substr(3, colon - 3), id.substr(colon + 1), {}};
  symbol.member = symbol.name.substr(0, symbol.name.find('.'));
  return symbol;
}

// Not where it imports one.
bool defines_function(const Snapshot& snapshot, const Symbol& symbol) {
  return find_text(snapshot.text(symbol.path), "def " + std::string(symbol.name) + "(") != std::string_view::npos;
}

std::string_view last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

// `@triton.jit`, `@cute.kernel`: what is decorated so is a kernel, whoever compiles it.
bool makes_a_kernel(const Names& names, Node decorator) {
  const Tree& t = names.tree();
  Node callee = t.first_child(decorator);
  if (t.kind(callee) == Kind::call) callee = t.child(callee, Field::function);
  const std::string_view last = last_part(t.text(callee));
  return last == "jit" || last == "kernel" || last == "prim_func";
}

// `kernel[grid](...)`; not `table[name](...)`, where the table is spelled out, nor `cls.table[name](...)`, where
// nothing says that the index is a grid, nor `list[int]()`, which makes an object of a generic type.
bool launches_by_grid(const Names& names, Node function) {
  const Tree& t = names.tree();
  if (t.kind(function) != Kind::subscript) return false;
  const Node kernel = t.first_child(function);
  const Node index = t.child(function, Field::subscript);
  if (t.kind(kernel) == Kind::attribute)
    return t.kind(index) == Kind::tuple || t.kind(index) == Kind::lambda ||
           t.text(index).find("grid") != std::string_view::npos;
  if (t.kind(kernel) != Kind::identifier) return false;
  if (std::find(generic_types.begin(), generic_types.end(), t.text(kernel)) != generic_types.end()) return false;
  if (names.value_of(kernel).is(Value::Kind::external)) return false;
  for (const unsigned index : names.scopes().bound(names.scopes().owner(kernel), t.text(kernel))) {
    const Binding& binding = names.scopes().binding(index);
    const Kind value = binding.value == no_node ? Kind::other : t.kind(binding.value);
    if (value == Kind::dictionary || value == Kind::list || value == Kind::tuple) return false;
  }
  return true;
}

// A call that builds native code and loads it.
bool compiles(const Names& names, Node function) {
  const std::string_view last = last_part(names.tree().text(function));
  const bool is_name = names.tree().kind(function) == Kind::identifier;  // which may stand for another
  if (!is_name && last != "load_inline" && last != "load" && last != "compile") return false;
  const Value callee = names.value_of(function);
  return callee.is(Value::Kind::external) &&
         (callee.text.ends_with(".load_inline") || callee.text.ends_with("cpp_extension.load") ||
          callee.text.ends_with("cute.compile"));
}

bool launches_in(const Names& names, Node definition) {
  const Tree& t = names.tree();
  for (Node node = definition; node < t.last(definition); ++node) {
    if (t.kind(node) == Kind::decorator && makes_a_kernel(names, node)) return true;
    if (t.kind(node) != Kind::call) continue;
    const Node function = t.child(node, Field::function);
    if (launches_by_grid(names, function) || compiles(names, function)) return true;
  }
  return false;
}

}  // namespace

Exercised::Exercised(const Snapshot& snapshot, const Doomed& doomed) : snapshot_(snapshot), doomed_(doomed) {
  for (const std::string& id : doomed.ids) {
    if (id.starts_with("op:")) {
      const std::string_view name = std::string_view(id).substr(id.rfind(':') + 1);
      doomed_names_.emplace(name.substr(0, name.find('.')));
    } else if (id.starts_with("py:") && !is_test(symbol_of(id).path) && defines_function(snapshot, symbol_of(id))) {
      doomed_names_.emplace(symbol_of(id).name);
    }
  }
  for (const std::string& name : doomed_names_)
    for (const std::string_view path : snapshot.files_naming(name)) naming_.insert(path);
}

bool Exercised::goes(const std::string& id) { return doomed_.contains(id.starts_with("py:") ? behind(id) : id); }

bool Exercised::stays(const std::string& id) {
  if (!id.starts_with("py:")) return false;
  if (const auto known = known_.find(id); known != known_.end()) return known->second;
  bool found = false;
  std::set<std::string, std::less<>> seen{behind(id)};
  std::vector<std::string> level{behind(id)};
  const std::string_view home = symbol_of(behind(id)).path;
  for (unsigned depth = 0; !found && !level.empty() && depth < deepest_launch; ++depth) {
    std::vector<std::string> next;
    for (const std::string& at : level) {
      if (found || doomed_.contains(at)) continue;
      const bool near = depth < deepest_call;
      const Body& body = body_of(at, symbol_of(at).path == home, near);
      found = body.launches || (near && body.calls);
      for (const std::string& used : body.uses) {
        if (found || depth + 1 == deepest_launch) break;
        found = near && doomed_.contains(behind(used));
        if (seen.insert(behind(used)).second) next.push_back(behind(used));
      }
    }
    level = std::move(next);
  }
  return known_[id] = found;
}

// What an imported name brings in, from wherever it is re-exported.
const std::string& Exercised::behind(const std::string& id) {
  if (const auto known = behind_.find(id); known != behind_.end()) return known->second;
  std::string found = id;
  const Symbol symbol = symbol_of(id);
  if (symbol.name == symbol.member && snapshot_.find(symbol.path))
    if (const Value value = Names(snapshot_, symbol.path).member_of_module(symbol.path, symbol.name);
        value.is(Value::Kind::symbol))
      found = "py:" + value.text;
  return behind_[id] = found;
}

const Exercised::Body& Exercised::body_of(const std::string& id, bool at_home, bool near) {
  const bool read_it = at_home || may_matter(symbol_of(id).path, near);
  const auto [known, fresh] = bodies_.try_emplace({id, read_it});
  if (fresh && read_it) known->second = read(id);
  return known->second;
}

// Past the file of the definition that a test calls, only files are parsed that speak of something of interest.
bool Exercised::may_matter(std::string_view path, bool near) {
  const auto [known, fresh] = matters_.try_emplace({std::string(path), near}, false);
  if (fresh) {
    const std::string_view text = snapshot_.text(path);
    const auto speaks_of = [&](std::string_view mark) { return find_text(text, mark) != std::string_view::npos; };
    known->second = (near && (naming_.count(path) != 0 || speaks_of("ops"))) ||
                    std::any_of(launch_marks.begin(), launch_marks.end(), speaks_of);
  }
  return known->second;
}

Exercised::Body Exercised::read(const std::string& id) {
  Body body;
  const Symbol symbol = symbol_of(id);
  if (!snapshot_.find(symbol.path)) return body;
  const bool test = is_test(symbol.path);  // whose own kernels and namesakes are there to compare with
  const Names names(snapshot_, symbol.path);
  const Tree& t = names.tree();
  const auto uses = Uses::of(snapshot_, symbol.path);
  for (const unsigned index : names.scopes().bound(0, symbol.member)) {
    const Binding& binding = names.scopes().binding(index);
    const bool callable = binding.binder == Binder::function || binding.binder == Binder::class_;
    const Node whole = callable ? with_decorators(t, binding.node) : binding.node;
    body.calls |= !test && callable && doomed_names_.count(symbol.name) != 0;
    body.launches |= !test && callable && launches_in(names, whole);
    for (const OpUse& use : uses->ops) body.calls |= t.holds(whole, use.node) && !doomed_.contains("op:" + use.op);
    for (const Reference& reference : uses->references) {
      const bool calls = !reference.by_word && (test || reference.strength == Strength::keeps);  // tests only mention
      if (!calls || !t.span(whole).contains(reference.span)) continue;
      if (reference.to.starts_with("py:") && reference.to != id) body.uses.insert(reference.to);
      body.calls |= doomed_.contains(reference.to);
    }
  }
  return body;
}

}  // namespace remove_op::python
