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
#include "syntax/python_test_parts.h"
#include "syntax/python_test_plan.h"
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
    const auto [goes, parts] = python::plan_tests(snapshot, path, file, doomed);
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
    if (std::any_of(uses->references.begin(), uses->references.end(), [&](const Reference& reference) {
          return !reference.by_word && words.count(last_name(reference.to)) != 0;
        }))
      return true;
    const auto tree = python::Tree::of(snapshot, path);
    for (python::Node node = 0; node < tree->size(); ++node)
      if (python::names_file_that_goes(*tree, node, doomed)) return true;
    return false;
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
    file.word = base_name(path);
    file.span = {0, static_cast<unsigned>(snapshot.text(path).size())};
    file.layer = layer();
    file.what = is_benchmark(path) ? "benchmark file" : "test file";
    return file;
  }

  // The first place of the unit itself that stays although it names what goes.
  static const std::pair<Span, std::string>* first_left(const TestFile& file, const Parts& parts, const Unit* unit) {
    const std::pair<Span, std::string>* first = nullptr;
    for (const auto& left : parts.left)
      if (file.unit_at(left.first) == unit && (!first || left.first < first->first)) first = &left;
    return first;
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
