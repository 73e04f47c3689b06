#include "syntax/moved_sources.h"

#include "language.h"

namespace remove_op {

std::string translated_from(std::string_view path) {
  constexpr std::string_view translated = ".hip";
  if (!path.ends_with(translated)) return {};
  return std::string(path.substr(0, path.size() - translated.size())) + ".cu";
}

std::string_view moved_source(const Snapshot& snapshot, std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  if (path.find('/') == std::string_view::npos || language_of(path) != Language::cxx) return {};
  auto found = snapshot.ending_in(path, {});
  if (const std::string source = translated_from(path); found.empty() && !source.empty())
    found = snapshot.ending_in(source, {});
  return found.size() == 1 ? found.front() : std::string_view();
}

}  // namespace remove_op
