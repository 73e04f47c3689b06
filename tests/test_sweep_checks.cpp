// The sweep's own checks find what they are there for: each is shown a removal that went wrong in its way.
#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "sweep/checks.h"

namespace remove_op {
namespace {

const Snapshot before = mini_repo(R"repo(//- CMakeLists.txt
set(SOURCES dead.cu live.cu)
define_extension_target(_C SOURCES ${SOURCES})
//- bind.cpp
#include "ops.h"
TORCH_LIBRARY(k, m) {
  m.def("dead(int x) -> int", &dead);
  m.def("live(int x) -> int", &live);
}
//- dead.cu
#include "dead.h"
int dead(int x) { return help(x); }
//- dead.h
#pragma once
inline int help(int x) { return x; }
//- live.cu
#include "ops.h"
int live(int x) { return x; }
//- ops.h
#pragma once
int dead(int x);
int live(int x);
)repo");

std::optional<Text> text(std::string bytes) { return Text(std::move(bytes)); }

// The removal of `dead` as it should be, and then with these files as they should not.
std::vector<std::string> faults_with(const std::vector<std::pair<std::string, std::optional<Text>>>& wrong) {
  auto removal = plan_removal(before, {"dead"}, all_layers(), {.force = true});
  REQUIRE(!!removal);
  removal->after = removal->after.with(wrong);
  return faults_of(before, "dead", *removal);
}

bool tells(const std::vector<std::string>& faults, std::string_view what) {
  return std::any_of(faults.begin(), faults.end(),
                     [&](const std::string& fault) { return fault.find(what) != std::string::npos; });
}

}  // namespace

TEST_CASE("sweep: a removal as it should be has no faults") { CHECK(faults_with({}).empty()); }

TEST_CASE("sweep: a file that no longer parses, or parses worse, is a fault") {
  CHECK(
      tells(faults_with({{"live.cu", text("#include \"ops.h\"\nint live(int x) { return x; \n")}}), "does not parse"));
  CHECK(tells(faults_with({{"live.cu", text("int live(int x) { return y; }\n")}}), "live.cu: parses with"));
}

TEST_CASE("sweep: a name that went and is still referred to is a fault") {
  CHECK(tells(faults_with({{"live.cu", text("int live(int x) { return help(x); }\n")}}), "parses with"));
  CHECK(tells(faults_with({{"live.cu", text("#include \"dead.h\"\nint live(int x) { return x; }\n")}}),
              "live.cu:1:1: still"));
  CHECK(tells(faults_with({{"CMakeLists.txt", text("set(SOURCES dead.cu live.cu)\n")}}), "CMakeLists.txt:1:13: still"));
}

TEST_CASE("sweep: another op that lost a layer is a fault") {
  CHECK(tells(faults_with({{"bind.cpp", text("#include \"ops.h\"\nTORCH_LIBRARY(k, m) {}\n")}}),
              "op:k::live is another op"));
}

TEST_CASE("sweep: what a second run would still take is a fault") {
  CHECK(tells(
      faults_with({{"bind.cpp", text("#include \"ops.h\"\nTORCH_LIBRARY(k, m) {\n  m.def(\"dead(int x) -> int\");\n"
                                     "  m.def(\"live(int x) -> int\", &live);\n}\n")}}),
      "a second removal changes it again"));
}

TEST_CASE("sweep: an op of which nothing goes is a fault, unless that is told of") {
  auto removal = plan_removal(before, {"dead"}, all_layers(), {.force = true});
  REQUIRE(!!removal);
  removal->after = before;
  removal->gone.clear();
  removal->notes.clear();
  CHECK(tells(faults_of(before, "dead", *removal), "nothing was removed"));
  removal->notes.push_back({{"bind.cpp", 3, 1}, "take it out by hand"});
  CHECK_FALSE(tells(faults_of(before, "dead", *removal), "nothing was removed"));
}

}  // namespace remove_op
