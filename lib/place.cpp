#include "place.h"

#include <algorithm>

namespace remove_op {

Place place_of(const Snapshot& snapshot, std::string_view path, Span span) {
  const std::string_view before = snapshot.text(path).substr(0, span.offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const auto newline = before.rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return {std::string(path), static_cast<unsigned>(lines) + 1, static_cast<unsigned>(before.size() - start) + 1};
}

}  // namespace remove_op
