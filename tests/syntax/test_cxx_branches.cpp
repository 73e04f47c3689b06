#include "syntax/cxx_branches.h"

#include <catch2/catch.hpp>

namespace remove_op {

namespace {

// The texts that are chosen until nothing more is to be seen, nothing being declared so far.
std::vector<std::string> rounds(std::string_view text, const std::vector<Span>& declared = {}) {
  const CxxText lexed = lex_cxx(text);
  BranchChooser chooser(text, lexed);
  std::vector<std::string> texts;
  do texts.push_back(chooser.choose());
  while (chooser.more_to_see(declared));
  return texts;
}

}  // namespace

TEST_CASE("branches: each is turned on once, and no offset moves") {
  const std::string_view text = "#ifdef LONG_NAME\na;\n#elif defined(B)\nb;\n#else\nc;\n#endif\nd;\n";
  const auto texts = rounds(text);
  CHECK(texts.size() == 3);
  for (const std::string& chosen : texts) {
    CHECK(chosen.size() == text.size());
    CHECK(chosen.find("d;") == text.find("d;"));
  }
  CHECK(texts[0].starts_with("#if 1"));
  CHECK(texts[0].find("#elif 0") == text.find("#elif"));
  CHECK(texts[1].starts_with("#if 0"));
  CHECK(texts[1].find("#elif 1") == text.find("#elif"));
  CHECK(texts[2].find("#elif 0") == text.find("#elif"));
}

TEST_CASE("branches: nested ones are seen with the branch that holds them") {
  const std::string_view text = "#ifdef AA\n#ifdef BB\nb;\n#else\nc;\n#endif\n#else\nd;\n#endif\n";
  const CxxText lexed = lex_cxx(text);
  BranchChooser chooser(text, lexed);
  chooser.choose();
  CHECK(chooser.more_to_see({}));
  chooser.choose();
  CHECK(chooser.more_to_see({}));
  chooser.choose();
  CHECK_FALSE(chooser.more_to_see({}));
  CHECK(chooser.unseen().empty());
}

TEST_CASE("branches: those without code, or inside what is declared, are not worth a parse") {
  CHECK(rounds("#ifdef AA\na;\n#else\n#include <b.h>\n#endif\n").size() == 1);
  const std::string_view text = "f() {\n#ifdef AA\na;\n#else\nb;\n#endif\n}\n";
  CHECK(rounds(text, {{0, static_cast<unsigned>(text.size())}}).size() == 1);
  CHECK(rounds(text).size() == 2);
}

TEST_CASE("branches: a long chain ends, and what was not seen is said") {
  std::string text = "#if A == 0\na0;\n";
  for (int i = 1; i < 20; ++i) text += "#elif A == " + std::to_string(i) + "\na" + std::to_string(i) + ";\n";
  text += "#endif\n";
  const CxxText lexed = lex_cxx(text);
  BranchChooser chooser(text, lexed);
  int parses = 0;
  do {
    chooser.choose();
    ++parses;
  } while (chooser.more_to_see({}));
  CHECK(parses < 20);
  CHECK(chooser.unseen().size() == 20U - static_cast<unsigned>(parses));
}

TEST_CASE("branches: line ends and continuations in a condition keep their places") {
  const std::string_view text = "#if defined(A) && \\\n    defined(B)\r\na;\n#endif\n";
  const auto texts = rounds(text);
  REQUIRE(texts.size() == 1);
  CHECK(texts[0].size() == text.size());
  CHECK(texts[0].find("\\\n") == text.find("\\\n"));
  CHECK(texts[0].find("\r\n") == text.find("\r\n"));
}

}  // namespace remove_op
