#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "syntax/python_reparse.h"
#include "verify.h"

namespace remove_op {
namespace {

std::string verified(std::string_view before, std::string_view after) {
  return llvm::toString(verify_syntax(mini_repo(before), mini_repo(after)));
}

}  // namespace

TEST_CASE("a file that was sound must stay sound") {
  CHECK(verified("//- a.py\nf(1, 2)\n", "//- a.py\nf(1\n").starts_with("a.py: "));
  CHECK(verified("//- a.cu\nvoid f() {}\n", "//- a.cu\nvoid f() {\n").starts_with("a.cu: "));
  CHECK(verified("//- a.h\n#ifdef X\n#endif\nint x;\n", "//- a.h\n#endif\nint x;\n").starts_with("a.h: "));
  CHECK(verified("//- CMakeLists.txt\nset(A b)\n", "//- CMakeLists.txt\nset(A\n").starts_with("CMakeLists.txt: "));
}

TEST_CASE("a sound change passes, and so does one to a file that never was sound") {
  CHECK(verified("//- a.py\nimport os, sys\n", "//- a.py\nimport os\n").empty());
  CHECK(verified("//- a.py\nf(1\nx = 1\n", "//- a.py\nf(1\n").empty());
  CHECK(verified("//- a.cu\nvoid f() {}\n", "//- b.cu\n").empty());
}

// A part of the file is parsed again, and what the rest was stays: the answer must be that of parsing it anew.
TEST_CASE("an edited Python file is judged as a whole parse judges it") {
  const std::string text =
      "import os\n"
      "@wrapped(\n"
      "    1)\n"
      "def f(x):\n"
      "    \"\"\"Doubles.\n"
      "    \"\"\"\n"
      "    if x:\n"
      "        return [\n"
      "            x, x]\n"
      "    else:\n"
      "        pass\n"
      "\n"
      "class A:\n"
      "    b = f'{os.sep}'\n"
      "\n"
      "    def c(self): return (\n"
      "        self.b)\n"
      "x = 1";
  std::vector<std::size_t> starts = {0};
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1))
    starts.push_back(end + 1);
  starts.push_back(text.size());
  const python::Tree tree{Text(text)};
  REQUIRE_FALSE(tree.error());
  int unsound = 0;
  for (std::size_t first = 0; first < starts.size(); ++first) {
    for (std::size_t last = first; last < starts.size(); ++last) {
      for (const std::string_view put : {"", "pass\n", "    def c(self): return (\n", "\xc3\xa9 = 'a\n"}) {
        std::string edited = text;
        edited.replace(starts[first], starts[last] - starts[first], put);
        CAPTURE(edited);
        const bool sound = !python::Tree(Text(edited)).error();
        CHECK(python::still_parses(tree, edited) == sound);
        unsound += sound ? 0 : 1;
      }
    }
  }
  CHECK(unsound > 100);
}

}  // namespace remove_op
