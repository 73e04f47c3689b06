#include "syntax/cxx_includes.h"

#include <algorithm>

#include "language.h"
#include "paths.h"
#include "syntax/cmake_paths.h"
#include "syntax/cmake_script.h"
#include "syntax/cxx_unit.h"
#include "syntax/op_folders.h"
#include "syntax/translation_units.h"
#include "words.h"

namespace remove_op {
namespace {

bool ends_in_path(std::string_view path, std::string_view tail) {
  return path == tail ||
         (path.size() > tail.size() && path.ends_with(tail) && path[path.size() - tail.size() - 1] == '/');
}

// Whether an argument may be the folder: by its variables where they are known, else by two folders behind them.
bool may_be(const CMakePaths& paths, const CMakeArgument& argument, std::string_view folder) {
  const auto known = paths.patterns(argument.text);
  if (!known.empty()) return std::find(known.begin(), known.end(), folder) != known.end();
  std::string_view tail = argument.text.substr(argument.text.rfind('}') + 1);
  while (tail.starts_with('/')) tail.remove_prefix(1);
  while (tail.ends_with('/')) tail.remove_suffix(1);
  return tail.find('/') != std::string_view::npos && ends_in_path(folder, tail);
}

// Whether a build names the folder, so that it may be searched for headers.
bool names_folder(const Snapshot& snapshot, std::string_view folder) {
  const std::string_view name = base_name(folder);
  for (const std::string_view path : snapshot.files_naming(name)) {
    if (base_name(path) == "setup.py") return true;
    if (language_of(path) != Language::cmake) continue;
    const CMakePaths paths(snapshot, path);
    for (const CMakeCommand& command : cmake_script(snapshot, path)->commands)
      for (const CMakeArgument& argument : command.arguments)
        if (find_word(argument.text, name) != std::string_view::npos && may_be(paths, argument, folder)) return true;
  }
  return false;
}

struct Searched {
  bool by_build;
};

// Whether an include line of the file at `from` is looked up in the folder of `header`.
bool is_searched(const Snapshot& snapshot, std::string_view from, std::string_view header) {
  const std::string_view folder = folder_of(header);
  const bool above = folder.empty() || (from.starts_with(folder) && from[folder.size()] == '/');
  const std::string_view name = base_name(folder);
  if (above || name == "include" || name == "inc") return true;
  const auto searched = snapshot.memo<Searched>(
      header, [&] { return std::make_shared<const Searched>(Searched{names_folder(snapshot, folder)}); });
  return searched->by_build;
}

// Whether it leads from the parts of an op into another op's folder.
bool leads_into_op_folder(const Snapshot& snapshot, std::string_view from, std::string_view path) {
  if (!OpFolders::is_in_layout(from)) return false;
  const auto folders = OpFolders::of(snapshot);
  const OpFolder* there = folders->around(path);
  return there && folders->around(from) != there;
}

}  // namespace

std::vector<IncludeCandidate> include_candidates(const Snapshot& snapshot, std::string_view from,
                                                 std::string_view spelled) {
  std::vector<IncludeCandidate> candidates;
  const bool bare = spelled.find('/') == std::string_view::npos;
  std::vector<std::string> found = resolve_include(snapshot, from, spelled);
  const bool unknown = found.empty();
  if (unknown) found = guess_include(snapshot, from, spelled);
  const bool alone = found.size() == 1 && !unknown;
  for (std::string& path : found) {
    const bool guessed = unknown || (bare && !is_searched(snapshot, from, path));
    if (guessed && !alone && leads_into_op_folder(snapshot, from, path)) continue;
    candidates.push_back({std::move(path), guessed});
  }
  return candidates;
}

std::vector<Includer> includers(const Snapshot& snapshot, std::string_view header) {
  std::vector<Includer> found;
  for (const std::string_view file : snapshot.files_naming(base_name(header))) {
    if (language_of(file) != Language::cxx || file == header) continue;
    for (const std::string_view spelled : spelled_includes(snapshot.text(file))) {
      if (base_name(spelled) != base_name(header)) continue;
      for (const IncludeCandidate& candidate : include_candidates(snapshot, file, spelled))
        if (candidate.path == header) found.push_back({file, candidate.guessed});
    }
  }
  return found;
}

}  // namespace remove_op
