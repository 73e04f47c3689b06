#include "cxx_text.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace remove_op {
namespace {

clang::LangOptions raw_options() {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = options.CPlusPlus20 = true;
  options.CUDA = true;
  options.LineComment = true;
  options.RawStringLiterals = true;
  return options;
}

CxxToken::Kind kind_of(const clang::Token& token) {
  using Kind = CxxToken::Kind;
  if (token.is(clang::tok::raw_identifier)) return Kind::identifier;
  if (clang::tok::isStringLiteral(token.getKind())) return Kind::string;
  if (token.is(clang::tok::numeric_constant)) return Kind::number;
  if (token.isOneOf(clang::tok::char_constant, clang::tok::wide_char_constant, clang::tok::utf8_char_constant))
    return Kind::character;
  return Kind::punctuation;
}

std::string_view spelled(std::string_view text, const CxxToken& token) {
  return text.substr(token.offset, token.length);
}

CxxDirective directive_of(std::string_view text, const std::vector<CxxToken>& tokens, unsigned first, unsigned last) {
  CxxDirective directive;
  directive.first_token = first;
  directive.last_token = last;
  directive.span = {tokens[first].offset, tokens[last - 1].span().end() - tokens[first].offset};
  if (last - first < 2) return directive;
  using Kind = CxxDirective::Kind;
  const std::string_view name = spelled(text, tokens[first + 1]);
  if (name == "if" || name == "ifdef" || name == "ifndef" || name == "elif" || name == "elifdef" ||
      name == "elifndef" || name == "else" || name == "endif")
    directive.kind = Kind::conditional;
  else if (name == "include" || name == "include_next" || name == "import")
    directive.kind = Kind::include;
  else if (name == "define")
    directive.kind = Kind::define;
  else if (name == "undef")
    directive.kind = Kind::undef;
  else if (name == "pragma")
    directive.kind = Kind::pragma;
  if (last - first > 2) {
    directive.name = tokens[first + 2].span();
    if (directive.kind == Kind::include) directive.name.length = directive.span.end() - directive.name.offset;
  }
  return directive;
}

// Fills conditionals from the conditional directives; says whether they pair up.
bool pair_conditionals(std::string_view text, CxxText& lexed) {
  struct Open {
    CxxConditional conditional;
    std::vector<std::size_t> children;
  };
  std::vector<Open> open;
  bool balanced = true;
  std::vector<CxxConditional> done;
  const auto adopt = [&](const std::vector<std::size_t>& children, int parent) {
    for (const std::size_t child : children) done[child].parent = parent;
  };
  for (const CxxDirective& directive : lexed.directives) {
    if (directive.kind != CxxDirective::Kind::conditional) continue;
    const std::string_view name = spelled(text, lexed.tokens[directive.first_token + 1]);
    if (name.starts_with("if")) {
      open.push_back({});
      open.back().conditional.branches.push_back({directive.span, {directive.span.end(), 0}});
      continue;
    }
    if (open.empty()) {
      balanced = false;
      continue;
    }
    CxxConditional& top = open.back().conditional;
    Span& body = top.branches.back().body;
    body.length = directive.span.offset - body.offset;
    if (name != "endif") {
      top.has_else = top.has_else || name == "else";
      top.branches.push_back({directive.span, {directive.span.end(), 0}});
      continue;
    }
    top.endif = directive.span;
    done.push_back(std::move(top));
    adopt(open.back().children, static_cast<int>(done.size()) - 1);
    open.pop_back();
    if (!open.empty()) {
      done.back().parent_branch = static_cast<int>(open.back().conditional.branches.size()) - 1;
      open.back().children.push_back(done.size() - 1);
    }
  }
  balanced = balanced && open.empty();
  // By offset rather than by end, with the parent indices moved along.
  std::vector<std::size_t> order(done.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return done[a].span().offset < done[b].span().offset; });
  std::vector<int> place(done.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<int>(i);
  for (const std::size_t i : order) {
    lexed.conditionals.push_back(std::move(done[i]));
    int& parent = lexed.conditionals.back().parent;
    if (parent >= 0) parent = place[parent];
  }
  return balanced;
}

}  // namespace

CxxText lex_cxx(std::string_view text) {
  static const clang::LangOptions options = raw_options();
  // The lexer wants a terminator behind the last byte, which a text need not have.
  const std::string terminated(text);
  const char* begin = terminated.c_str();
  clang::Lexer lexer(clang::SourceLocation(), options, begin, begin, begin + terminated.size());
  CxxText lexed;
  lexed.tokens.reserve(text.size() / 5);
  unsigned directive_start = 0;
  bool in_directive = false;
  const auto end_directive = [&] {
    if (in_directive)
      lexed.directives.push_back(
          directive_of(text, lexed.tokens, directive_start, static_cast<unsigned>(lexed.tokens.size())));
    in_directive = false;
  };
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
    const unsigned end = static_cast<unsigned>(lexer.getBufferLocation() - begin);
    const unsigned offset = end - token.getLength();
    if (token.isAtStartOfLine()) {
      end_directive();
      if (token.is(clang::tok::hash)) {
        in_directive = true;
        directive_start = static_cast<unsigned>(lexed.tokens.size());
      }
    }
    lexed.tokens.push_back({kind_of(token), in_directive, offset, token.getLength()});
  }
  end_directive();
  lexed.balanced = pair_conditionals(text, lexed);
  return lexed;
}

std::size_t token_at(const CxxText& lexed, unsigned offset) {
  const auto at = std::lower_bound(lexed.tokens.begin(), lexed.tokens.end(), offset,
                                   [](const CxxToken& token, unsigned wanted) { return token.offset < wanted; });
  return at - lexed.tokens.begin();
}

std::size_t closing(const CxxText& lexed, std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < lexed.tokens.size(); ++i) {
    const CxxToken& token = lexed.tokens[i];
    if (token.in_directive || token.kind != CxxToken::Kind::punctuation || token.length != 1) continue;
    const char c = text[token.offset];
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (depth == 0) return i;
  }
  return lexed.tokens.size();
}

bool keeps_conditionals_whole(const CxxText& lexed, Span span) {
  for (const CxxConditional& conditional : lexed.conditionals) {
    const Span whole = conditional.span();
    if (whole.end() <= span.offset || span.end() <= whole.offset || span.contains(whole)) continue;
    const bool inside = std::any_of(conditional.branches.begin(), conditional.branches.end(),
                                    [&](const auto& branch) { return branch.body.contains(span); });
    if (!inside) return false;
  }
  return true;
}

}  // namespace remove_op
