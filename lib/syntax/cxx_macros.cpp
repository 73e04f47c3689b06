#include "cxx_macros.h"

#include <algorithm>

#include "cxx_unit.h"
#include "language.h"
#include "translation_units.h"
#include "words.h"

namespace remove_op {
namespace {

constexpr std::size_t most_tokens = 500'000;  // of one expansion; what needs more is no list of instantiations

// What `#` makes of an argument.
std::string quoted(const CxxMacros::Tokens& tokens) {
  std::string text = "\"";
  for (const std::string& token : tokens) {
    if (text.size() > 1 && is_word_char(text.back()) && is_word_char(token.front())) text += ' ';
    for (const char c : token) text.append(c == '"' || c == '\\' ? "\\" : "") += c;
  }
  return text + '"';
}

}  // namespace

CxxMacros::CxxMacros(const Snapshot& snapshot, std::string_view path) {
  std::set<std::string> seen = {std::string(path)};
  std::vector<std::string> work = {std::string(path)};
  while (!work.empty()) {
    const std::string file = std::move(work.back());
    work.pop_back();
    const std::string_view text = snapshot.text(file);
    read(text);
    for (const std::string_view spelled : spelled_includes(text))
      for (std::string& header : resolve_include(snapshot, file, spelled))
        if (is_header(header) && seen.insert(header).second) work.push_back(std::move(header));
  }
  headers_.assign(seen.begin(), seen.end());
  std::erase(headers_, path);
}

std::shared_ptr<const CxxMacros> CxxMacros::of(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<CxxMacros>(path, [&] { return std::make_shared<const CxxMacros>(snapshot, path); });
}

void CxxMacros::read(std::string_view text) {
  if (text.find("define") == std::string_view::npos) return;
  const CxxText lexed = lex_cxx(text);
  const auto word = [&](std::size_t i) { return word_at(lexed, text, i); };
  for (const CxxDirective& directive : lexed.directives) {
    if (directive.kind != CxxDirective::Kind::define || directive.name.length == 0) continue;
    Macro macro;
    std::size_t at = directive.first_token + 3;
    macro.takes_arguments = at < directive.last_token && word(at) == "(" &&
                            lexed.tokens[at].offset == directive.name.end();  // without a blank between
    if (macro.takes_arguments) {
      for (++at; at < directive.last_token && word(at) != ")"; ++at)
        if (word(at) != ",") macro.parameters.emplace_back(word(at) == "..." ? "__VA_ARGS__" : word(at));
      ++at;
    }
    for (; at < directive.last_token; ++at) {
      macro.pastes = macro.pastes || word(at) == "#" || word(at) == "##";
      macro.body.emplace_back(word(at));
    }
    const auto [known, fresh] =
        macros_.try_emplace(std::string(text.substr(directive.name.offset, directive.name.length)), macro);
    if (!fresh && known->second.body != macro.body) known->second.several = true;
  }
}

// The arguments of the call whose `(` is at `at`, which moves to its `)`; nothing where they are too few.
std::optional<CxxMacros::Arguments> CxxMacros::read_arguments(const Macro& macro, const Tokens& tokens,
                                                              std::size_t& at) {
  std::vector<Tokens> given(1);
  const bool variadic = !macro.parameters.empty() && macro.parameters.back() == "__VA_ARGS__";
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    if (tokens[at] == "(" && depth++ == 0) continue;
    if (tokens[at] == ")" && --depth == 0) break;
    const bool rest = variadic && given.size() == macro.parameters.size();
    if (tokens[at] == "," && depth == 1 && !rest)
      given.emplace_back();
    else
      given.back().push_back(tokens[at]);
  }
  if (at == tokens.size() || given.size() + (variadic ? 1 : 0) < macro.parameters.size()) return std::nullopt;
  given.resize(std::max(given.size(), macro.parameters.size()));
  Arguments arguments;
  for (std::size_t n = 0; n < macro.parameters.size(); ++n) arguments[macro.parameters[n]] = std::move(given[n]);
  return arguments;
}

// The body with its arguments in place: those beside `#` and `##` as they were given, all others expanded.
bool CxxMacros::substitute(const Macro& macro, const Arguments& given, const std::set<std::string>& inside,
                           Pasting pasting, Tokens& body) const {
  const auto beside_paste = [&](std::size_t i) {
    return (i > 0 && macro.body[i - 1] == "##") || (i + 1 < macro.body.size() && macro.body[i + 1] == "##");
  };
  for (std::size_t i = 0; i < macro.body.size(); ++i) {
    const std::string& token = macro.body[i];
    const bool pastes = i > 0 && macro.body[i - 1] == "##";
    Tokens here;
    const auto argument = given.find(token);
    if (token == "##") continue;
    if (token == "#" && macro.takes_arguments && i + 1 < macro.body.size()) {
      const auto quoted_one = given.find(macro.body[i + 1]);
      if (quoted_one == given.end()) return false;
      here.push_back(quoted(quoted_one->second));
      ++i;
    } else if (argument == given.end()) {
      here.push_back(token);
    } else if (beside_paste(i)) {
      here = argument->second;
    } else if (!expand_into(argument->second, inside, pasting, here)) {
      return false;
    }
    if (pastes && !body.empty() && !here.empty() && body.back() != ",") {
      body.back() += here.front();
      here.erase(here.begin());
    } else if (pastes && here.empty() && !body.empty() && body.back() == ",") {
      body.pop_back();  // `, ##__VA_ARGS__` of no arguments
    }
    body.insert(body.end(), here.begin(), here.end());
  }
  return true;
}

bool CxxMacros::expand_into(const Tokens& tokens, const std::set<std::string>& inside, Pasting pasting,
                            Tokens& out) const {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto known = macros_.find(tokens[i]);
    const bool calls = i + 1 < tokens.size() && tokens[i + 1] == "(";
    if (known == macros_.end() || inside.contains(tokens[i]) || (known->second.takes_arguments && !calls)) {
      out.push_back(tokens[i]);
      if (out.size() > most_tokens) return false;
      continue;
    }
    const Macro& macro = known->second;
    if (macro.several || (macro.pastes && pasting == Pasting::refused)) return false;
    const std::optional<Arguments> arguments =
        macro.takes_arguments ? read_arguments(macro, tokens, ++i) : std::optional(Arguments());
    if (!arguments) return false;
    Tokens body;
    if (!substitute(macro, *arguments, inside, pasting, body)) return false;
    std::set<std::string> deeper = inside;
    deeper.insert(known->first);
    if (!expand_into(body, deeper, pasting, out)) return false;
  }
  return true;
}

std::optional<CxxMacros::Tokens> CxxMacros::expand(const Tokens& tokens, Pasting pasting) const {
  Tokens out;
  if (!expand_into(tokens, {}, pasting, out)) return std::nullopt;
  return out;
}

bool CxxMacros::leads_to(std::string_view name, bool (*test)(std::string_view)) const {
  std::set<std::string_view> seen = {name};
  std::vector<std::string_view> work = {name};
  while (!work.empty()) {
    const auto known = macros_.find(work.back());
    work.pop_back();
    if (known == macros_.end()) continue;
    for (const std::string& token : known->second.body) {
      if (test(token)) return true;
      if (seen.insert(token).second) work.push_back(token);
    }
  }
  return false;
}

}  // namespace remove_op
