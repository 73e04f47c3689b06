// Lists in shell scripts.
#include <catch2/catch.hpp>

#include "syntax/shell_lists.h"

namespace remove_op {
namespace {

// "LIST VARIABLE WORD", one element a line.
std::string elements(std::string_view text) {
  std::string lines;
  for (const ShellElement& element : shell_list_elements(text)) {
    lines.append(std::to_string(element.list)).append(" ").append(element.variable).append(" ").append(element.word);
    lines += '\n';
  }
  return lines;
}

}  // namespace

TEST_CASE("shell lists: words of an array, over lines, with quotes and comments") {
  CHECK(elements("A=(a \"b c\" 'd')\nexport B+=(\n  e # not f\n  # nor g\n  \"h\"\n)\nC=d\n") ==
        "0 A a\n0 A b c\n0 A d\n1 B e\n1 B h\n");
  CHECK(elements("A=($MORE $(ls -d x) \"${B[@]}\")\n") == "0 A $MORE\n0 A $(ls -d x)\n0 A ${B[@]}\n");
}

TEST_CASE("shell lists: parts of a string between semicolons") {
  CHECK(elements("A=\"a;b;\"\nlocal B='c;d'\nC=\"e\"\nif [ \"x;y\" = z ]; then F=1; fi\n") ==
        "0 A a\n0 A b\n1 B c\n1 B d\n");
}

TEST_CASE("shell lists: a list that is never closed ends with the text") {
  CHECK(elements("A=(a b") == "0 A a\n0 A b\n");
  CHECK(elements("A=\"a;b") == "");
}

}  // namespace remove_op
