#include "words.h"

#include <cstring>

namespace remove_op {

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  if (word.empty()) return std::string_view::npos;
  while (from + word.size() <= text.size()) {
    const void* hit = memmem(text.data() + from, text.size() - from, word.data(), word.size());
    if (!hit) return std::string_view::npos;
    const std::size_t at = static_cast<const char*>(hit) - text.data();
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_word_char(text[at - 1]) || !is_word_char(word.front());
    const bool ends = end == text.size() || !is_word_char(text[end]) || !is_word_char(word.back());
    if (starts && ends) return at;
    from = at + 1;
  }
  return std::string_view::npos;
}

bool matches(std::string_view pattern, std::string_view word) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == word;
  const std::string_view head = pattern.substr(0, star);
  const std::string_view tail = pattern.substr(star + 1);
  return word.size() >= head.size() + tail.size() && word.starts_with(head) && word.ends_with(tail);
}

}  // namespace remove_op
