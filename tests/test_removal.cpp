// The invariants of the design, and cascades through all layers.
#include <algorithm>
#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "removed.h"
#include "scale_and_live.h"

namespace remove_op {

using Strings = std::vector<std::string>;

namespace {

// One op in every layer, beside one that stays.
const std::string everywhere = R"(//- CMakeLists.txt
set(SRCS
  csrc/live.cu
  csrc/scale.cu)
add_library(_C ${SRCS})
//- csrc/bindings.cpp
#include "ops.h"
TORCH_LIBRARY(k, m) {
  m.def("live(Tensor x) -> Tensor", &live);
  m.def("scale(Tensor x) -> Tensor", &scale);
}
//- csrc/live.cu
#include "ops.h"
torch::Tensor live(torch::Tensor x) { return x; }
//- csrc/ops.h
#pragma once
torch::Tensor live(torch::Tensor x);
torch::Tensor scale(torch::Tensor x);
//- csrc/scale.cu
#include "ops.h"
#include "scale.cuh"
#define LANES 32
struct Params { int n; };
__device__ int twice(int x) { return 2 * x; }
__global__ void scale_kernel(Params p) { twice(p.n + LANES); }
torch::Tensor scale(torch::Tensor x) {
  Params p{1};
  scale_kernel<<<1, 1>>>(p);
  return x;
}
//- csrc/scale.cuh
#pragma once
inline int width() { return 1; }
//- pkg/__init__.py
from pkg.ops import live, scale

__all__ = ["live", "scale"]
//- pkg/ops.py
import torch
from torch.library import register_fake


def live(x):
    return torch.ops.k.live(x)


def scale(x):
    return torch.ops.k.scale(x)


if hasattr(torch.ops.k, "scale"):

    @register_fake("k::scale")
    def scale_fake(x):
        return x
//- tests/test_scale.py
import pkg


def test_scale():
    assert pkg.scale(1) == 1
)";

const std::string only_live = R"(//- CMakeLists.txt
set(SRCS
  csrc/live.cu)
add_library(_C ${SRCS})
//- csrc/bindings.cpp
#include "ops.h"
TORCH_LIBRARY(k, m) {
  m.def("live(Tensor x) -> Tensor", &live);
}
//- csrc/live.cu
#include "ops.h"
torch::Tensor live(torch::Tensor x) { return x; }
//- csrc/ops.h
#pragma once
torch::Tensor live(torch::Tensor x);
//- pkg/__init__.py
from pkg.ops import live

__all__ = ["live"]
//- pkg/ops.py
import torch


def live(x):
    return torch.ops.k.live(x)
)";

}  // namespace

TEST_CASE("an op goes from every layer, with all that only it kept") {
  CHECK(removed("scale", everywhere) == only_live);
}

// Every call of `removed` holds its result against all layers in reverse; here are more of their orders.
TEST_CASE("I1: the order in which files were read makes no difference") {
  const Snapshot forwards = mini_repo(everywhere);
  std::vector<File> files = forwards.files();
  std::reverse(files.begin(), files.end());
  auto removal = plan_removal(Snapshot(files), {"scale"}, all_layers(), {});
  REQUIRE(bool(removal));
  CHECK(printed(removal->after) == only_live);
}

TEST_CASE("I2: line ends, tabs, bytes that are no UTF-8 and a missing final newline stay") {
  CHECK(
      removed(
          "scale",
          with_ops("int scale(int x) { return x; }\r\n\r\n// \xff\xfe\r\nint live(int x) {\r\n\treturn x;   \r\n}\r\n",
                   "//- end.py\nx = 1  # scale\n\ty")) ==
      without_scale("// \xff\xfe\r\nint live(int x) {\r\n\treturn x;   \r\n}\r\n", "//- end.py\nx = 1  # scale\n\ty"));
  CHECK(
      removed(
          "scale",
          "//- a.cu\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\");\n  m.def(\"live(int x) -> int\");\n}") ==
      "//- a.cu\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\");\n}");
}

TEST_CASE("I2: a file that nothing is taken from is the very same") {
  const Snapshot before = mini_repo(everywhere);
  auto removal = plan_removal(before, {"scale"}, all_layers(), {});
  REQUIRE(bool(removal));
  CHECK(removal->after.find("csrc/live.cu")->text.same_storage(before.find("csrc/live.cu")->text));
}

TEST_CASE("I3: a second run finds nothing of the op") {
  CHECK(removed("scale", only_live).starts_with("error: scale: no op, wrapper or source file of that name"));
}

