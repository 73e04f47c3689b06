#include "pasted_names.h"

#include <algorithm>

#include "language.h"
#include "words.h"

namespace remove_op {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

PastedNames::PastedNames(const Snapshot& snapshot) {
  for (const File& file : snapshot.files()) {
    if (language_of(file.path) != Language::cxx) continue;
    const std::string_view text = file.text.view();
    for (auto at = text.find("##"); at != std::string_view::npos; at = text.find("##", at + 2)) {
      std::size_t end = at;
      while (end > 0 && is_blank(text[end - 1])) --end;
      std::size_t begin = end;
      while (begin > 0 && is_word_char(text[begin - 1])) --begin;
      std::size_t first = at + 2;
      while (first < text.size() && is_blank(text[first])) ++first;
      std::size_t last = first;
      while (last < text.size() && is_word_char(text[last])) ++last;
      pastes_.push_back({file.path, text.substr(begin, end - begin), text.substr(first, last - first)});
    }
    add_quoted(file.path, text, "\" #");
    add_quoted(file.path, text, "\"#");
  }
  std::stable_sort(pastes_.begin(), pastes_.end(), [](const Paste& a, const Paste& b) { return a.path < b.path; });
}

// `"head_" #N "_tail"`: a literal that goes on with what `#` makes of an argument.
void PastedNames::add_quoted(std::string_view path, std::string_view text, std::string_view mark) {
  for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && is_word_char(text[begin - 1])) --begin;
    std::size_t first = at + mark.size();
    if (first >= text.size() || !is_word_char(text[first])) continue;
    while (first < text.size() && is_word_char(text[first])) ++first;
    while (first < text.size() && is_blank(text[first])) ++first;
    std::size_t last = first;
    if (first < text.size() && text[first] == '"')
      for (last = ++first; last < text.size() && is_word_char(text[last]);) ++last;
    pastes_.push_back({path, text.substr(begin, at - begin), text.substr(first, last - first)});
  }
}

std::vector<std::string> PastedNames::files_that_may_make(std::string_view word) const {
  constexpr std::size_t telling = 2;  // one letter is a parameter, or as good as none
  std::vector<std::string> paths;
  for (const Paste& paste : pastes_) {
    const bool begins = paste.head.size() >= telling && word.starts_with(paste.head);
    const bool ends = paste.tail.size() >= telling && word.ends_with(paste.tail);
    if ((begins || ends) && (paths.empty() || paths.back() != paste.path)) paths.emplace_back(paste.path);
  }
  return paths;
}

}  // namespace remove_op
