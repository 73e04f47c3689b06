// Shapes in which a search by name goes wrong: names that several things share, and places that no build sees.
#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {
namespace {

std::string block(const std::string& path, const std::string& statements) {
  return "//- " + path + "\n#include \"ops.h\"\nTORCH_LIBRARY_FRAGMENT(k, m) {\n" + statements + "}\n";
}

const std::string def_dead = "  m.def(\"dead(Tensor x) -> ()\", &dead);\n";
const std::string def_live = "  m.def(\"live(Tensor x) -> ()\", &live);\n";

// The build of one tensor type, with `live` and what `dead` puts before it.
std::string build_of(const std::string& folder, const std::string& tensor, bool with_dead) {
  const std::string dead = with_dead ? "void dead(" + tensor + " x)" : "";
  const std::string live = "void live(" + tensor + " x)";
  return "//- " + folder + "/a.cpp\n#include \"ops.h\"\n" + (with_dead ? dead + " {}\n" : "") + live + " {}\n" +
         block(folder + "/bind.cpp", (with_dead ? def_dead : "") + def_live) + "//- " + folder +
         "/ops.h\n#pragma once\n" + (with_dead ? dead + ";\n" : "") + live + ";\n";
}

}  // namespace

TEST_CASE("traps: two builds declare one name for two tensor types, and it goes from both") {
  const auto repo = [](bool with_dead) {
    return build_of("cpu", "torch::Tensor", with_dead) + build_of("cuda", "torch::stable::Tensor", with_dead);
  };
  CHECK(removed("dead", repo(true)) == repo(false));
}

TEST_CASE("traps: a placeholder that several ops are bound to goes with the last of them") {
  const std::string head = "//- bind.cpp\nvoid placeholder() {}\nTORCH_LIBRARY(k, m) {\n";
  const std::string one = "  m.def(\"one() -> ()\", placeholder);\n";
  const std::string two = "  m.def(\"two() -> ()\", &placeholder);\n";
  const std::string other = "  m.def(\"other() -> ()\");\n}\n";
  CHECK(removed("one", head + one + two + other) == head + two + other);
  CHECK(removed(std::vector<std::string>{"one", "two"}, head + one + two + other) ==
        "//- bind.cpp\nTORCH_LIBRARY(k, m) {\n" + other);
}

TEST_CASE("traps: overloads of one function serve two ops, and methods share the name of a third") {
  const std::string dead = "  m.def(\"dead\", static_cast<void (*)(int)>(&print));\n";
  const std::string live = "  m.def(\"live\", static_cast<void (*)(float)>(&print));\n}\n";
  const std::string head = "//- bind.cpp\nvoid print(int x) {}\nvoid print(float x) {}\nTORCH_LIBRARY(k, m) {\n";
  CHECK(removed("dead", head + dead + live) == head + live);

  const std::string methods =
      "//- gemm.h\n#pragma once\nstruct Gemm {\n  int get_size(int x) { return x; }\n};\n"
      "//- live.cu\n#include \"gemm.h\"\nint live(int x) { return Gemm().get_size(x); }\n"
      "TORCH_LIBRARY_FRAGMENT(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n}\n";
  CHECK(removed("get_size",
                "//- a.cu\nint get_size(int x) { return 2 * x; }\nTORCH_LIBRARY(k, m) {\n"
                "  m.def(\"get_size(int x) -> int\", &get_size);\n}\n" +
                    methods) == methods);
}

TEST_CASE("traps: a kernel of the op's own name, in a namespace or beside its host function") {
  const std::string live = "void live(float* x) {}\n";
  const auto source = [&](const std::string& code) {
    return "//- a.cu\n#include \"ops.h\"\n" + code + live + block("bind.cpp", def_dead + def_live) + "//- ops.h\n" +
           "#pragma once\nvoid dead(float* x);\n" + "void live(float* x);\n";
  };
  const std::string after = "//- a.cu\n#include \"ops.h\"\n" + live + block("bind.cpp", def_live) +
                            "//- ops.h\n#pragma once\nvoid live(float* x);\n";
  CHECK(removed("dead", source("namespace kernels {\n__global__ void dead(float* x) { x[0] = 1; }\n}\n"
                               "void dead(float* x) { kernels::dead<<<1, 1>>>(x); }\n")) == after);
  CHECK(removed("dead", source("__global__ void dead(float* x, int n) { x[n] = 1; }\n"
                               "void dead(float* x) { dead<<<1, 1>>>(x, 1); }\n")) == after);
}

TEST_CASE("traps: a definition in a source that no build lists goes like any other") {
  const std::string live = "//- live.cu\nvoid live(int x) {}\n";
  const std::string build = "//- CMakeLists.txt\nset(SRC \"live.cu\" \"bind.cpp\")\nadd_library(k ${SRC})\n";
  const std::string header = "//- ops.h\n#pragma once\n";
  CHECK(removed("dead", build + block("bind.cpp", def_dead + def_live) + live + header +
                            "void dead(int x);\nvoid live(int x);\n//- old/unlisted.cu\n#include \"../ops.h\"\n"
                            "void dead(int x) {}\n") ==
        build + block("bind.cpp", def_live) + live + header + "void live(int x);\n");
}

TEST_CASE("traps: a generator that writes the callers of a function keeps it") {
  const std::string repo =
      "//- a.cu\nvoid helper(int x) {}\nvoid dead(int x) { helper(x); }\nTORCH_LIBRARY(k, m) {\n"
      "  m.def(\"dead(int x) -> ()\", &dead);\n  m.def(\"other(int x) -> ()\");\n}\n"
      "//- generate.py\nCALL = \"helper({});\"\n"
      "def write(out):\n    for n in (1, 2):\n        out.write(CALL.format(n))\n";
  const std::string after = removed("dead", repo);
  CHECK(after.find("void helper(int x) {}\n") != std::string::npos);
  CHECK(after.find("void dead") == std::string::npos);
}

TEST_CASE("traps: the same name as a function of another dialect stays that function") {
  const std::string jit =
      "//- jit.py\nfrom loader import load\n\n\ndef dead(x):\n    return load(\"other_module\").run(x)\n\n\n"
      "def user(x):\n    return dead(x)\n";
  CHECK(removed("k::dead",
                "//- a.cu\nvoid dead(int x) {}\nTORCH_LIBRARY(k, m) {\n"
                "  m.def(\"dead(int x) -> ()\", &dead);\n}\n" +
                    jit) == jit);
}

}  // namespace remove_op
