#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "syntax/cmake_script.h"

namespace remove_op {
namespace {

std::vector<std::string> argument_texts(std::string_view text) {
  const CMakeScript script = parse_cmake(text);
  REQUIRE_FALSE(script.error);
  REQUIRE(script.commands.size() == 1);
  std::vector<std::string> texts;
  for (const CMakeArgument& argument : script.commands[0].arguments) texts.emplace_back(argument.text);
  return texts;
}

}  // namespace

TEST_CASE("cmake arguments: quoted, unquoted, bracket, escaped, with comments between") {
  CHECK(argument_texts("set(SRCS a.cu # why ) not\n  \"b c;${D}/x.cu\" [=[ ]] raw ]=] e\\ f -DX=\"1 2\")") ==
        std::vector<std::string>{"SRCS", "a.cu", "b c;${D}/x.cu", " ]] raw ", "e\\ f", "-DX=\"1 2\""});
  CHECK(argument_texts("f (A AND (B OR \"\\\"\"))") ==
        std::vector<std::string>{"A", "AND", "(", "B", "OR", "\\\"", ")"});
}

TEST_CASE("cmake spans give back the bytes that were written") {
  const std::string_view text = "\xEF\xBB\xBF# head\nSet( X\t\"a.cu\" )\n#[[ long\n) ]]\nmessage()\n";
  const CMakeScript script = parse_cmake(text);
  REQUIRE_FALSE(script.error);
  REQUIRE(script.commands.size() == 2);
  const auto bytes = [&](Span span) { return text.substr(span.offset, span.length); };
  CHECK(script.commands[0].name == "set");
  CHECK(bytes(script.commands[0].span) == "Set( X\t\"a.cu\" )");
  CHECK(bytes(script.commands[0].arguments[1].span) == "\"a.cu\"");
  REQUIRE(script.comments.size() == 2);
  CHECK(bytes(script.comments[0]) == "# head");
  CHECK(bytes(script.comments[1]) == "#[[ long\n) ]]");
}

TEST_CASE("cmake blocks nest and know their branches") {
  const CMakeScript script =
      parse_cmake("if(A)\nforeach(x a b)\nf()\nendforeach()\nelseif(B)\ng()\nelse()\nendif(A)\nh()\n");
  REQUIRE_FALSE(script.error);
  REQUIRE(script.blocks.size() == 2);
  CHECK(script.blocks[0].openers == std::vector<unsigned>{0, 4, 6});
  CHECK(script.blocks[0].closer == 7);
  CHECK(script.blocks[1].parent == 0);
  CHECK(script.commands[2].block == 1);
  CHECK(script.commands[5].block == 0);
  CHECK(script.commands[8].block == no_block);
}

TEST_CASE("cmake that does not parse says where") {
  CHECK(parse_cmake("set(A b)\nset(B \"c)\n").error == Span{9, 10});
  CHECK(parse_cmake("set(A b)\n@X@\n").error.has_value());
  CHECK(parse_cmake("if(A)\nset(B c)\n").error == Span{0, 5});
}

TEST_CASE("cmake references and flags") {
  CHECK(references_in("${A}/x${${B}_C}-$ENV{D}") == std::vector<std::string_view>{"A", "B"});
  CHECK(macro_of_flag("-DENABLE_X=1", FlagForm::with_prefix) == "ENABLE_X");
  CHECK(macro_of_flag("ENABLE_X=1", FlagForm::bare) == "ENABLE_X");
  CHECK(macro_of_flag("ENABLE_X=1", FlagForm::with_prefix).empty());
  CHECK(macro_of_flag("--use_fast_math", FlagForm::bare).empty());
}

}  // namespace remove_op
