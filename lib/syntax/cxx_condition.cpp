#include "cxx_condition.h"

#include "words.h"

namespace remove_op {
namespace {

bool is_word(std::string_view text) {
  for (const char c : text)
    if (!is_word_char(c)) return false;
  return !text.empty();
}

// `defined(X)`, `defined X` or `X`: needs no parentheses behind a `!`.
bool is_atom(std::string_view condition) {
  constexpr std::string_view defined = "defined";
  if (is_word(condition)) return true;
  if (!condition.starts_with(defined)) return false;
  condition = trimmed(condition.substr(defined.size()));
  if (is_word(condition)) return true;
  return condition.starts_with("(") && condition.ends_with(")") &&
         is_word(trimmed(condition.substr(1, condition.size() - 2)));
}

}  // namespace

std::string opposite_condition(std::string_view directive) {
  if (directive.find('\n') != std::string_view::npos || directive.find("//") != std::string_view::npos ||
      directive.find("/*") != std::string_view::npos)
    return {};
  const auto hash = directive.find('#');
  const auto keyword = directive.find_first_not_of(" \t", hash + 1);
  if (hash == std::string_view::npos || keyword == std::string_view::npos) return {};
  const std::string head(directive.substr(0, keyword));
  const std::string_view rest = directive.substr(keyword);
  const auto space = rest.find_first_of(" \t(!");
  if (space == std::string_view::npos) return {};
  const std::string_view name = rest.substr(0, space);
  const std::string_view condition = trimmed(rest.substr(space));
  if (name == "ifdef") return head + "ifndef " + std::string(condition);
  if (name == "ifndef") return head + "ifdef " + std::string(condition);
  if (name != "if" || condition.empty()) return {};
  if (condition.starts_with("!") && is_atom(trimmed(condition.substr(1))))
    return head + "if " + std::string(trimmed(condition.substr(1)));
  if (is_atom(condition)) return head + "if !" + std::string(condition);
  return head + "if !(" + std::string(condition) + ")";
}

}  // namespace remove_op
