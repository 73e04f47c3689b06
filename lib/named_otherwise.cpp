#include "named_otherwise.h"

#include <algorithm>

#include "words.h"

namespace remove_op {
namespace {

bool in_comment(std::string_view text, std::size_t at) {
  const auto newline = text.rfind('\n', at);
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto hash = text.substr(start, at - start).find('#');
  return hash != std::string_view::npos && text.substr(start, hash).find_first_of("\"'") == std::string_view::npos;
}

// Prose speaks of names without using them; so do tests, which never keep.
bool is_prose(std::string_view path) {
  return path.ends_with(".md") || path.ends_with(".rst") || path.ends_with(".txt") || path.ends_with(".ipynb");
}

}  // namespace

bool is_transparent(const Graph::Node& node) {
  if (node.sites.empty() || !node.id.starts_with("py:")) return true;
  return std::all_of(node.sites.begin(), node.sites.end(), [](const Graph::Site& site) {
    return site.definition.forwards || site.definition.declares || site.definition.what == "import";
  });
}

bool named_otherwise(Explorer& explorer, NodeId id) {
  if (is_transparent(explorer.graph().node(id))) return false;
  while (explorer.inspect_users(id, Explorer::Files::production, 16)) {}
  const Graph& graph = explorer.graph();
  for (const std::string& word : graph.node(id).words) {
    for (const std::string_view path : explorer.snapshot().files_naming(word)) {
      if (is_test(path) || is_prose(path) || language_of(path) == Language::cxx) continue;
      const std::string_view text = explorer.snapshot().text(path);
      for (std::size_t at = find_word(text, word); at != std::string_view::npos; at = find_word(text, word, at + 1))
        if (!graph.explains(path, static_cast<unsigned>(at), word) && !in_comment(text, at)) return true;
    }
  }
  return false;
}

}  // namespace remove_op
