// Tests and benchmarks of what goes.
//
// Input: a test or benchmark file and what is doomed. Output: tests that exercise nothing else, then what only they
// used: fixtures, helpers, constants, imports; the file itself when no test is left. Whatever exercises other ops too
// stays and is reported with its place, for a person to adapt.
#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "graph.h"
#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/python_blocks.h"
#include "syntax/python_definitions.h"
#include "syntax/python_test_file.h"
#include "syntax/python_test_parts.h"
#include "syntax/python_uses.h"
#include "words.h"

namespace remove_op {
namespace {

using python::Part;
using python::Parts;
using python::TestFile;
using python::Unit;

bool is_benchmark(std::string_view path) {
  return base_name(path).starts_with("bench") || path.starts_with("benchmark") ||
         path.find("/benchmark") != std::string_view::npos;
}

// Ends the id of what goes from a unit that stays.
constexpr std::string_view part_mark = " (part)";

class Tests : public Rewriter {
 public:
  std::string_view layer() const override { return "tests"; }
  bool claims(std::string_view path) const override { return language_of(path) == Language::python && is_test(path); }
  Facts inspect(const Snapshot&, std::string_view) const override { return {}; }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    if (!names_any(snapshot, path, doomed)) return fallout;
    if (const auto tree = python::Tree::of(snapshot, path); tree->error()) {
      fallout.reports.push_back({*tree->error(), "the file does not parse here, so it is left alone"});
      return fallout;
    }
    const TestFile file = TestFile::read(snapshot, path, doomed);
    if (doomed.keep_tests) {
      report_all(file, "exercises what goes", fallout);
      return fallout;
    }
    const auto [goes, parts] = plan(snapshot, path, file, doomed);
    if (nothing_left(path, file, goes)) {
      const auto user = importer_of(snapshot, path);
      const auto shelved = shelved_test(*python::Tree::of(snapshot, path), file);
      if (user.empty() && !shelved) {
        fallout.also.push_back(whole_file(snapshot, path));
        return fallout;
      }
      if (!user.empty()) fallout.reports.push_back({{0, 0}, "no test is left, but " + user + " imports the file"});
      if (shelved) fallout.reports.push_back({*shelved, "no test is left, but a comment holds or plans another"});
    }
    for (unsigned i = 0; i < file.units.size(); ++i) {
      const Unit& unit = file.units[i];
      const Span site = unit.kind == Unit::Kind::import
                            ? python::import_site(*python::Tree::of(snapshot, path), unit.node)
                            : unit.site;
      if (goes[i])
        fallout.also.push_back(
            {python::symbol_id(path, unit.name), unit.name, site, layer(), what(unit), false, false});
      else if (const auto* left = first_left(file, parts, &unit))
        fallout.reports.push_back(
            {left->first, unit.name + " exercises what goes and more; adapt it by hand: " + left->second});
    }
    for (const Part& part : parts.parts) {
      const Unit* around = file.unit_at(part.span);
      fallout.also.push_back({python::symbol_id(path, around ? around->name : "") + std::string(part_mark), "",
                              part.span, layer(), part.what, false, false});
    }
    for (const Span place : file.doomed_code)
      for (const auto& [span, why] : parts.left)
        if (span == place) fallout.reports.push_back({place, "names what goes; adapt it by hand: " + why});
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    const std::string whole = "file:" + std::string(path);
    for (const Definition& definition : doomed.here)
      if (definition.id == whole && definition.layer == layer()) return {DropFile{}};
    const auto tree = python::Tree::of(snapshot, path);
    std::vector<Span> parts;
    std::vector<Span> plain;
    Doomed whole_nodes = doomed;
    std::erase_if(whole_nodes.here, [&](const Definition& definition) {
      const bool part = definition.layer == layer() && definition.id.ends_with(part_mark);
      if (part) parts.push_back(definition.span);
      return part;
    });
    std::vector<Edit> edits = python::edits_of_parts(*tree, parts, plain);
    for (const Span span : plain) {
      Definition definition;
      definition.layer = layer();
      definition.span = span;
      whole_nodes.here.push_back(std::move(definition));
    }
    for (Edit& edit : python::erase_or_pass(snapshot, path, whole_nodes, layer())) edits.push_back(std::move(edit));
    return edits;
  }

