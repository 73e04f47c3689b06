// Entities of one name in files that no translation unit sees together.
#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {
namespace {

const std::string bindings = R"(//- bind.cpp
#include "ops.h"
TORCH_LIBRARY(k, m) {
  m.def("dead(int x) -> int", &dead);
  m.def("live(int x) -> int", &live);
}
)";
const std::string bindings_after = R"(//- bind.cpp
#include "ops.h"
TORCH_LIBRARY(k, m) {
  m.def("live(int x) -> int", &live);
}
)";
const std::string declarations = "//- ops.h\n#pragma once\nint dead(int x);\nint live(int x);\n";
const std::string declarations_after = "//- ops.h\n#pragma once\nint live(int x);\n";

// dead() stands in dead.cu, live() in live.cu; each with what `dead` and `live` put before it.
std::string repo(const std::string& dead, const std::string& live) {
  return bindings + "//- dead.cu\n" + dead + "//- live.cu\n" + live + declarations;
}
std::string without_dead(const std::string& live) {
  return bindings_after + "//- live.cu\n" + live + declarations_after;
}

}  // namespace

TEST_CASE("twins: a macro of one source is not the macro of another") {
  const std::string live =
      "#define RUN(x) twice(x)\nint twice(int x) { return 2 * x; }\nint live(int x) { return RUN(x); }\n";
  CHECK(removed("dead", repo("#define RUN(x) thrice(x)\nint thrice(int x) { return 3 * x; }\n"
                             "int dead(int x) { return RUN(x); }\n",
                             live)) == without_dead(live));
}

TEST_CASE("twins: templates of two sources are two") {
  const std::string live = "template <int n> struct Step { int k = n; };\nint live(int x) { return Step<1>{}.k; }\n";
  CHECK(removed("dead",
                repo("template <int n> struct Step { int k = 2 * n; };\nint dead(int x) { return Step<1>{}.k; }\n",
                     live)) == without_dead(live));
}

TEST_CASE("twins: a call that does not resolve means the function that is in sight") {
  const std::string live =
      "template <class T> int go(T x) { return 1; }\nint live(int x) { return go<lib::half, int>(x); }\n";
  CHECK(removed("dead", repo("template <class T> int go(T x) { return 2; }\nint dead(int x) { return go(x); }\n",
                             live)) == without_dead(live));
}

TEST_CASE("twins: a call that does not resolve keeps a function of another source where none is in sight") {
  const std::string live = "DECLARE(go)\nint live(int x) { return go<lib::half>(x); }\n";
  const std::string dead = "int go(int x) { return 2; }\n";
  CHECK(removed("dead", repo(dead + "int dead(int x) { return go(x); }\n", live)) ==
        bindings_after + "//- dead.cu\n" + dead + "//- live.cu\n" + live + declarations_after);
}

TEST_CASE("twins: an #undef in another source holds no header") {
  const std::string live = "#undef MOST\nint live(int x) { return x; }\n";
  CHECK(removed("dead", repo("#include \"most.h\"\nint dead(int x) { return MOST(x, 1); }\n", live) +
                            "//- most.h\n#define MOST(a, b) ((a) > (b) ? (a) : (b))\n") == without_dead(live));
}

TEST_CASE("twins: a header that nothing includes is compiled by something else, and not the op's") {
  const std::string live = "int live(int x) { return x; }\n";
  const std::string loaded =
      "//- py/dead.cuh\ninline int help(int x) { return x; }\ntemplate <class T> T dead(T x) { return help(x); }\n"
      "//- py/load.py\nload(files=[\"dead.cuh\"], functions=[\"dead\"])\n";
  CHECK(removed("dead", repo("int dead(int x) { return x; }\n", live) + loaded) == without_dead(live) + loaded);
}

TEST_CASE("twins: a source that defines what a header declares is the op's, whether or not it includes it") {
  const std::string live = "int live(int x) { return x; }\n";
  CHECK(removed("dead", repo("#include \"ops.h\"\nint dead(int x) { return x; }\n", live) +
                            "//- rocm/dead.hip\nint dead(int x) { return -x; }\n") == without_dead(live));
}

TEST_CASE("twins: what a header uses of the file that includes it stays") {
  const std::string body = "//- body.inl\ninline int body(int x) { return one(x) * STEP; }\n";
  const std::string head =
      "#define STEP 2\nstatic int one(int x) { return x; }\n#include \"body.inl\"\n"
      "int live(int x) { return body(x); }\n";
  CHECK(removed("dead", bindings + "//- all.cu\n" + head + "int dead(int x) { return one(x) + STEP; }\n" + body +
                            declarations) == "//- all.cu\n" + head + bindings_after + body + declarations_after);
}

}  // namespace remove_op
