#include "cxx_macros.h"

#include <algorithm>

#include "cxx_unit.h"
#include "language.h"
#include "translation_units.h"

namespace remove_op {
namespace {

constexpr std::size_t most_tokens = 500'000;  // of one expansion; what needs more is no list of instantiations

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
      macro.plain = macro.plain && word(at) != "#" && word(at) != "##";
      macro.body.emplace_back(word(at));
    }
    const auto [known, fresh] =
        macros_.try_emplace(std::string(text.substr(directive.name.offset, directive.name.length)), macro);
    if (!fresh && known->second.body != macro.body) known->second.plain = false;
  }
}

bool CxxMacros::expand_into(const Tokens& tokens, const std::set<std::string>& inside, Tokens& out) const {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto known = macros_.find(tokens[i]);
    const bool calls = i + 1 < tokens.size() && tokens[i + 1] == "(";
    if (known == macros_.end() || inside.contains(tokens[i]) || (known->second.takes_arguments && !calls)) {
      out.push_back(tokens[i]);
      if (out.size() > most_tokens) return false;
      continue;
    }
    const Macro& macro = known->second;
    if (!macro.plain) return false;
    std::map<std::string_view, Tokens> arguments;
    if (macro.takes_arguments) {
      std::vector<Tokens> given(1);
      int depth = 0;
      for (++i; i < tokens.size(); ++i) {
        if (tokens[i] == "(" && depth++ == 0) continue;
        if (tokens[i] == ")" && --depth == 0) break;
        const bool rest = !macro.parameters.empty() && macro.parameters.back() == "__VA_ARGS__" &&
                          given.size() == macro.parameters.size();
        if (tokens[i] == "," && depth == 1 && !rest)
          given.emplace_back();
        else
          given.back().push_back(tokens[i]);
      }
      if (i == tokens.size() || given.size() < macro.parameters.size()) return false;
      for (std::size_t n = 0; n < macro.parameters.size(); ++n)
        if (!expand_into(given[n], inside, arguments[macro.parameters[n]])) return false;
    }
    Tokens body;
    for (const std::string& token : macro.body) {
      const auto argument = arguments.find(token);
      if (argument == arguments.end())
        body.push_back(token);
      else
        body.insert(body.end(), argument->second.begin(), argument->second.end());
    }
    std::set<std::string> deeper = inside;
    deeper.insert(known->first);
    if (!expand_into(body, deeper, out)) return false;
  }
  return true;
}

std::optional<CxxMacros::Tokens> CxxMacros::expand(const Tokens& tokens) const {
  Tokens out;
  if (!expand_into(tokens, {}, out)) return std::nullopt;
  return out;
}

}  // namespace remove_op
