#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {

namespace {

const char* const two_namespaces = R"(//- a.cu
int one(int x) { return x; }
int two(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("scale(int x) -> int", &one);
  m.def("shift(int x) -> int", &one);
}
TORCH_LIBRARY(j, m) {
  m.def("scale(int x) -> int", &two);
  m.def("shift(int x) -> int", &two);
}
)";

const char* const without_k_scale = R"(//- a.cu
int one(int x) { return x; }
int two(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("shift(int x) -> int", &one);
}
TORCH_LIBRARY(j, m) {
  m.def("scale(int x) -> int", &two);
  m.def("shift(int x) -> int", &two);
}
)";

const char* const overloads = R"(//- a.cu
TORCH_LIBRARY(k, m) {
  m.def("scale(int x) -> int", &scale);
  m.def("scale.out(int x) -> int", &scale_out);
  m.def("scale_all(int x) -> int", &scale_all);
}
)";

}  // namespace

TEST_CASE("a name that fits ops of two namespaces is refused with the candidates") {
  CHECK(
      removed("scale", two_namespaces) ==
      "error: scale fits several ops; name one of them with its namespace:\n  k::scale (a.cu:4)\n  j::scale (a.cu:8)");
}

TEST_CASE("a qualified name is one op, however it is spelled") {
  CHECK(removed("k::scale", two_namespaces) == without_k_scale);
  CHECK(removed("torch.ops.k.scale", two_namespaces) == without_k_scale);
  CHECK(removed("torch.ops.k.scale.default", two_namespaces) == without_k_scale);
}

TEST_CASE("a use of the namesake in another namespace is no use") {
  const std::string user = "//- use.py\nimport torch\ntorch.ops.j.scale(1)\n";
  CHECK(removed("k::scale", two_namespaces + user) == without_k_scale + user);
  CHECK(removed("j::scale", two_namespaces + user) == "live: code in use.py (use.py:2)\n");
}

TEST_CASE("a name stands for all overloads, one with an overload for that alone") {
  CHECK(removed("scale", overloads) == R"(//- a.cu
TORCH_LIBRARY(k, m) {
  m.def("scale_all(int x) -> int", &scale_all);
}
)");
  CHECK(removed("scale.out", overloads) == R"(//- a.cu
TORCH_LIBRARY(k, m) {
  m.def("scale(int x) -> int", &scale);
  m.def("scale_all(int x) -> int", &scale_all);
}
)");
  CHECK(removed("scale", overloads + std::string("//- use.py\nimport torch\ntorch.ops.k.scale.out(1)\n"))
            .starts_with("live: code in use.py (use.py:2)\n"));
}

TEST_CASE("an unknown name is an error with the nearest ones") {
  CHECK(removed("sclae", overloads)
            .starts_with("error: sclae: no op, wrapper or source file of that name in the "
                         "repository; nearest: scale"));
  CHECK(removed("k::shift", overloads).starts_with("error: k::shift: no op"));
  CHECK(removed("other::scale", overloads).starts_with("error: other::scale: no op"));
  CHECK(removed("", overloads).starts_with("error: an empty name"));
  CHECK(removed("csrc/none.cu", overloads) == "error: csrc/none.cu: no such file in the repository");
  CHECK(removed("../a.cu", overloads) == "error: ../a.cu: no such file in the repository");
}

TEST_CASE("several names are judged together") {
  const std::string repo = R"(//- a.cu
int helper(int x) { return x; }
int scale(int x) { return helper(x); }
int shift(int x) { return helper(x); }
int live(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("scale(int x) -> int", &scale);
  m.def("shift(int x) -> int", &shift);
  m.def("live(int x) -> int", &live);
}
)";
  const std::string both = R"(//- a.cu
int live(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("live(int x) -> int", &live);
}
)";
  CHECK(removed(std::vector<std::string>{"scale", "shift"}, repo) == both);
  CHECK(removed(std::vector<std::string>{"shift", "scale"}, repo) == both);
  CHECK(removed(std::vector<std::string>{"scale", "scale"}, repo) == removed("scale", repo));
}

TEST_CASE("a Python function that calls an op may be named, whatever else it does") {
  const std::string native = "//- a.cu\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\", &scale);\n}\n";
  const std::string head = "//- ops.py\nimport torch\n\n\ndef scale(x):\n    return torch.ops.k.scale(x)\n";
  const std::string loop = "\n\ndef scale_all(xs):\n    for x in xs:\n        torch.ops.k.scale(x)\n";
  CHECK(removed("scale_all", native + head + loop) == native + head);
  CHECK(removed("scale_all", native + head + loop + "\n\nscale_all([1])\n").starts_with("live: code in ops.py"));
  CHECK(removed("plain", native + head + "\n\ndef plain(x):\n    return x.sum()\n").starts_with("error: plain: no op"));
}

TEST_CASE("a source file may be named, and goes with its header and its place in the build") {
  CHECK(removed("csrc/old.cu", R"(//- CMakeLists.txt
add_library(_C csrc/fresh.cu csrc/old.cu)
//- csrc/fresh.cu
void fresh() {}
//- csrc/old.cu
#include "old.h"
void old() {}
//- csrc/old.h
#pragma once
void old();
)") == R"(//- CMakeLists.txt
add_library(_C csrc/fresh.cu)
//- csrc/fresh.cu
void fresh() {}
)");
}

TEST_CASE("a source file with code that is in use is live") {
  const std::string user = R"(//- csrc/fresh.cu
int old();
int fresh(int x) { return old(); }
TORCH_LIBRARY(k, m) {
  m.def("fresh(int x) -> int", &fresh);
}
)";
  CHECK(removed("csrc/old.cu", user + "//- csrc/old.cu\nint old() { return 1; }\n") ==
        "live: op k::fresh (csrc/fresh.cu:4) -> function fresh in csrc/fresh.cu (csrc/fresh.cu:2)\n");
  CHECK(removed("csrc/old.h", user + "//- csrc/more.cu\n#include \"old.h\"\n//- csrc/old.h\n#pragma once\nint old();\n")
            .starts_with("live: "));
}

TEST_CASE("a source file that registers an op in use is live") {
  CHECK(removed("csrc/old.cu", R"(//- csrc/old.cu
int old(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("old(int x) -> int", &old);
}
//- use.py
import torch
torch.ops.k.old(1)
)") == "live: code in use.py (use.py:2)\n");
}

TEST_CASE("a wrapper whose op is long gone may be named") {
  CHECK(removed("scale", R"(//- pkg/ops.py
import torch


def scale(x):
    return torch.ops.k.scale(x)


def shift(x):
    return torch.ops.k.shift(x)
//- pkg/use.py
from pkg.ops import shift

shift(1)
)") == R"(//- pkg/ops.py
import torch


def shift(x):
    return torch.ops.k.shift(x)
//- pkg/use.py
from pkg.ops import shift

shift(1)
)");
}

TEST_CASE("a C++ function without an op may be named, where it is the only one") {
  CHECK(removed("scale", R"(//- a.cu
int scale(int x) { return x; }
int live(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("live(int x) -> int", &live);
}
)") == R"(//- a.cu
int live(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("live(int x) -> int", &live);
}
)");
}

TEST_CASE("a C++ function that serves an op is live") {
  CHECK(removed("helper", R"(//- a.cu
int helper(int x) { return x; }
int live(int x) { return helper(x); }
TORCH_LIBRARY(k, m) {
  m.def("live(int x) -> int", &live);
}
)") == "live: op k::live (a.cu:4) -> function live in a.cu (a.cu:2)\n");
}

}  // namespace remove_op