 private:
  // Whether the file refers to something that is called as something doomed is: cheap, and true for re-exports too.
  static bool names_any(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
    const auto last_name = [](std::string_view id) { return id.substr(id.find_last_of(":.") + 1); };
    std::set<std::string_view> words;
    for (const std::string& id : doomed.ids) words.insert(last_name(id));
    const auto uses = python::Uses::of(snapshot, path);
    return std::any_of(uses->references.begin(), uses->references.end(), [&](const Reference& reference) {
      return !reference.by_word && words.count(last_name(reference.to)) != 0;
    });
  }

  static void report_all(const TestFile& file, const char* why, Fallout& fallout) {
    for (const Unit& unit : file.units)
      if (unit.doomed) fallout.reports.push_back({*unit.doomed, unit.name + " " + why});
    for (const Span place : file.doomed_code) fallout.reports.push_back({place, std::string("this ") + why});
  }

  static const char* what(const Unit& unit) {
    switch (unit.kind) {
      case Unit::Kind::test:
        return "test";
      case Unit::Kind::fixture:
        return "fixture";
      case Unit::Kind::function:
        return "test helper";
      case Unit::Kind::class_:
        return "test class";
      case Unit::Kind::constant:
        return "constant";
      case Unit::Kind::import:
        return "import";
    }
    return "";
  }

  Definition whole_file(const Snapshot& snapshot, std::string_view path) const {
    Definition file;
    file.id = "file:" + std::string(path);
    file.span = {0, static_cast<unsigned>(snapshot.text(path).size())};
    file.layer = layer();
    file.what = is_benchmark(path) ? "benchmark file" : "test file";
    return file;
  }

  // Which units go whole, and what goes of the others. A helper that does nothing but call what goes is nothing without
  // it: it goes where each of its uses does.
  static std::pair<std::vector<bool>, Parts> plan(const Snapshot& snapshot, std::string_view path, const TestFile& file,
                                                  const Doomed& doomed) {
    std::vector<bool> goes = going(snapshot, path, file, {});
    const python::Names names(snapshot, path);
    const python::Places places(names);
    const python::Trim trim{places, file, [&](std::string_view name) { return used_elsewhere(snapshot, path, name); },
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
      for (const python::LocalUse& use : file.local_uses)
        if (hollow.count(use.used) && !inside_what_goes(use.span)) sites.insert(use.span);
      Parts parts = python::parts_that_go(trim, {sites.begin(), sites.end()});
      const auto kept = std::erase_if(hollow, [&](unsigned helper) {
        return std::any_of(file.local_uses.begin(), file.local_uses.end(), [&](const python::LocalUse& use) {
          return use.used == helper && !inside_what_goes(use.span) && !parts.cover(use.span);
        });
      });
      if (kept != 0) continue;
      return {going(snapshot, path, file, parts), std::move(parts)};
    }
  }

  static bool names_op(std::string_view text, const Doomed& doomed) {
    return std::any_of(doomed.ids.begin(), doomed.ids.end(), [&](const std::string& id) {
      return id.starts_with("op:") && find_word(text, split_op(id).name) != std::string_view::npos;
    });
  }

  // The first place of the unit itself that stays although it names what goes.
  static const std::pair<Span, std::string>* first_left(const TestFile& file, const Parts& parts, const Unit* unit) {
    const std::pair<Span, std::string>* first = nullptr;
    for (const auto& left : parts.left)
      if (file.unit_at(left.first) == unit && (!first || left.first < first->first)) first = &left;
    return first;
  }

  // Tests that exercise only what goes, then, until nothing more comes of it, the units that only they, and the parts
  // that go of others, used.
  static std::vector<bool> going(const Snapshot& snapshot, std::string_view path, const TestFile& file,
                                 const Parts& parts) {
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
        for (const python::LocalUse& use : file.local_uses) {
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
        if (unit.kind == Unit::Kind::import && probes(*python::Tree::of(snapshot, path), file, goes, i)) continue;
        // A wrapper of what goes is nothing without it, whoever else calls it.
        if (unit.kind != Unit::Kind::import && !unit.is_wrapper() && used_elsewhere(snapshot, path, unit.name))
          continue;
        goes[i] = more = true;
      }
    }
    return goes;
  }