TEST_CASE("I4: everything that goes has its reason") {
  const Strings told = reasons(removal_of("scale", everywhere));
  const auto tells = [&](const std::string& line) { return std::find(told.begin(), told.end(), line) != told.end(); };
  CHECK(tells("csrc/bindings.cpp:4 def of op:k::scale: named"));
  CHECK(tells(
      "csrc/scale.cu:7 function of cxx:scale: only op k::scale, which goes, referred to it (csrc/bindings.cpp:4)"));
  CHECK(std::any_of(told.begin(), told.end(), [](const std::string& line) {
    return line.starts_with("csrc/scale.cu:6 kernel of cxx:scale_kernel: only ") &&
           line.ends_with(" (csrc/scale.cu:9)");
  }));
  CHECK(tells("pkg/ops.py:15 fake of op:k::scale: named"));
  for (const std::string& line : told) CHECK_FALSE(line.ends_with(": "));
}

TEST_CASE("I5: what nothing referred to before stays") {
  const std::string orphans = "int orphan(int x) { return x; }\n#define UNUSED 1\nstruct Nobody {};\n";
  CHECK(removed("scale", with_ops(orphans + "int scale(int x) { return x; }\nint live(int x) { return x; }\n")) ==
        without_scale(orphans + "int live(int x) { return x; }\n"));
}

TEST_CASE("I5: containers that were empty before stay") {
  const std::string empty = "namespace nothing {}\n#ifdef NOTHING\n#endif\n";
  CHECK(removed("scale", with_ops(empty + "int scale(int x) { return x; }\nint live(int x) { return x; }\n")) ==
        without_scale(empty + "int live(int x) { return x; }\n"));
}

TEST_CASE("I6: what another branch uses stays, in every branch") {
  for (const std::string condition :
       {"#ifdef USE_ROCM", "#ifndef USE_ROCM", "#if 0", "#if A && B", "#if __CUDA_ARCH__ >= 800"}) {
    INFO(condition);
    const std::string users =
        condition + "\nint live(int x) { return x; }\n#else\nint live(int x) { return help(x); }\n#endif\n";
    const std::string help = "int help(int x) { return x; }\n";
    CHECK(removed("scale", with_ops(help + "int scale(int x) { return help(x); }\n" + users)) ==
          without_scale(help + users));
  }
}

TEST_CASE("I6: what a branch inside a function uses stays") {
  const std::string users = "int live(int x) {\n#ifdef A\n  return x;\n#else\n  return help(x);\n#endif\n}\n";
  const std::string help = "int help(int x) { return x; }\n";
  CHECK(removed("scale", with_ops(help + "int scale(int x) { return help(x); }\n" + users)) ==
        without_scale(help + users));
}

TEST_CASE("I6: a name that a macro pastes in a branch that no parse sees stays") {
  const std::string users = R"(#define RUN(N) help_##N(x)
int live(int x) {
#ifdef SMALL
  return RUN(4);
#else
  return RUN(8);
#endif
}
)";
  const std::string help = "int help_4(int x) { return x; }\nint help_8(int x) { return x; }\n";
  CHECK(removed("scale", with_ops(help + "int scale(int x) { return help_8(x); }\n" + users)) ==
        without_scale(help + users));
}

TEST_CASE("I6: a name that a macro pastes in a file that never spells it stays") {
  const std::string others = R"(//- b.cu
#include "help.cuh"
int other(int x) { return RUN(8); }
TORCH_LIBRARY_FRAGMENT(k, m) {
  m.def("other(int x) -> int", &other);
}
//- help.cuh
#pragma once
inline int help_8(int x) { return x; }
#define RUN(N) help_##N(x)
)";
  const std::string include = "#include \"help.cuh\"\n";
  const std::string live = "int live(int x) { return x; }\n";
  CHECK(removed("scale", with_ops(include + "int scale(int x) { return help_8(x); }\n" + live, others)) ==
        without_scale(live, others));
}

TEST_CASE("I6: twins of one function in two branches go together") {
  const std::string live = "int live(int x) { return x; }\n";
  CHECK(removed(
            "scale",
            with_ops(
                "#ifdef USE_ROCM\nint scale(int x) { return 2 * x; }\n#else\nint scale(int x) { return x; }\n#endif\n" +
                live)) == without_scale(live));
}

