#include "report.h"

#include <fmt/format.h>

namespace remove_op {

PatchSize size_of(std::string_view patch) {
  PatchSize size;
  bool in_hunk = false;  // above it, "---" and "+++" name the file
  while (!patch.empty()) {
    const std::string_view line = patch.substr(0, patch.find('\n'));
    patch.remove_prefix(std::min(line.size() + 1, patch.size()));
    if (line.starts_with("diff --git ")) {
      ++size.files;
      in_hunk = false;
    } else if (line.starts_with("@@ ")) {
      in_hunk = true;
    } else if (in_hunk) {
      size.added += line.starts_with('+');
      size.deleted += line.starts_with('-');
    }
  }
  return size;
}

std::string to_string(const Place& place) {
  if (place.line == 0) return place.path;
  if (place.column == 0) return fmt::format("{}:{}", place.path, place.line);
  return fmt::format("{}:{}:{}", place.path, place.line, place.column);
}

std::string to_string(const Gone& gone) {
  if (gone.last_line <= gone.place.line) return to_string(Place{gone.place.path, gone.place.line, 0});
  return fmt::format("{}:{}-{}", gone.place.path, gone.place.line, gone.last_line);
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 < names.size() ? ", " : " and ";
    out += names[i];
  }
  return out;
}

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace remove_op