  // Whether more than the import hangs on its success: what else its `try` does, or does instead. Values of the same
  // name, for where it is missing, go with it.
  static bool probes(const python::Tree& t, const TestFile& file, const std::vector<bool>& goes, unsigned import) {
    using python::Kind;
    const python::Node statement = t.enclosing(t.parent(file.units[import].node), Kind::try_statement);
    if (statement == python::no_node) return false;
    for (python::Node block = statement; block < t.last(statement); ++block) {
      if (t.kind(block) != Kind::block) continue;
      for (const python::Node child : t.children(block)) {
        if (t.kind(child) == Kind::pass_statement) continue;
        const bool serves = std::any_of(file.units.begin(), file.units.end(), [&](const Unit& unit) {
          const unsigned index = static_cast<unsigned>(&unit - file.units.data());
          return t.holds(child, unit.node) && (goes[index] || unit.name == file.units[import].name);
        });
        if (!serves) return true;
      }
    }
    return false;
  }

  // Whether a test exercises what stays, as no other test does: a helper that tests of live ops share may call what it
  // likes, unless it is the one that calls what goes.
  static bool is_live(const TestFile& file, unsigned test) {
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

  static bool inside(const Unit& inner, const Unit& outer) { return outer.site.contains(inner.site); }

  // A method shares what its class does outside of its tests.
  static bool inherits_live(const TestFile& file, unsigned test) {
    for (unsigned i = 0; i < file.units.size(); ++i)
      if (i != test && file.units[i].kind == Unit::Kind::class_ && inside(file.units[test], file.units[i]) &&
          file.reaches_live(i))
        return true;
    return false;
  }

  static bool holds_tests(const TestFile& file, unsigned unit) {
    return std::any_of(file.units.begin(), file.units.end(), [&](const Unit& other) {
      return other.kind == Unit::Kind::test && &other != &file.units[unit] && inside(other, file.units[unit]);
    });
  }

  static bool loses_all_tests(const TestFile& file, const std::vector<bool>& goes, unsigned unit) {
    bool any = false;
    for (unsigned i = 0; i < goes.size(); ++i) {
      if (file.units[i].kind != Unit::Kind::test || !inside(file.units[i], file.units[unit])) continue;
      if (!goes[i]) return false;
      any = true;
    }
    return any;
  }

  // A file of tests without a test, a benchmark that measures nothing else.
  static bool nothing_left(std::string_view path, const TestFile& file, const std::vector<bool>& goes) {
    bool tests = false;
    bool doomed = !file.doomed_code.empty();
    bool live = file.live_code;
    for (unsigned i = 0; i < goes.size(); ++i) {
      if (file.units[i].kind == Unit::Kind::test && !goes[i]) return false;
      tests |= file.units[i].kind == Unit::Kind::test;
      doomed |= file.units[i].doomed.has_value();
      live |= file.units[i].live && !goes[i];
    }
    return tests ? doomed : is_benchmark(path) && doomed && !live;
  }

  // A comment outside of all units that holds a test which was commented out, or plans one: a person still wants it.
  static std::optional<Span> shelved_test(const python::Tree& t, const TestFile& file) {
    for (python::Node node = 0; node < t.size(); ++node) {
      if (t.kind(node) != python::Kind::comment) continue;
      const std::string_view text = t.text(node);
      const bool plans =
          find_word(text, "TODO") != std::string_view::npos || find_word(text, "FIXME") != std::string_view::npos;
      if (text.find("def test") == std::string_view::npos && !(plans && text.find("test") != std::string_view::npos))
        continue;
      const bool in_unit = std::any_of(file.units.begin(), file.units.end(),
                                       [&](const Unit& unit) { return unit.site.contains(t.span(node)); });
      if (!in_unit) return t.span(node);
    }
    return std::nullopt;
  }

  // Another test that takes its helpers from this file; the search is by the file's own name.
  static bool used_elsewhere(const Snapshot& snapshot, std::string_view path, std::string_view name) {
    const std::string_view base = base_name(path);
    for (const std::string_view other : snapshot.files_naming(base.substr(0, base.rfind('.'))))
      if (other != path && language_of(other) == Language::python &&
          find_word(snapshot.text(other), name) != std::string_view::npos)
        return true;
    return false;
  }

  static std::string importer_of(const Snapshot& snapshot, std::string_view path) {
    const std::string_view base = base_name(path);
    const std::string whole = "file:" + std::string(path);
    const std::string member = python::symbol_id(path, "");
    for (const std::string_view other : snapshot.files_naming(base.substr(0, base.rfind('.')))) {
      if (other == path || language_of(other) != Language::python) continue;
      for (const Reference& reference : python::Uses::of(snapshot, other)->references)
        if (reference.to == whole || reference.to.starts_with(member)) return std::string(other);
    }
    return {};
  }
};

REMOVE_OP_REGISTER(Tests);

}  // namespace
}  // namespace remove_op
