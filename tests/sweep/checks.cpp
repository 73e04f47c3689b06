#include "sweep/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "graph.h"
#include "patch.h"
#include "place.h"
#include "python_linter.h"
#include "report.h"
#include "syntax/cxx_unit.h"
#include "syntax/translation_units.h"
#include "verify.h"

namespace remove_op {
namespace {

using Faults = std::vector<std::string>;

bool is_native(std::string_view path) { return language_of(path) == Language::cxx; }

void check_patch(const Snapshot& before, const Removal& removal, Faults& faults) {
  auto patch = unified_patch(before, removal.after);
  if (!patch) {
    faults.push_back(llvm::toString(patch.takeError()));
    return;
  }
  if (llvm::Error error = verify_patch(before, removal.after, *patch))
    faults.push_back(llvm::toString(std::move(error)));
  if (llvm::Error error = verify_syntax(before, removal.after)) faults.push_back(llvm::toString(std::move(error)));
}

void check_second_run(const std::string& op, const Removal& removal, Faults& faults) {
  auto again = plan_removal(removal.after, {op}, all_layers(), {.force = true});
  if (!again) {
    llvm::consumeError(again.takeError());  // it does not know the op any more
    return;
  }
  for (const std::string& path : changed_paths(removal.after, again->after))
    faults.push_back(path + ": a second removal changes it again");
}

// The files that the removal edited, and those that name what went or include what was edited.
std::set<std::string> native_files_concerned(const Snapshot& before, const Removal& removal) {
  std::set<std::string> words;
  std::set<std::string> paths;
  for (const Gone& gone : removal.gone) words.insert(gone.name);
  for (const std::string& path : changed_paths(before, removal.after)) {
    paths.insert(path);
    words.insert(path.substr(path.rfind('/') + 1));
  }
  for (const std::string& word : words)
    for (const std::string_view path : removal.after.files_naming(word)) paths.emplace(path);
  std::erase_if(paths, [&](const std::string& path) { return !is_native(path) || !removal.after.find(path); });
  return paths;
}

void check_parses(const Snapshot& before, const Removal& removal, const std::set<std::string>& native, Faults& faults) {
  for (const std::string& path : native) {
    const unsigned then = parse_cxx(before, path)->errors;
    const unsigned now = parse_cxx(removal.after, path)->errors;
    if (now > then) faults.push_back(fmt::format("{}: parses with {} errors, with {} before", path, now, then));
  }
}

// The snapshot with the files that went in their places, but empty, so that paths still resolve.
Snapshot with_empty_files(const Snapshot& before, const Removal& removal) {
  std::vector<File> files = removal.after.files();
  for (const File& file : before.files())
    if (!removal.after.find(file.path)) files.push_back({file.path, Text(std::string())});
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.path < b.path; });
  return Snapshot(std::move(files));
}

bool refers(const Facts& facts, const std::string& id) {
  return std::any_of(facts.references.begin(), facts.references.end(), [&](const Reference& reference) {
    return reference.to == id && reference.strength == Strength::keeps;
  });
}

void check_file_for(const std::string& id, std::string_view path, const Snapshot& before, const Snapshot& after,
                    Faults& faults) {
  for (const auto& layer : all_layers()) {
    if (!layer->claims(path)) continue;
    const Facts facts = layer->inspect(after, path);
    // An include line that may lead to several files can mean an empty one that it did not mean before.
    if (refers(facts, id) && refers(layer->inspect(before, path), id))
      for (const Reference& reference : facts.references)
        if (reference.to == id && reference.strength == Strength::keeps)
          faults.push_back(fmt::format("{}: still refers to {}", to_string(place_of(after, path, reference.span)), id));
    for (const Definition& definition : facts.definitions)
      if (definition.id == id && definition.span.length > 0)
        faults.push_back(fmt::format("{}: still a site of {}", to_string(place_of(after, path, definition.span)), id));
  }
}

void check_references(const Snapshot& before, const Removal& removal, Faults& faults) {
  std::map<std::string, std::set<std::string>> words_of;   // by id
  std::map<std::string, std::set<std::string>> places_of;  // by id
  for (const Gone& gone : removal.gone) {
    if (!gone.id.starts_with("cxx:") && !gone.id.starts_with("file:")) continue;
    if (gone.id.find('@') != std::string::npos || gone.name.empty()) continue;
    words_of[gone.id].insert(gone.name);
    places_of[gone.id].insert(gone.place.path);
  }
  const Snapshot after = with_empty_files(before, removal);
  const TranslationUnits units(before);
  for (const auto& [id, words] : words_of) {
    std::set<std::string_view> paths;
    for (const std::string& word : words)
      for (const std::string_view path : removal.after.files_naming(word)) paths.insert(path);
    for (const std::string_view path : paths) {
      const Language language = language_of(path);
      if ((language != Language::cxx && language != Language::cmake) || is_test(path)) continue;
      // The same name in a file that never met what went is another entity.
      const auto& places = places_of[id];
      if (id.starts_with("cxx:") && std::none_of(places.begin(), places.end(),
                                                 [&](const std::string& place) { return units.share(place, path); }))
        continue;
      check_file_for(id, path, before, after, faults);
    }
  }
}

// How often each op is registered or faked in the files that were edited.
std::map<std::string, int> op_sites(const Snapshot& snapshot, const std::vector<std::string>& paths) {
  std::map<std::string, int> sites;
  for (const std::string& path : paths) {
    if (!snapshot.find(path) || is_test(path)) continue;
    for (const auto& layer : all_layers()) {
      if (!layer->claims(path)) continue;
      for (const Definition& definition : layer->inspect(snapshot, path).definitions)
        if (definition.id.starts_with("op:")) ++sites[definition.id];
    }
  }
  return sites;
}

void check_other_ops(const Snapshot& before, const Removal& removal, Faults& faults) {
  const std::vector<std::string> edited = changed_paths(before, removal.after);
  std::set<std::string> gone;
  for (const Gone& one : removal.gone) gone.insert(one.id);
  const auto now = op_sites(removal.after, edited);
  for (const auto& [id, sites] : op_sites(before, edited)) {
    if (gone.contains(id)) continue;
    const auto left = now.find(id);
    if (left == now.end() || left->second < sites) faults.push_back(id + " is another op, and lost a layer");
  }
}

}  // namespace

std::vector<std::string> faults_of(const Snapshot& before, const std::string& op, const Removal& removal) {
  Faults faults;
  // What is not taken apart stays, and is told of.
  if (removal.gone.empty() && removal.notes.empty()) faults.push_back("nothing was removed, and nothing says why");
  check_patch(before, removal, faults);
  check_second_run(op, removal, faults);
  check_parses(before, removal, native_files_concerned(before, removal), faults);
  check_references(before, removal, faults);
  check_other_ops(before, removal, faults);
  for (std::string& fault : lint_faults(before, removal)) faults.push_back(std::move(fault));
  return faults;
}

}  // namespace remove_op
