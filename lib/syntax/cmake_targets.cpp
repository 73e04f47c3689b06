#include "syntax/cmake_targets.h"

#include <algorithm>
#include <map>
#include <set>

#include "language.h"
#include "syntax/cmake_flow.h"
#include "syntax/cmake_functions.h"
#include "syntax/cmake_paths.h"
#include "syntax/extension_sources.h"

namespace remove_op {
namespace {

// A path in which `*` and `?` stand for characters other than `/`, for any in a recursive pattern.
bool matches(std::string_view pattern, std::string_view path, bool recursive) {
  while (!pattern.empty() && pattern[0] != '*') {
    if (path.empty() || (pattern[0] != path[0] && pattern[0] != '?')) return false;
    pattern.remove_prefix(1);
    path.remove_prefix(1);
  }
  if (pattern.empty()) return path.empty();
  for (std::size_t taken = 0;; ++taken) {
    if (matches(pattern.substr(1), path.substr(taken), recursive)) return true;
    if (taken == path.size() || (path[taken] == '/' && !recursive)) return false;
  }
}

struct Glob {
  std::string pattern;
  bool recursive;
  std::set<std::string> libraries;
};

struct Libraries {
  std::map<std::string, std::set<std::string>, std::less<>> of_source;
  std::vector<Glob> globs;
};

class Collector {
 public:
  Collector(const Snapshot& snapshot, std::string_view path, Libraries& libraries)
      : snapshot_(snapshot),
        keep_(cmake_flow(snapshot, path)),
        flow_(*keep_),
        paths_(snapshot, path),
        libraries_(libraries) {}

  void run() {
    const auto& commands = flow_.script().commands;
    for (unsigned i = 0; i < commands.size(); ++i) note_extension_name(commands[i]);
    for (unsigned i = 0; i < commands.size(); ++i) {
      if (flow_.in_function(i)) continue;
      std::set<std::string> libraries;
      bool followed = false;
      const auto followed_once = [&]() -> const std::set<std::string>& {
        std::set<unsigned> seen;
        if (!followed) follow(i, seen, libraries);
        followed = true;
        return libraries;
      };
      const bool globs = commands[i].name == "file" && flow_.action(i).write != Write::none;
      for (const CMakeArgument& argument : commands[i].arguments) {
        if (globs && argument.text.find('*') != std::string_view::npos) {
          for (const std::string& pattern : paths_.patterns(argument.text))
            libraries_.globs.push_back({pattern, commands[i].arguments[0].text == "GLOB_RECURSE", followed_once()});
        } else if (const std::string_view file = paths_.file(argument); !file.empty()) {
          const auto& found = followed_once();
          if (!found.empty()) libraries_.of_source[std::string(file)].insert(found.begin(), found.end());
        }
      }
    }
  }

 private:
  // target_compile_definitions(t PRIVATE TORCH_EXTENSION_NAME=name) speaks louder than the target's own name.
  void note_extension_name(const CMakeCommand& command) {
    if (command.name != "target_compile_definitions" || command.arguments.empty()) return;
    for (const CMakeArgument& argument : command.arguments) {
      if (macro_of_flag(argument.text, FlagForm::bare) != "TORCH_EXTENSION_NAME") continue;
      const std::string_view name =
          argument.text.substr(std::min(argument.text.find('='), argument.text.size() - 1) + 1);
      if (is_identifier(name)) extension_names_[command.arguments[0].text] = name;
    }
  }

  // The targets that what command `i` lists or writes comes to.
  void follow(unsigned i, std::set<unsigned>& seen, std::set<std::string>& libraries) const {
    if (!seen.insert(i).second) return;
    const CMakeCommand& command = flow_.script().commands[i];
    if ((defines_target(snapshot_, command.name) || command.name == "target_sources") && !command.arguments.empty()) {
      const std::string_view target = command.arguments[0].text;
      const auto renamed = extension_names_.find(target);
      if (!target.starts_with("${")) libraries.emplace(renamed == extension_names_.end() ? target : renamed->second);
    }
    for (const CMakeRead& read : flow_.reached(i))
      if (!flow_.in_function(read.command) && flow_.script().commands[read.command].opens == no_block)
        follow(read.command, seen, libraries);
  }

  const Snapshot& snapshot_;
  std::shared_ptr<const CMakeFlow> keep_;
  const CMakeFlow& flow_;
  CMakePaths paths_;
  std::map<std::string_view, std::string_view> extension_names_;
  Libraries& libraries_;
};

std::shared_ptr<const Libraries> collect(const Snapshot& snapshot) {
  auto libraries = std::make_shared<Libraries>();
  for (const std::string_view path : cmake_files(snapshot)) {
    const std::string_view text = snapshot.text(path);
    // What names no extension of a source file builds nothing of ours.
    const auto lists = [&](std::string_view ending) { return text.find(ending) != std::string_view::npos; };
    if (lists(".c") || lists(".hip") || lists(".mu") || lists("*")) Collector(snapshot, path, *libraries).run();
  }
  for (const File& file : snapshot.files())
    if (is_setup_script(file.path))
      for (const auto& [source, name] : extension_sources(snapshot, file.path))
        libraries->of_source[source].insert(name);
  return libraries;
}

std::shared_ptr<const Libraries> libraries_of(const Snapshot& snapshot) {
  return snapshot.memo<Libraries>([&] { return collect(snapshot); });
}

}  // namespace

std::vector<std::string> libraries_building(const Snapshot& snapshot, std::string_view source_path) {
  const auto libraries = libraries_of(snapshot);
  std::set<std::string> names;
  if (const auto known = libraries->of_source.find(source_path); known != libraries->of_source.end())
    names = known->second;
  for (const Glob& glob : libraries->globs)
    if (matches(glob.pattern, source_path, glob.recursive)) names.insert(glob.libraries.begin(), glob.libraries.end());
  return {names.begin(), names.end()};
}

std::vector<std::string> sources_of_library(const Snapshot& snapshot, std::string_view library) {
  std::vector<std::string> sources;
  for (const File& file : snapshot.files()) {
    if (language_of(file.path) != Language::cxx) continue;
    const auto names = libraries_building(snapshot, file.path);
    if (std::find(names.begin(), names.end(), library) != names.end()) sources.push_back(file.path);
  }
  return sources;
}

}  // namespace remove_op
