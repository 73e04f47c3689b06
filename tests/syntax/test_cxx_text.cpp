#include "syntax/cxx_text.h"

#include <catch2/catch.hpp>

namespace remove_op {

namespace {

std::vector<std::string> words(std::string_view text, CxxToken::Kind kind) {
  std::vector<std::string> out;
  const CxxText lexed = lex_cxx(text);
  for (const CxxToken& token : lexed.tokens)
    if (token.kind == kind) out.emplace_back(text.substr(token.offset, token.length));
  return out;
}

std::string_view at(std::string_view text, Span span) { return text.substr(span.offset, span.length); }

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("lex_cxx sees through comments, strings and characters") {
  const std::string_view text = "f(/* g */ \"h(\", 'i', R\"x(j)\" k)x\");  // l\n";
  CHECK(words(text, CxxToken::Kind::identifier) == Strings{"f"});
  CHECK(words(text, CxxToken::Kind::string) == Strings{"\"h(\"", "R\"x(j)\" k)x\""});
  CHECK(words(text, CxxToken::Kind::character) == Strings{"'i'"});
}

TEST_CASE("lex_cxx finds directives with their continuation lines") {
  const std::string_view text = "#include <a.h>\n#define F(x) \\\n  g(x)\n  # undef F\n#pragma once\nint a;\n";
  const CxxText lexed = lex_cxx(text);
  REQUIRE(lexed.directives.size() == 4);
  CHECK(lexed.directives[0].kind == CxxDirective::Kind::include);
  CHECK(at(text, lexed.directives[0].name) == "<a.h>");
  CHECK(lexed.directives[1].kind == CxxDirective::Kind::define);
  CHECK(at(text, lexed.directives[1].name) == "F");
  CHECK(at(text, lexed.directives[1].span) == "#define F(x) \\\n  g(x)");
  CHECK(lexed.directives[2].kind == CxxDirective::Kind::undef);
  CHECK(lexed.directives[3].kind == CxxDirective::Kind::pragma);
}

TEST_CASE("lex_cxx nests conditionals and knows their branches") {
  const std::string_view text = "#if A\na;\n#ifdef B\nb;\n#endif\n#elif C\nc;\n#else\nd;\n#endif\n";
  const CxxText lexed = lex_cxx(text);
  CHECK(lexed.balanced);
  REQUIRE(lexed.conditionals.size() == 2);
  const CxxConditional& outer = lexed.conditionals[0];
  CHECK(outer.branches.size() == 3);
  CHECK(outer.has_else);
  CHECK(outer.parent == -1);
  CHECK(at(text, outer.branches[2].body) == "\nd;\n");
  const CxxConditional& inner = lexed.conditionals[1];
  CHECK(inner.parent == 0);
  CHECK(inner.parent_branch == 0);
  CHECK_FALSE(inner.has_else);
  CHECK(at(text, inner.span()) == "#ifdef B\nb;\n#endif");
}

TEST_CASE("lex_cxx reports conditionals that do not pair up") {
  CHECK_FALSE(lex_cxx("#if A\n").balanced);
  CHECK_FALSE(lex_cxx("#endif\n").balanced);
  CHECK_FALSE(lex_cxx("#else\n").balanced);
  CHECK(lex_cxx("#if A\n").conditionals.empty());
}

TEST_CASE("lex_cxx survives any bytes") {
  for (const std::string_view text :
       {"", "\"", "'", "/*", "R\"x(", "#", "#define", "#include", "\\", "\xff\xfe", "\r\n"})
    CHECK_NOTHROW(lex_cxx(text));
  const std::string zeros("a;\0b;\n", 6);
  CHECK(words(zeros, CxxToken::Kind::identifier) == Strings{"a", "b"});
}

TEST_CASE("closing passes over directives") {
  const std::string_view text = "f(a,\n#ifdef X\n  b)\n#else\n  c\n#endif\n  [d]);";
  const CxxText lexed = lex_cxx("f(g(a)[0], {1});");
  CHECK(closing(lexed, "f(g(a)[0], {1});", 1) == lexed.tokens.size() - 2);
  const CxxText open = lex_cxx("f(a");
  CHECK(closing(open, "f(a", 1) == open.tokens.size());
  CHECK(closing(lex_cxx(text), text, 1) < lex_cxx(text).tokens.size());
}

TEST_CASE("a span that cuts a conditional in two is known") {
  const std::string_view text = "a;\n#if A\nb;\n#else\nc;\n#endif\nd;\n";
  const CxxText lexed = lex_cxx(text);
  const auto whole = [&](std::string_view first, std::string_view last) {
    const unsigned begin = static_cast<unsigned>(text.find(first));
    return keeps_conditionals_whole(lexed, {begin, static_cast<unsigned>(text.find(last) + last.size()) - begin});
  };
  CHECK(whole("a;", "a;"));
  CHECK(whole("b;", "b;"));
  CHECK(whole("a;", "d;"));
  CHECK_FALSE(whole("b;", "c;"));
  CHECK_FALSE(whole("a;", "b;"));
  CHECK_FALSE(whole("c;", "d;"));
}

}  // namespace remove_op
