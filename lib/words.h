// Whole words: the unit by which files are narrowed before anything is parsed.
#pragma once

#include <string_view>

namespace remove_op {

constexpr bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Where `needle` stands in `text` at or after `from`; npos where it does not. Faster over long texts than find().
std::size_t find_text(std::string_view text, std::string_view needle, std::size_t from = 0);

// Where `word` stands in `text` as a whole word, at or after `from`; npos where it does not.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);

// `text` without the white space at both ends.
constexpr std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// Whether `word` is what `pattern` says: `*` in it, at most one, stands for any text.
bool matches(std::string_view pattern, std::string_view word);

}  // namespace remove_op
