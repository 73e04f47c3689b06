// C++ tests of an op go with it; those that test more are told of, and never keep production code alive.
#include <catch2/catch.hpp>

#include <algorithm>

#include "removed.h"

namespace remove_op {
namespace {

const std::string bind =
    "//- csrc/bind.cpp\n#include \"ops.h\"\nTORCH_LIBRARY(k, m) {\n  m.def(\"dead(int x) -> int\", &dead);\n"
    "  m.def(\"live(int x) -> int\", &live);\n}\n";
const std::string bind_left =
    "//- csrc/bind.cpp\n#include \"ops.h\"\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n}\n";
const std::string code =
    "//- csrc/dead.cu\n#include \"dead.cuh\"\n#include \"ops.h\"\nint dead(int x) { return twice(x); }\n"
    "//- csrc/dead.cuh\n#pragma once\ninline int twice(int x) { return x * 2; }\n";
const std::string live = "//- csrc/live.cu\n#include \"ops.h\"\nint live(int x) { return x; }\n";
const std::string header = "//- csrc/ops.h\n#pragma once\nint live(int x);\n";
const std::string declared = "int dead(int x);\n";

const std::string repo = bind + code + live + header + declared;
const std::string left = bind_left + live + header;

std::string test(const std::string& text) { return "//- tests/dead_test.cu\n" + text; }

const std::string calls_dead =
    "#include <gtest/gtest.h>\n\n#include \"../csrc/ops.h\"\n\nTEST(Dead, Works) {\n  EXPECT_EQ(dead(2), 4);\n}\n";

}  // namespace

TEST_CASE("c++ tests: a test of the op alone goes with the op") {
  CHECK(removed("dead", repo + test(calls_dead)) == left);
  CHECK(removed("dead", repo + test("#include \"csrc/dead.cuh\"\nint main() { return twice(2) - 4; }\n")) == left);
  CHECK(removed("dead", repo + test("int dead(int x);\nint main() { return dead(2) - 4; }\n")) == left);
  CHECK(
      removed("dead", repo + "//- csrc/test/check_dead.cpp\n#include \"../ops.h\"\nint main() { return dead(1); }\n") ==
      left);
  Options keep;
  keep.keep_tests = true;
  CHECK(removed("dead", repo + test(calls_dead), keep) == left + test(calls_dead));
}

TEST_CASE("c++ tests: with its program and the program's test in CMake") {
  const std::string cmake = "//- tests/CMakeLists.txt\nadd_executable(live_test live_test.cu)\n";
  const std::string of_dead =
      "add_executable(dead_test dead_test.cu)\ntarget_link_libraries(dead_test PRIVATE k gtest)\n"
      "add_test(NAME dead_test COMMAND dead_test)\n";
  const std::string of_live = "//- tests/live_test.cu\n#include \"../csrc/ops.h\"\nint main() { return live(1); }\n";
  CHECK(removed("dead", repo + "//- tests/CMakeLists.txt\n" + of_dead + "add_executable(live_test live_test.cu)\n" +
                            test(calls_dead) + of_live) == left + cmake + of_live);
  CHECK(removed("dead", repo + "//- tests/CMakeLists.txt\nadd_executable(all_tests dead_test.cu live_test.cu)\n" +
                            test(calls_dead) + of_live) ==
        left + "//- tests/CMakeLists.txt\nadd_executable(all_tests live_test.cu)\n" + of_live);
}

TEST_CASE("c++ tests: a test of more than the op stays, is told of, and keeps no code") {
  const std::string both = test("#include \"../csrc/ops.h\"\nint main() { return dead(1) - live(2); }\n");
  CHECK(removed("dead", repo + both) == left + both);
  const auto said = notes(removal_of("dead", repo + both));
  CHECK(std::find(said.begin(), said.end(),
                  "tests/dead_test.cu:1: a test that exercises what goes also exercises live, which stays; adapt it by "
                  "hand") != said.end());
  const std::string other = test("#include \"../csrc/ops.h\"\nint main() { return live(2); }\n");
  CHECK(removed("dead", repo + other) == left + other);
}

TEST_CASE("c++ tests: a header that such a test includes stays") {
  const std::string both =
      test("#include \"../csrc/dead.cuh\"\n#include \"../csrc/ops.h\"\nint main() { return twice(1) - live(2); }\n");
  CHECK(removed("dead", repo + both) == bind_left + "//- csrc/dead.cuh\n#pragma once\n" + live + header + both);
}

}  // namespace remove_op
