#include "cxx_op_names.h"

#include <algorithm>

#include "words.h"

namespace remove_op {
namespace {

// What a literal says between its quotes.
std::string_view inside(std::string_view quoted) {
  const auto open = quoted.find('"');
  if (quoted.size() < open + 2) return {};
  const bool raw = open > 0 && quoted[open - 1] == 'R';
  quoted = quoted.substr(open + 1, quoted.size() - open - 2);
  return raw ? quoted.substr(quoted.find('(') + 1, quoted.rfind(')') - quoted.find('(') - 1) : quoted;
}

}  // namespace

CxxOpName read_op_name(std::string_view text, const CxxText& lexed, std::size_t first, std::size_t close) {
  const auto word = [&](std::size_t i) { return word_at(lexed, text, i); };
  const auto is = [&](std::size_t i, CxxToken::Kind kind) {
    return i < lexed.tokens.size() && lexed.tokens[i].kind == kind;
  };
  CxxOpName read;
  std::size_t i = first;
  while (!is(i, CxxToken::Kind::string) && i < close && word(i) != "," && word(i) != ")") ++i;
  if (!is(i, CxxToken::Kind::string)) return read;
  std::string literal;
  for (; is(i, CxxToken::Kind::string); ++i) literal += inside(word(i));
  literal.erase(0, literal.find_first_not_of(" \t\\\n\r"));
  const auto end = literal.find_first_of("( \t");
  read.partial = end == std::string::npos && i < close && is(i, CxxToken::Kind::identifier);
  read.name = literal.substr(0, end);
  if (const auto colons = read.name.find("::"); colons != std::string::npos) {
    read.space = read.name.substr(0, colons);
    read.name.erase(0, colons + 2);
  }
  if (!std::all_of(read.name.begin(), read.name.end(), [](char c) { return is_word_char(c) || c == '.'; }))
    read.name.clear();
  return read;
}

}  // namespace remove_op
