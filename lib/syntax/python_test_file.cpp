#include "syntax/python_test_file.h"

#include <algorithm>
#include <map>

#include "syntax/python_definitions.h"
#include "syntax/python_exercised.h"
#include "syntax/python_uses.h"
#include "syntax/python_wrappers.h"

namespace remove_op::python {
namespace {

bool is_fixture(const Tree& t, Node function) {
  const Node decorated = t.parent(function);
  if (t.kind(decorated) != Kind::decorated_definition) return false;
  for (const Node decorator : t.children(decorated))
    if (t.kind(decorator) == Kind::decorator && t.text(decorator).find("fixture") != std::string_view::npos)
      return true;
  return false;
}

class Reader {
 public:
  Reader(const Snapshot& snapshot, std::string_view path, const Doomed& doomed)
      : names_(snapshot, path), t_(names_.tree()), doomed_(doomed), exercised_(snapshot, doomed) {}

  TestFile read() {
    for (const auto& [name, bindings] : names_.scopes().all().front().bindings)
      for (const unsigned index : bindings) add(names_.scopes().binding(index));
    std::sort(file_.units.begin(), file_.units.end(), [](const Unit& a, const Unit& b) { return a.site < b.site; });
    for (unsigned i = 0; i < file_.units.size(); ++i) by_name_[file_.units[i].name].push_back(i);
    const auto uses = Uses::of(names_.snapshot(), names_.path());
    for (Unit& unit : file_.units) {
      unit.brings_doomed = unit.kind == Unit::Kind::import && exercised_.goes(brought_in(unit));
      if (unit.brings_doomed) doomed_names_.insert(unit.name);
    }
    for (const Reference& reference : uses->references) attribute(reference);
    for (Node node = 0; node < t_.size(); ++node)
      if (names_file_that_goes(t_, node, doomed_)) file_.doomed_places.push_back(t_.span(node));
    if (names_what_goes()) find_live(*uses);
    for (Unit& unit : file_.units) add_fixtures(unit);
    return std::move(file_);
  }

 private:
  void add(const Binding& binding) {
    using enum Unit::Kind;
    switch (binding.binder) {
      case Binder::function: {
        const bool test = binding.name.starts_with("test");
        add(std::string(binding.name),
            test                           ? Unit::Kind::test
            : is_fixture(t_, binding.node) ? fixture
                                           : function,
            binding.node);
        break;
      }
      case Binder::class_:
        add(std::string(binding.name), class_, binding.node);
        for (const Node member : t_.children(t_.child(binding.node, Field::body))) add_method(binding.name, member);
        break;
      case Binder::assignment:
        if (is_plain_assignment(t_, binding))
          file_.units.push_back(unit(binding.name, constant, binding.node, t_.span(t_.parent(binding.node))));
        break;
      case Binder::import_name:
      case Binder::import_module:
        if (!brings_in_only(t_, binding)) break;
        file_.units.push_back(unit(binding.name, import, binding.node, t_.span(binding.node)));
        break;
      default:
        break;
    }
  }

  static Unit unit(std::string_view name, Unit::Kind kind, Node node, Span site) {
    Unit made;
    made.name = name;
    made.kind = kind;
    made.node = node;
    made.site = site;
    return made;
  }

  void add(const std::string& name, Unit::Kind kind, Node node) {
    const Node whole = with_decorators(t_, node);
    Unit added = unit(name, kind, node, t_.span(whole));
    const std::string_view decorators = t_.text(whole).substr(0, t_.span(node).offset - t_.span(whole).offset);
    if (const Node callee = only_callee(t_, node); kind == Unit::Kind::function && callee != no_node)
      added.callee = t_.span(callee);
    added.always = kind == Unit::Kind::fixture && decorators.find("autouse") != std::string_view::npos;
    file_.units.push_back(std::move(added));
  }

  void add_method(std::string_view class_name, Node member) {
    const Node method =
        t_.kind(member) == python::Kind::decorated_definition ? t_.child(member, Field::definition) : member;
    const std::string_view name = t_.text(t_.child(method, Field::name));
    if (t_.kind(method) == python::Kind::function_definition && name.starts_with("test"))
      add(std::string(class_name) + "." + std::string(name), Unit::Kind::test, method);
  }

  Unit* unit_at(Span span) {
    const Unit* unit = file_.unit_at(span);
    return unit ? &file_.units[static_cast<std::size_t>(unit - file_.units.data())] : nullptr;
  }

  // An imported name stands for what it brings in.
  std::string brought_in(const Unit& import) const {
    const Value value = names_.imported(import.node);
    return value.is(Value::Kind::symbol) ? "py:" + value.text : value.id;
  }

  // The name in this file that the reference is of; empty for what other files define.
  std::string_view local_name(const Reference& reference) const {
    return std::string_view(reference.to).starts_with(own_) ? std::string_view(reference.to).substr(own_.size())
                                                            : std::string_view();
  }

