// Fakes that Python registers for ops, and the `hasattr` guards around them.
//
// Input: any Python file. Output: each registration as a definition of its op. A guard that tested an op which goes but
// holds a fake that stays tests the first of those that stay instead: never only the namespace, which would fail where
// that op is not built.
#include <algorithm>

#include "language.h"
#include "rewriter.h"
#include "syntax/python_blocks.h"
#include "syntax/python_fake_tables.h"
#include "syntax/python_guards.h"
#include "syntax/python_registrations.h"

namespace remove_op {
namespace {

using python::Guard;
using python::Kind;
using python::Node;
using python::Probe;
using python::Registration;

bool is_doomed(const Doomed& doomed, std::string_view op) { return doomed.contains("op:" + std::string(op)); }

// The condition without the questions about ops that go; empty where nothing is left of it.
std::string without_doomed(const python::Tree& t, Node condition, const std::vector<const Probe*>& gone) {
  const bool goes = std::any_of(gone.begin(), gone.end(), [&](const Probe* probe) { return probe->call == condition; });
  if (goes) return {};
  const bool holds_one =
      std::any_of(gone.begin(), gone.end(), [&](const Probe* p) { return t.holds(condition, p->call); });
  if (!holds_one) return std::string(t.text(condition));
  if (t.kind(condition) == Kind::parenthesized_expression) {
    const std::string inner = without_doomed(t, t.first_child(condition), gone);
    return inner.empty() ? inner : "(" + inner + ")";
  }
  if (t.kind(condition) != Kind::boolean_operator) return {};
  const Node left = t.child(condition, python::Field::left);
  const Node right = t.child(condition, python::Field::right);
  const std::string before = without_doomed(t, left, gone);
  const std::string after = without_doomed(t, right, gone);
  if (before.empty() || after.empty()) return before + after;
  return before + std::string(t.between(left, right)) + after;
}

class PythonFake : public Rewriter {
 public:
  std::string_view layer() const override { return "python fake"; }
  bool claims(std::string_view path) const override { return language_of(path) == Language::python; }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    Facts facts;
    facts.definitions = python::registered_as(python::Role::fake, snapshot, path);
    for (Definition& definition : facts.definitions) definition.what = "fake";
    const python::Names names(snapshot, path);
    for (const auto& entry : python::fake_entries(names, *python::Registrations::of(snapshot, path))) {
      if (!entry.may_go) continue;
      Definition definition;
      definition.id = "op:" + entry.op;
      definition.word = *names.tree().string_value(entry.element);
      definition.span = names.tree().span(entry.element);
      definition.what = "fake entry";
      definition.declares = true;
      facts.definitions.push_back(std::move(definition));
    }
    return facts;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    auto edits = python::erase_or_pass(snapshot, path, doomed, layer());
    const python::Names names(snapshot, path);
    const auto registrations = python::Registrations::of(snapshot, path);
    for (const Guard& guard : python::guards_in(names, *registrations)) narrow(names.tree(), guard, doomed, edits);
    return edits;
  }

 private:
  static void narrow(const python::Tree& t, const Guard& guard, const Doomed& doomed, std::vector<Edit>& edits) {
    if (doomed.covers(t.span(guard.statement))) return;
    std::vector<const Probe*> gone;
    for (const Probe& probe : guard.probes)
      if (is_doomed(doomed, probe.op)) gone.push_back(&probe);
    const auto stays = [&](const Registration* fake) { return !is_doomed(doomed, fake->op); };
    const auto first = std::find_if(guard.fakes.begin(), guard.fakes.end(), stays);
    if (gone.empty() || first == guard.fakes.end()) return;

    const std::string& op = (*first)->op;
    const std::string_view packet = std::string_view(op).substr(0, op.find('.', op.find("::")));
    const bool tested = std::any_of(guard.probes.begin(), guard.probes.end(),
                                    [&](const Probe& probe) { return !is_doomed(doomed, probe.op); });
    const Probe* retargeted = nullptr;
    if (!tested) {
      retargeted = gone.front();
      gone.erase(gone.begin());
    }
    const Node condition = t.child(guard.statement, python::Field::condition);
    if (gone.empty()) return retarget(t, *retargeted, packet, edits);
    std::string rest = without_doomed(t, condition, gone);
    if (rest.empty()) return;
    if (retargeted)
      rest.replace(rest.find(t.text(retargeted->name)), t.span(retargeted->name).length, quoted_name(packet));
    edits.push_back(Replace{t.span(condition), std::move(rest)});
  }

  static std::string quoted_name(std::string_view op) { return '"' + std::string(op.substr(op.find("::") + 2)) + '"'; }

  // hasattr(torch.ops.ns, "gone") -> hasattr(torch.ops.ns, "stays")
  static void retarget(const python::Tree& t, const Probe& probe, std::string_view op, std::vector<Edit>& edits) {
    const auto colons = op.find("::");
    for (const Node part : t.children(probe.name))
      if (t.kind(part) == Kind::string_content)
        edits.push_back(Replace{t.span(part), std::string(op.substr(colons + 2))});
    const Node name_space = t.child(probe.name_space, python::Field::attribute);
    if (t.kind(probe.name_space) == Kind::attribute && t.text(name_space) != op.substr(0, colons))
      edits.push_back(Replace{t.span(name_space), std::string(op.substr(0, colons))});
  }
};

REMOVE_OP_REGISTER(PythonFake);

}  // namespace
}  // namespace remove_op
