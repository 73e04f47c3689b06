// Tests and benchmarks of what goes.
//
// Input: a test or benchmark file and what is doomed. Output: tests that exercise nothing else, then what only they
// used: fixtures, helpers, constants, imports; the file itself when no test is left. Whatever exercises other ops too
// stays and is reported with its place, for a person to adapt.
#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/python_blocks.h"
#include "syntax/python_definitions.h"
#include "syntax/python_test_file.h"
#include "syntax/python_uses.h"
#include "words.h"

namespace remove_op {
namespace {

using python::TestFile;
using python::Unit;

bool is_benchmark(std::string_view path) {
  return base_name(path).starts_with("bench") || path.starts_with("benchmark") ||
         path.find("/benchmark") != std::string_view::npos;
}

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
    const std::vector<bool> goes = going(snapshot, path, file);
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
      else if (unit.doomed)
        fallout.reports.push_back({*unit.doomed, unit.name + " exercises what goes and more; adapt it by hand"});
    }
    for (const Span place : file.doomed_code) fallout.reports.push_back({place, "names what goes; adapt it by hand"});
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    const std::string whole = "file:" + std::string(path);
    for (const Definition& definition : doomed.here)
      if (definition.id == whole && definition.layer == layer()) return {DropFile{}};
    return python::erase_or_pass(snapshot, path, doomed, layer());
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

  // Tests that exercise only what goes, then, until nothing more comes of it, the units that only they used.
  static std::vector<bool> going(const Snapshot& snapshot, std::string_view path, const TestFile& file) {
    std::vector<bool> goes(file.units.size());
    for (unsigned i = 0; i < goes.size(); ++i)
      if (file.units[i].kind == Unit::Kind::test)
        goes[i] = file.reaches_doomed(i) && !is_live(file, i) && !inherits_live(file, i);
    for (bool more = true; more;) {
      more = false;
      for (unsigned i = 0; i < goes.size(); ++i) {
        const Unit& unit = file.units[i];
        if (goes[i] || unit.kind == Unit::Kind::test || unit.used_by_code || unit.always) continue;
        bool by_going = false;
        bool by_staying = false;
        for (unsigned user = 0; user < goes.size(); ++user)
          if (user != i && file.units[user].uses.count(i) && !inside(file.units[user], unit))
            (goes[user] ? by_going : by_staying) = true;
        const bool emptied = unit.kind == Unit::Kind::class_ && loses_all_tests(file, goes, i);
        const bool wraps = unit.kind == Unit::Kind::function && unit.doomed && !file.reaches_live(i);
        if (by_staying || !(by_going || emptied || wraps) || (holds_tests(file, i) && !emptied)) continue;
        // A wrapper of what goes is nothing without it, whoever else calls it.
        if (unit.kind != Unit::Kind::import && !unit.is_wrapper() && used_elsewhere(snapshot, path, unit.name))
          continue;
        goes[i] = more = true;
      }
    }
    return goes;
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