TEST_CASE("I6: a ROCm twin of the name that serves another op stays") {
  const std::string twin = R"(//- rocm/b.cu
static int scale(int x) { return x; }
int wide(int x) { return scale(x); }
TORCH_LIBRARY_FRAGMENT(r, m) {
  m.def("wide(int x) -> int", &wide);
}
)";
  const std::string live = "int live(int x) { return x; }\n";
  CHECK(removed("scale", with_ops("int scale(int x) { return x; }\n" + live, twin)) == without_scale(live, twin));
}

TEST_CASE("I7: C++ that does not parse keeps what it names") {
  const std::string broken = "//- b.cu\ntemplate <class T struct {{ help( ((\n";
  const std::string help = "int help(int x) { return x; }\n";
  const std::string live = "int live(int x) { return x; }\n";
  CHECK(removed("scale", with_ops(help + "int scale(int x) { return help(x); }\n" + live, broken)) ==
        without_scale(help + live, broken));
  const std::string open = "//- b.cu\n#ifdef A\nint other(int x) { return help(x); }\n";
  CHECK(removed("scale", with_ops(help + "int scale(int x) { return help(x); }\n" + live, open)) ==
        without_scale(help + live, open));
}

TEST_CASE("I7: C++ that lacks its headers still keeps what it names") {
  const std::string other =
      "//- b.cu\n#include <nowhere.h>\nmissing::type<int> const& other(missing::thing& t) { return t.use<help>(help); "
      "}\n";
  const std::string help = "int help(int x) { return x; }\n";
  const std::string live = "int live(int x) { return x; }\n";
  CHECK(removed("scale", with_ops(help + "int scale(int x) { return help(x); }\n" + live, other)) ==
        without_scale(help + live, other));
}

TEST_CASE("I8: comments, headings, blank lines and separators read as if the op had never been") {
  CHECK(removed("scale", R"(//- a.cu
// SPDX-License-Identifier: Apache-2.0

// Row helpers
int first(int x) { return x; }

// Scales.
// Slowly.
int scale(int x) { return x; }  // really

int live(int x) { return first(x); }

TORCH_LIBRARY(k, m) {
  // Row ops
  m.def("scale(int x) -> int", &scale);

  // Lives.
  m.def("live(int x) -> int", &live);
}
)") == R"(//- a.cu
// SPDX-License-Identifier: Apache-2.0

// Row helpers
int first(int x) { return x; }

int live(int x) { return first(x); }

TORCH_LIBRARY(k, m) {
  // Row ops

  // Lives.
  m.def("live(int x) -> int", &live);
}
)");
}

TEST_CASE("a refused removal changes nothing and lists nothing") {
  const Removal removal = removal_of("live", everywhere + "//- use.py\nimport pkg\n\npkg.live(1)\n");
  CHECK(std::holds_alternative<Live>(removal.verdict));
  CHECK(removal.gone.empty());
  CHECK(removal.notes.empty());
  CHECK(printed(removal.after) == everywhere + "//- use.py\nimport pkg\n\npkg.live(1)\n");
}

TEST_CASE("a helper of the op that a test of something else uses stays for it") {
  const std::string native =
      "//- a.cu\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\");\n  m.def(\"live(int x) -> int\");\n}\n";
  const std::string native_left = "//- a.cu\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\");\n}\n";
  const std::string helper = "//- pkg/helper.py\ndef double(x):\n    return 2 * x\n";
  const std::string live = "//- pkg/ops.py\nimport torch\n\n\ndef live(x):\n    return torch.ops.k.live(x)\n";
  const std::string scale =
      "//- pkg/ops.py\nimport torch\n\nfrom pkg.helper import double\n\n\ndef live(x):\n    return "
      "torch.ops.k.live(x)\n"
      "\n\ndef scale(x):\n    return torch.ops.k.scale(double(x))\n";
  const std::string tests =
      "//- tests/test_live.py\nfrom pkg.helper import double\nfrom pkg.ops import live\n\n\n"
      "def test_live():\n    assert live(double(1)) == 2\n";
  const std::string of_helper =
      "//- tests/test_helper.py\nfrom pkg.helper import double\n\n\n"
      "def test_double():\n    assert double(1) == 2\n";
  CHECK(removed("k::scale", native + helper + scale + tests) == native_left + helper + live + tests);
  CHECK(removed("k::scale", native + helper + scale + of_helper + tests) ==
        native_left + helper + live + of_helper + tests);
  CHECK(removed("k::scale", native + helper + scale + of_helper) == native_left + live);
}

}  // namespace remove_op
