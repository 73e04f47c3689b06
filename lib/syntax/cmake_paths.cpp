#include "syntax/cmake_paths.h"

#include <algorithm>

#include "paths.h"
#include "syntax/moved_sources.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr unsigned deepest = 4;         // variables set to variables
constexpr std::size_t most_values = 8;  // a variable with more values than this is no folder

std::string rooted(std::string_view path) {
  std::string result(1, '/');
  return result += path;
}

bool names_a_file(std::string_view text) {
  const std::string_view name = base_name(text);
  const auto dot = name.rfind('.');
  return dot != npos && dot > 0 && dot + 1 < name.size() && text.find_first_of(" \t\n;*?<>\"'=") == npos;
}

}  // namespace

CMakePaths::CMakePaths(const Snapshot& snapshot, std::string_view cmake_file)
    : snapshot_(snapshot), script_(cmake_script(snapshot, cmake_file)) {
  for (std::string_view folder = folder_of(cmake_file);; folder = folder_of(folder)) {
    folders_.push_back(folder);
    if (folder.empty()) break;
  }
  own_folders_ = cmake_file.ends_with(".cmake") ? folders_.size() : 1;
  for (const CMakeCommand& command : script_->commands)
    if (command.name == "set" && command.arguments.size() == 2 && is_identifier(command.arguments[0].text))
      set_folders_.push_back({command.arguments[0].text, command.arguments[1].text});
}

// A leading `/` marks a path from the repository's root.
std::vector<std::string> CMakePaths::expand(std::string_view text, unsigned depth) const {
  const auto begin = text.find("${");
  if (begin == npos) return {std::string(text)};
  const auto end = text.find('}', begin);
  if (end == npos || depth > deepest) return {};
  const std::string_view name = text.substr(begin + 2, end - begin - 2);
  std::vector<std::string> values;
  if (name == "CMAKE_CURRENT_SOURCE_DIR" || name == "CMAKE_CURRENT_LIST_DIR") {
    const std::size_t count = name == "CMAKE_CURRENT_LIST_DIR" ? 1 : own_folders_;
    for (std::size_t i = 0; i < count; ++i) values.push_back(rooted(folders_[i]));
  } else if (name == "CMAKE_SOURCE_DIR" || name == "PROJECT_SOURCE_DIR") {
    for (const std::string_view folder : folders_) values.push_back(rooted(folder));
  } else {
    for (const Folder& folder : set_folders_)
      if (folder.variable == name && values.size() < most_values)
        for (std::string& value : expand(folder.value, depth + 1)) values.push_back(std::move(value));
  }
  std::vector<std::string> results;
  for (const std::string& value : values)
    for (const std::string& rest : expand(text.substr(end + 1), depth))
      results.push_back(std::string(text.substr(0, begin)) + value + rest);
  return results;
}

std::vector<std::string> CMakePaths::patterns(std::string_view text) const {
  std::vector<std::string> paths;
  for (const std::string& expanded : expand(text, 0)) {
    if (expanded.starts_with('/'))
      paths.push_back(path_in("", expanded));
    else
      for (std::size_t i = 0; i < own_folders_; ++i) paths.push_back(path_in(folders_[i], expanded));
  }
  return paths;
}

std::string_view CMakePaths::file(std::string_view text) const {
  if (!names_a_file(text)) return {};
  // A path that starts with `/` in the file itself is none of ours.
  if (text.starts_with('/')) return {};
  const std::vector<std::string> paths = patterns(text);
  for (const std::string& path : paths)
    if (const File* found = snapshot_.find(path)) return found->path;
  for (const std::string& path : paths)
    if (const File* found = snapshot_.find(translated_from(path))) return found->path;
  // A list of names may be given its folder where it is used.
  if (text.find("${") == npos)
    for (const std::string_view folder : folders_)
      if (const File* found = snapshot_.find(path_in(folder, text))) return found->path;
  // Under the file's own folder, which may be another once it is copied.
  if (const auto variable = text.rfind('}'); variable != npos && !paths.empty())
    return moved_source(snapshot_, text.substr(variable + 1));
  return {};
}

std::string_view CMakePaths::file(const CMakeArgument& argument) const {
  return argument.quoting == Quoting::brackets ? std::string_view() : file(argument.text);
}

}  // namespace remove_op