  void attribute(const Reference& reference) {
    if (reference.by_word) return;
    Unit* user = unit_at(reference.span);
    const std::string_view local = local_name(reference);
    if (const auto named = by_name_.find(local); named != by_name_.end()) {
      for (const unsigned index : named->second) {
        if (user) user->uses.insert(index);
        std::optional<unsigned> from;
        if (user) from = static_cast<unsigned>(user - file_.units.data());
        file_.local_uses.push_back({reference.span, from, index});
      }
    }
    if (user && user->kind == Unit::Kind::import) return;  // counts where it is used
    if (!doomed_names_.count(local) && !(local.empty() && exercised_.goes(reference.to)) &&
        !doomed_.contains(reference.to))
      return;
    file_.doomed_places.push_back(reference.span);
    if (!user)
      file_.doomed_code.push_back(reference.span);
    else if (!user->doomed)
      user->doomed = reference.span;
  }

  bool names_what_goes() const {
    return !file_.doomed_code.empty() || std::any_of(file_.units.begin(), file_.units.end(),
                                                     [](const Unit& unit) { return unit.doomed.has_value(); });
  }

  // Only where it matters, for it reads much of what the tests import.
  void find_live(const Uses& uses) {
    std::set<std::string, std::less<>> live_names;
    for (const Unit& unit : file_.units)
      if (unit.kind == Unit::Kind::import && !doomed_names_.count(unit.name) && exercised_.stays(brought_in(unit)))
        live_names.insert(unit.name);
    for (const Reference& reference : uses.references) {
      if (reference.by_word) continue;
      const std::string_view local = local_name(reference);
      const Unit* user = unit_at(reference.span);
      if (user && user->kind == Unit::Kind::import) continue;
      if (live_names.count(local) || (local.empty() && exercised_.stays(reference.to))) mark_live(reference.span);
    }
    for (const OpUse& use : uses.ops)
      if (!doomed_.contains("op:" + use.op)) mark_live(t_.span(use.node));
  }

  void mark_live(Span span) {
    file_.live_places.push_back(span);
    if (Unit* user = unit_at(span))
      user->live = true;
    else
      file_.live_code = true;
  }

  // pytest hands a fixture to whoever has a parameter of its name, or asks for it in `usefixtures`.
  void add_fixtures(Unit& unit) {
    if (unit.kind == Unit::Kind::import || unit.kind == Unit::Kind::constant) return;
    const std::string_view text = names_.tree().source().substr(unit.site.offset, unit.site.length);
    for (unsigned index = 0; index < file_.units.size(); ++index) {
      const Unit& other = file_.units[index];
      if (other.kind != Unit::Kind::fixture || &other == &unit) continue;
      const Node parameters = t_.child(unit.node, Field::parameters);
      const bool asked = parameters != no_node && find_name(t_.text(parameters), other.name);
      if (asked || (text.find("usefixtures") != std::string_view::npos && find_name(text, other.name)))
        unit.uses.insert(index);
    }
  }

  static bool find_name(std::string_view text, std::string_view name) {
    return text.find(name) != std::string_view::npos;
  }

  Names names_;
  const Tree& t_;
  const Doomed& doomed_;
  Exercised exercised_;
  TestFile file_;
  std::map<std::string, std::vector<unsigned>, std::less<>> by_name_;
  std::set<std::string, std::less<>> doomed_names_;
  std::string own_ = symbol_id(names_.path(), "");
};

}  // namespace

bool names_file_that_goes(const Tree& t, Node node, const Doomed& doomed) {
  if (t.kind(node) != Kind::string || !t.text(node).substr(0, t.text(node).size() - 1).ends_with(".py")) return false;
  const auto path = t.string_value(node);
  return path && doomed.contains("file:" + *path);
}

TestFile TestFile::read(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
  return Reader(snapshot, path, doomed).read();
}

const Unit* TestFile::unit_at(Span span) const {
  const Unit* innermost = nullptr;
  for (const Unit& unit : units)
    if (unit.site.contains(span) && (!innermost || innermost->site.contains(unit.site))) innermost = &unit;
  return innermost;
}

std::set<unsigned> TestFile::reached_from(unsigned unit) const {
  std::set<unsigned> seen{unit};
  std::vector<unsigned> open{unit};
  while (!open.empty()) {
    const unsigned at = open.back();
    open.pop_back();
    for (const unsigned used : units[at].uses)
      if (seen.insert(used).second) open.push_back(used);
  }
  return seen;
}

bool TestFile::reaches_doomed(unsigned unit) const {
  const auto reached = reached_from(unit);
  return std::any_of(reached.begin(), reached.end(), [&](unsigned u) { return units[u].doomed.has_value(); });
}

bool TestFile::reaches_live(unsigned unit) const {
  const auto reached = reached_from(unit);
  return std::any_of(reached.begin(), reached.end(), [&](unsigned u) { return units[u].live; });
}

}  // namespace remove_op::python
