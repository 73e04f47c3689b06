#include "cxx_macro_calls.h"

#include "words.h"

namespace remove_op {
namespace {

bool is_of_registration(std::string_view token) {
  return token == "def" || token == "impl" || token == "op" || token.find("LIBRARY") != std::string_view::npos;
}

// `name` of "ns::name.overload(Tensor x) -> Tensor".
std::string name_in(std::string_view literal) {
  const auto open = literal.find('"');
  if (open == std::string_view::npos) return {};
  literal.remove_prefix(open + 1);
  if (const auto colons = literal.substr(0, literal.find('(')).find("::"); colons != std::string_view::npos)
    literal.remove_prefix(colons + 2);
  std::size_t end = 0;
  while (end < literal.size() && is_word_char(literal[end])) ++end;
  return std::string(literal.substr(0, end));
}

}  // namespace

std::optional<RegisteringCall> registering_call(std::string_view text, const CxxText& lexed, std::size_t first,
                                                const CxxMacros& macros) {
  const std::string_view name = word_at(lexed, text, first);
  if (!macros.defines(name) || !macros.leads_to(name, is_of_registration)) return std::nullopt;
  RegisteringCall call;
  call.last = word_at(lexed, text, first + 1) == "(" ? closing(lexed, text, first + 1) : first;
  if (call.last >= lexed.tokens.size()) return std::nullopt;
  CxxMacros::Tokens tokens;
  for (std::size_t i = first; i <= call.last; ++i) {
    const CxxToken& token = lexed.tokens[i];
    if (token.in_directive) return std::nullopt;
    tokens.emplace_back(word_at(lexed, text, i));
    if (i == first) continue;
    if (token.kind == CxxToken::Kind::identifier) call.arguments.push_back(tokens.back());
    if (token.kind == CxxToken::Kind::string) call.arguments.push_back(name_in(tokens.back()));
  }
  std::erase(call.arguments, "");
  if (const auto expanded = macros.expand(tokens, CxxMacros::Pasting::done)) {
    call.expansion.emplace();
    for (const std::string& token : *expanded) call.expansion->append(token).append(" ");
    call.expansion->append(";");
  }
  return call;
}

}  // namespace remove_op
