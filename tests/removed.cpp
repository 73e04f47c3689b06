#include "removed.h"

#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "patch.h"
#include "python_linter.h"
#include "turned_layers.h"

namespace remove_op {
namespace {

template <class T>
T value(llvm::Expected<T> expected) {
  if (!expected) FAIL(llvm::toString(expected.takeError()));
  return std::move(*expected);
}

std::string line_of(const Place& place) { return place.path + ":" + std::to_string(place.line); }

std::string verdict_of(const Removal& removal) {
  std::string text;
  if (const auto* live = std::get_if<Live>(&removal.verdict)) {
    for (const std::vector<Step>& chain : live->chains) {
      text += "live: ";
      for (const Step& step : chain)
        text += (&step == chain.data() ? "" : " -> ") + step.user + " (" + line_of(step.place) + ")";
      text += '\n';
    }
  } else if (const auto* unsure = std::get_if<Unsure>(&removal.verdict)) {
    for (const PlacedDoubt& doubt : unsure->doubts) text += "unsure: " + line_of(doubt.place) + ": " + doubt.why + '\n';
  }
  return text;
}

void check_properties(const Snapshot& before, const std::vector<std::string>& names, const Options& options,
                      const Removal& removal) {
  const std::string patch = value(unified_patch(before, removal.after));
  CHECK(llvm::toString(verify_patch(before, removal.after, patch)).empty());
  const auto layers = turned_layers();
  const Removal reversed = value(plan_removal(before, names, layers, options));
  CHECK(printed(reversed.after) == printed(removal.after));
  CHECK(reasons(reversed) == reasons(removal));
  for (const Gone& gone : removal.gone) {
    INFO(gone.id << " in " << gone.place.path);
    CHECK_FALSE(gone.reason.empty());
  }
  CHECK(lint_faults(before, removal) == std::vector<std::string>());
  auto again = plan_removal(removal.after, names, all_layers(), options);
  if (again)
    CHECK(printed(again->after) == printed(removal.after));
  else
    llvm::consumeError(again.takeError());
}

}  // namespace

std::string printed(const Snapshot& repo) {
  std::string text;
  for (const File& file : repo.files()) text.append("//- ").append(file.path).append("\n").append(file.text.view());
  return text;
}

std::string removed(const std::vector<std::string>& names, std::string_view repo, const Options& options) {
  const Snapshot before = mini_repo(repo);
  auto removal = plan_removal(before, names, all_layers(), options);
  if (!removal) return "error: " + llvm::toString(removal.takeError());
  if (!std::holds_alternative<Dead>(removal->verdict) && !options.force) {
    CHECK(printed(removal->after) == printed(before));
    CHECK(removal->gone.empty());
    return verdict_of(*removal);
  }
  check_properties(before, names, options, *removal);
  return printed(removal->after);
}

std::string removed(std::string_view name, std::string_view repo, const Options& options) {
  return removed(std::vector<std::string>{std::string(name)}, repo, options);
}

Removal removal_of(std::string_view name, std::string_view repo, const Options& options) {
  return value(plan_removal(mini_repo(repo), {std::string(name)}, all_layers(), options));
}

std::vector<std::string> reasons(const Removal& removal) {
  std::vector<std::string> lines;
  for (const Gone& gone : removal.gone)
    lines.push_back(line_of(gone.place) + " " + gone.what + " of " + gone.id + ": " + gone.reason);
  return lines;
}

std::vector<std::string> notes(const Removal& removal) {
  std::vector<std::string> lines;
  for (const Note& note : removal.notes) lines.push_back(line_of(note.place) + ": " + note.what);
  return lines;
}

}  // namespace remove_op
