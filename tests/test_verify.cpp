#include <catch2/catch.hpp>

#include "mini_repo.h"
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

}  // namespace remove_op
