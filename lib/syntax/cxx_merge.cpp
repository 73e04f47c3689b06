// Trims what Clang reports to what stands in the text: spans from the first specifier to the last `;` or `}`.
#include <algorithm>
#include <map>

#include "cxx_parse.h"
#include "cxx_shape.h"

namespace remove_op {
namespace {

std::string_view spelled(std::string_view text, const CxxToken& token) {
  return text.substr(token.offset, token.length);
}

// Whether the tokens from `from` on are a macro call on lines of its own, `NAME(...)`, ending right before `to`.
bool is_macro_statement(const CxxText& lexed, std::string_view text, std::size_t from, std::size_t to) {
  if (lexed.tokens[from].kind != CxxToken::Kind::identifier || from + 1 >= to) return false;
  if (spelled(text, lexed.tokens[from + 1]) != "(" || closing(lexed, text, from + 1) + 1 != to) return false;
  const std::string_view name = spelled(text, lexed.tokens[from]);
  if (name.starts_with("__") || name == "alignas" || name == "explicit") return false;
  return text.substr(lexed.tokens[to - 1].offset, lexed.tokens[to].offset - lexed.tokens[to - 1].offset).find('\n') !=
         std::string_view::npos;
}

// Back over template heads, attributes and macros that expand to nothing, which are no part of Clang's range.
std::size_t first_token(const CxxText& lexed, std::string_view text, std::size_t at) {
  std::size_t first = at;
  while (first > 0) {
    const CxxToken& before = lexed.tokens[first - 1];
    const std::string_view word = spelled(text, before);
    if (before.in_directive || word == ";" || word == "{" || word == "}") break;
    if (stands_alone(lexed, text, first - 1)) break;
    --first;
  }
  for (std::size_t i = first; i < at; ++i)
    if (is_macro_statement(lexed, text, i, std::min(closing(lexed, text, i + 1) + 1, at)))
      first = closing(lexed, text, i + 1) + 1;
  return std::min(first, at);
}

// The token that ends the declaration whose last token, as Clang sees it, is `at`; tokens.size() where none does.
std::size_t last_token(const CxxText& lexed, std::string_view text, std::size_t at, bool has_body) {
  if (has_body && spelled(text, lexed.tokens[at]) == "}") {
    const bool stray = at + 1 < lexed.tokens.size() && spelled(text, lexed.tokens[at + 1]) == ";" &&
                       lexed.tokens[at + 1].offset == lexed.tokens[at].span().end();
    return stray ? at + 1 : at;
  }
  for (std::size_t i = at; i < lexed.tokens.size(); ++i) {
    const std::string_view word = spelled(text, lexed.tokens[i]);
    if (lexed.tokens[i].in_directive) continue;
    if (word == ";") return i;
    if (i > at && (word == "{" || word == "}")) break;
    if (word == "(" || word == "[") i = closing(lexed, text, i);
  }
  return lexed.tokens.size();
}

// The `)` of the macro call at `at`, or the `;` behind it.
std::size_t end_of_call(const CxxText& lexed, std::string_view text, std::size_t at) {
  std::size_t last = at;
  if (at + 1 < lexed.tokens.size() && spelled(text, lexed.tokens[at + 1]) == "(") last = closing(lexed, text, at + 1);
  return last + 1 < lexed.tokens.size() && spelled(text, lexed.tokens[last + 1]) == ";" ? last + 1 : last;
}

bool brackets_pair(const CxxText& lexed, std::string_view text, std::size_t first, std::size_t last) {
  int depth = 0;
  for (std::size_t i = first; i <= last; ++i) {
    const std::string_view word = spelled(text, lexed.tokens[i]);
    if (lexed.tokens[i].in_directive || lexed.tokens[i].kind != CxxToken::Kind::punctuation) continue;
    if (word == "{") ++depth;
    if (word == "}" && --depth < 0) return false;
  }
  return depth == 0;
}

bool trim(std::string_view text, const CxxText& lexed, CxxEntity& entity) {
  std::size_t begin = token_at(lexed, entity.span.offset);
  while (begin < lexed.tokens.size() && stands_alone(lexed, text, begin)) ++begin;  // taken for an unknown type
  const std::size_t end = token_at(lexed, entity.span.end());
  if (begin >= lexed.tokens.size() || end >= lexed.tokens.size()) return false;
  const bool function = entity.kind == CxxEntity::Kind::function || entity.kind == CxxEntity::Kind::kernel;
  const std::size_t first = first_token(lexed, text, begin);
  const std::size_t last =
      entity.by_macro ? end_of_call(lexed, text, begin) : last_token(lexed, text, end, function && !entity.declares);
  if (last >= lexed.tokens.size() || !brackets_pair(lexed, text, first, last)) return false;
  entity.span = {lexed.tokens[first].offset, lexed.tokens[last].span().end() - lexed.tokens[first].offset};
  return keeps_conditionals_whole(lexed, entity.span);
}

// The end of a scope is its brace.
void add_scope(std::string_view text, Span scope, CxxUnit& unit) {
  if (scope.end() == 0 || text[scope.end() - 1] != '}') return;
  if (std::find(unit.scopes.begin(), unit.scopes.end(), scope) == unit.scopes.end()) unit.scopes.push_back(scope);
}

}  // namespace

void merge_parse(std::string_view text, CxxParse parse, CxxUnit& unit) {
  std::map<Span, std::vector<std::size_t>> by_span;
  for (CxxEntity& entity : parse.entities) {
    if (!trim(text, unit.lexed, entity)) continue;
    auto& same = by_span[entity.span];
    same.push_back(unit.entities.size());
    const bool known = std::any_of(unit.entities.begin(), unit.entities.end(), [&](const CxxEntity& other) {
      return other.span == entity.span && other.id == entity.id && other.word == entity.word;
    });
    if (known)
      same.pop_back();
    else
      unit.entities.push_back(std::move(entity));
  }
  for (const Span scope : parse.scopes) add_scope(text, scope, unit);
  unit.uses.insert(unit.uses.end(), std::make_move_iterator(parse.uses.begin()),
                   std::make_move_iterator(parse.uses.end()));
}

}  // namespace remove_op
