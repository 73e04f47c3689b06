#include "syntax/translation_units.h"

#include <algorithm>

#include "language.h"
#include "syntax/cxx_unit.h"
#include "words.h"

namespace remove_op {

std::vector<std::string_view> spelled_includes(std::string_view text) {
  constexpr std::string_view keyword = "include";
  std::vector<std::string_view> spelled;
  for (std::size_t at = find_text(text, keyword); at != std::string_view::npos; at = find_text(text, keyword, at + 1)) {
    std::size_t hash = at;
    while (hash > 0 && (text[hash - 1] == ' ' || text[hash - 1] == '\t')) --hash;
    if (hash == 0 || text[hash - 1] != '#') continue;
    const std::string_view before = text.substr(0, hash - 1);
    if (!trimmed(before.substr(before.rfind('\n') + 1)).empty()) continue;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view rest = trimmed(text.substr(at + keyword.size(), end - at - keyword.size()));
    const bool next = text.substr(at).starts_with("include_next");
    if (next) rest = trimmed(rest.substr(5));
    if (rest.empty() || (is_word_char(text[at + keyword.size()]) && !next)) continue;
    const std::size_t close = rest.find(rest.front() == '<' ? '>' : '"', 1);
    const bool literal = (rest.front() == '<' || rest.front() == '"') && close != std::string_view::npos;
    spelled.push_back(literal ? rest.substr(1, close - 1) : std::string_view());
  }
  return spelled;
}

TranslationUnits::TranslationUnits(const Snapshot& snapshot) {
  for (const File& file : snapshot.files()) {
    if (language_of(file.path) != Language::cxx) continue;
    index_.emplace(file.path, static_cast<int>(paths_.size()));
    paths_.push_back(file.path);
  }
  nodes_.resize(paths_.size());
  units_.resize(paths_.size());
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    for (const std::string_view spelled : spelled_includes(snapshot.text(paths_[i]))) {
      nodes_[i].anywhere = nodes_[i].anywhere || spelled.empty();
      if (spelled.empty()) continue;
      std::vector<std::string> found = resolve_include(snapshot, paths_[i], spelled);
      if (found.empty()) found = guess_include(snapshot, paths_[i], spelled);
      for (const std::string& path : found) {
        const auto to = index_.find(path);
        if (to == index_.end() || to->second == static_cast<int>(i)) continue;
        nodes_[i].includes.push_back(to->second);
        nodes_[to->second].included = true;
      }
    }
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (!nodes_[i].included) mark_from(static_cast<int>(i));
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].roots.empty())
      mark_from(static_cast<int>(i));  // headers that include each other and nothing else does
  for (Node& node : nodes_) std::sort(node.roots.begin(), node.roots.end());
}

void TranslationUnits::mark_from(int root) {
  const bool source = !is_header(paths_[root]);
  std::vector<int> reached = {root};
  nodes_[root].roots.push_back(root);
  bool anywhere = false;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    anywhere = anywhere || nodes_[reached[next]].anywhere;
    for (const int to : nodes_[reached[next]].includes) {
      if (!nodes_[to].roots.empty() && nodes_[to].roots.back() == root) continue;
      nodes_[to].roots.push_back(root);
      reached.push_back(to);
    }
  }
  for (const int file : reached) {
    nodes_[file].from_source = nodes_[file].from_source || source;
    nodes_[file].anywhere = nodes_[file].anywhere || anywhere;
  }
  units_[root] = std::move(reached);
}

const TranslationUnits::Node* TranslationUnits::find(std::string_view path) const {
  const auto known = index_.find(path);
  return known == index_.end() ? nullptr : &nodes_[known->second];
}

bool TranslationUnits::share(std::string_view a, std::string_view b) const {
  if (a == b) return true;
  const Node* one = find(a);
  const Node* other = find(b);
  if (!one || !other || one->anywhere || other->anywhere) return true;
  auto at = one->roots.begin();
  for (const int root : other->roots) {
    while (at != one->roots.end() && *at < root) ++at;
    if (at == one->roots.end()) return false;
    if (*at == root) return true;
  }
  return false;
}

std::vector<std::string_view> TranslationUnits::sharing(std::string_view path) const {
  const Node* node = find(path);
  if (!node) return {};
  if (node->anywhere) return paths_;
  std::vector<int> files;
  for (const int root : node->roots) files.insert(files.end(), units_[root].begin(), units_[root].end());
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  std::vector<std::string_view> paths;
  for (const int file : files) paths.push_back(paths_[file]);
  return paths;
}

bool TranslationUnits::in_source(std::string_view path) const {
  const Node* node = find(path);
  return !node || node->from_source;
}

}  // namespace remove_op
