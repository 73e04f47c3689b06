#include "syntax/python_test_plan.h"

#include <algorithm>
#include <set>

#include "graph.h"
#include "language.h"
#include "paths.h"
#include "words.h"

namespace remove_op::python {
namespace {

bool inside(const Unit& inner, const Unit& outer) { return outer.site.contains(inner.site); }

// Another test that takes its helpers from this file; the search is by the file's own name.
bool used_elsewhere(const Snapshot& snapshot, std::string_view path, std::string_view name) {
  const std::string_view base = base_name(path);
  for (const std::string_view other : snapshot.files_naming(base.substr(0, base.rfind('.'))))
    if (other != path && language_of(other) == Language::python &&
        find_word(snapshot.text(other), name) != std::string_view::npos)
      return true;
  return false;
}

bool names_op(std::string_view text, const Doomed& doomed) {
  return std::any_of(doomed.ids.begin(), doomed.ids.end(), [&](const std::string& id) {
    return id.starts_with("op:") && find_word(text, split_op(id).name) != std::string_view::npos;
  });
}

// Whether a test exercises what stays, as no other test does: a helper that tests of live ops share may call what it
// likes, unless it is the one that calls what goes.
bool is_live(const TestFile& file, unsigned test) {
  for (const unsigned used : file.reached_from(test)) {
    const Unit& unit = file.units[used];
    if (!unit.live) continue;
    if (used == test || unit.doomed) return true;
    bool shared = false;
    for (unsigned other = 0; other < file.units.size(); ++other)
      shared |= file.units[other].kind == Unit::Kind::test && !file.reaches_doomed(other) &&
                file.reached_from(other).count(used);
    if (!shared) return true;
  }
  return false;
}

// A method shares what its class does outside of its tests.
bool inherits_live(const TestFile& file, unsigned test) {
  for (unsigned i = 0; i < file.units.size(); ++i)
    if (i != test && file.units[i].kind == Unit::Kind::class_ && inside(file.units[test], file.units[i]) &&
        file.reaches_live(i))
      return true;
  return false;
}

bool holds_tests(const TestFile& file, unsigned unit) {
  return std::any_of(file.units.begin(), file.units.end(), [&](const Unit& other) {
    return other.kind == Unit::Kind::test && &other != &file.units[unit] && inside(other, file.units[unit]);
  });
}

bool loses_all_tests(const TestFile& file, const std::vector<bool>& goes, unsigned unit) {
  bool any = false;
  for (unsigned i = 0; i < goes.size(); ++i) {
    if (file.units[i].kind != Unit::Kind::test || !inside(file.units[i], file.units[unit])) continue;
    if (!goes[i]) return false;
    any = true;
  }
  return any;
}

// Whether more than the import hangs on its success: what else its `try` does, or does instead. Values of the same
// name, for where it is missing, go with it.
bool probes(const Tree& t, const TestFile& file, const std::vector<bool>& goes, unsigned import) {
  const Node statement = t.enclosing(t.parent(file.units[import].node), Kind::try_statement);
  if (statement == no_node) return false;
  for (Node block = statement; block < t.last(statement); ++block) {
    if (t.kind(block) != Kind::block) continue;
    for (const Node child : t.children(block)) {
      if (t.kind(child) == Kind::pass_statement) continue;
      const bool serves = std::any_of(file.units.begin(), file.units.end(), [&](const Unit& unit) {
        const unsigned index = static_cast<unsigned>(&unit - file.units.data());
        return t.holds(child, unit.node) && (goes[index] || unit.brings_doomed || unit.name == file.units[import].name);
      });
      if (!serves) return true;
    }
  }
  return false;
}

// Tests that exercise only what goes, then, until nothing more comes of it, the units that only they, and the parts
// that go of others, used.
std::vector<bool> going(const Snapshot& snapshot, std::string_view path, const TestFile& file, const Parts& parts) {
  std::vector<bool> goes(file.units.size());
  for (unsigned i = 0; i < goes.size(); ++i)
    if (file.units[i].kind == Unit::Kind::test)
      goes[i] = file.reaches_doomed(i) && !is_live(file, i) && !inherits_live(file, i);
  for (bool more = true; more;) {
    more = false;
    for (unsigned i = 0; i < goes.size(); ++i) {
      const Unit& unit = file.units[i];
      if (goes[i] || unit.kind == Unit::Kind::test || unit.always) continue;
      bool by_going = unit.brings_doomed;
      bool by_staying = false;
      for (const LocalUse& use : file.local_uses) {
        if (use.used != i || use.user == i) continue;
        if (parts.cover(use.span))
          by_going = true;
        else if (!use.user)
          by_staying = true;
        else if (!inside(file.units[*use.user], unit))
          (goes[*use.user] ? by_going : by_staying) = true;
      }
      if (unit.kind == Unit::Kind::fixture)
        for (unsigned user = 0; user < goes.size(); ++user)
          if (user != i && file.units[user].uses.count(i) && !inside(file.units[user], unit))
            (goes[user] ? by_going : by_staying) = true;
      const bool emptied = unit.kind == Unit::Kind::class_ && loses_all_tests(file, goes, i);
      const bool wraps = unit.kind == Unit::Kind::function && unit.doomed && !file.reaches_live(i);
      if (by_staying || !(by_going || emptied || wraps) || (holds_tests(file, i) && !emptied)) continue;
      if (unit.kind == Unit::Kind::import && probes(*Tree::of(snapshot, path), file, goes, i)) continue;
      // A wrapper of what goes is nothing without it, whoever else calls it.
      if (unit.kind != Unit::Kind::import && !unit.is_wrapper() && used_elsewhere(snapshot, path, unit.name)) continue;
      goes[i] = more = true;
    }
  }
  return goes;
}

}  // namespace

// Which units go whole, and what goes of the others. A helper that does nothing but call what goes is nothing without
// it: it goes where each of its uses does.
TestPlan plan_tests(const Snapshot& snapshot, std::string_view path, const TestFile& file, const Doomed& doomed) {
  std::vector<bool> goes = going(snapshot, path, file, {});
  const Names names(snapshot, path);
  const Places places(names);
  const Trim trim{places, file, [&](std::string_view name) { return used_elsewhere(snapshot, path, name); },
                  [&](std::string_view text) { return names_op(text, doomed); }};
  std::set<unsigned> hollow;
  for (unsigned i = 0; i < goes.size(); ++i)
    if (!goes[i] && file.units[i].kind == Unit::Kind::function && file.units[i].doomed && !file.reaches_live(i) &&
        (file.units[i].is_wrapper() || !used_elsewhere(snapshot, path, file.units[i].name)))
      hollow.insert(i);
  for (;;) {
    const auto inside_what_goes = [&](Span span) {
      for (unsigned i = 0; i < goes.size(); ++i)
        if ((goes[i] || hollow.count(i)) && file.units[i].site.contains(span)) return true;
      return false;
    };
    std::set<Span> sites;
    for (const Span place : file.doomed_places)
      if (!inside_what_goes(place)) sites.insert(place);
    for (const LocalUse& use : file.local_uses)
      if (hollow.count(use.used) && !inside_what_goes(use.span)) sites.insert(use.span);
    Parts parts = parts_that_go(trim, {sites.begin(), sites.end()});
    const auto kept = std::erase_if(hollow, [&](unsigned helper) {
      return std::any_of(file.local_uses.begin(), file.local_uses.end(), [&](const LocalUse& use) {
        return use.used == helper && !inside_what_goes(use.span) && !parts.cover(use.span);
      });
    });
    if (kept != 0) continue;
    return {going(snapshot, path, file, parts), std::move(parts)};
  }
}

}  // namespace remove_op::python
