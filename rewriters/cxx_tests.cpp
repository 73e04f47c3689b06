// C++ and CUDA tests and benchmarks: one that exercises nothing but what goes, goes.
//
// Input: a C++ file among the tests. Output: the file, where every function and kernel of production code that it uses
// goes; a report where others stay. Invariant: what such a file uses is never kept by it, and what it uses of types,
// constants and macros says nothing of what it tests.
#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/cxx_includes.h"
#include "syntax/cxx_macros.h"
#include "syntax/cxx_unit.h"
#include "syntax/translation_units.h"

namespace remove_op {
namespace {

using Ids = std::set<std::string_view, std::less<>>;

bool is_function(const CxxEntity& entity) {
  return entity.kind == CxxEntity::Kind::function || entity.kind == CxxEntity::Kind::kernel;
}

// Functions and kernels of production code that the file can see by its include lines, or declares for itself.
Ids functions_in_sight(const Snapshot& snapshot, std::string_view path, const CxxUnit& unit) {
  Ids ids;
  for (const std::string& header : CxxMacros::of(snapshot, path)->headers()) {
    if (is_test(header)) continue;
    for (const CxxEntity& entity : parse_cxx(snapshot, header)->entities)
      if (is_function(entity)) ids.insert(entity.id);
  }
  for (const CxxEntity& entity : unit.entities)
    if (is_function(entity) && entity.declares) ids.insert(entity.id);
  for (const CxxEntity& entity : unit.entities)
    if (!entity.declares) ids.erase(entity.id);
  return ids;
}

std::string_view last_name(std::string_view id) { return id.substr(id.find_last_of(":#") + 1); }

struct Exercised {
  bool doomed = false;
  std::string_view live;  // a function that stays; empty where there is none
};

Exercised exercised_by(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
  const auto unit = parse_cxx(snapshot, path);
  const std::string_view text = snapshot.text(path);
  Exercised found;
  for (const CxxInclude& include : unit->includes) found.doomed |= doomed.contains("file:" + include.path);
  Ids words;
  for (auto id = doomed.ids.lower_bound("cxx:"); id != doomed.ids.end() && id->starts_with("cxx:"); ++id)
    if (id->find('@') == std::string::npos) words.insert(last_name(*id));
  const Ids functions = functions_in_sight(snapshot, path, *unit);
  auto use = unit->uses.begin();
  for (std::size_t i = 0; i < unit->lexed.tokens.size(); ++i) {
    const CxxToken& token = unit->lexed.tokens[i];
    if (token.kind != CxxToken::Kind::identifier) continue;
    bool resolved = false;
    bool goes = false;
    std::string_view stays;
    for (; use != unit->uses.end() && use->offset <= token.offset; ++use) {
      if (use->offset < token.offset) continue;
      resolved = true;
      if (doomed.contains(use->id))
        goes = true;
      else if (functions.contains(use->id))
        stays = last_name(use->id);
    }
    const std::string_view word = word_at(unit->lexed, text, i);
    if (!resolved && !token.in_directive) goes = words.contains(word);
    found.doomed |= goes;
    if (!goes && !stays.empty()) found.live = word;
  }
  return found;
}

class CxxTests : public Rewriter {
 public:
  std::string_view layer() const override { return "c++ tests"; }
  bool claims(std::string_view path) const override {
    return language_of(path) == Language::cxx && is_test(path) && !is_header(path);
  }

  Facts inspect(const Snapshot&, std::string_view) const override { return {}; }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    if (doomed.keep_tests) return fallout;
    const Exercised exercised = exercised_by(snapshot, path, doomed);
    if (!exercised.doomed) return fallout;
    if (exercised.live.empty())
      fallout.also.push_back({"file:" + std::string(path), std::string(base_name(path)), {0, 0}, layer(), "test file"});
    else
      keep_what_it_shares(snapshot, path, exercised, doomed, fallout);
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot&, std::string_view, const Doomed&) const override { return {}; }

 private:
  // A test that stays needs the headers that it includes, emptied as they may be.
  static void keep_what_it_shares(const Snapshot& snapshot, std::string_view path, const Exercised& exercised,
                                  const Doomed& doomed, Fallout& fallout) {
    fallout.reports.push_back({{0, 0},
                               "a test that exercises what goes also exercises " + std::string(exercised.live) +
                                   ", which stays; adapt it by hand"});
    for (const CxxInclude& include : parse_cxx(snapshot, path)->includes)
      if (doomed.contains("file:" + include.path))
        fallout.needed.push_back(
            {"file:" + include.path, {include.directive, include.path + " stays, for this test includes it"}});
  }
};

REMOVE_OP_REGISTER(CxxTests);

}  // namespace
}  // namespace remove_op
