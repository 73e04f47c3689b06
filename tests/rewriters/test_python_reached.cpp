// Ways in which Python reaches an op without naming it plainly: each keeps it, or is a doubt with its place.
#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {
namespace {

const std::string ops =
    "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(Tensor x) -> Tensor\");\n  m.def(\"live(Tensor x) -> "
    "Tensor\");\n}\n";

// "live", "unsure" or "dead", of the op `scale` in a repository with these Python files.
std::string verdict(const std::string& python) {
  const std::string text = removed("scale", ops + python);
  return text.starts_with("live: ") ? "live" : text.starts_with("unsure: ") ? "unsure" : "dead";
}

}  // namespace

TEST_CASE("a module or a class that answers for any name is a doubt") {
  CHECK(
      verdict("//- k/__init__.py\nimport torch\n\n\ndef __getattr__(name):\n    return getattr(torch.ops.k, name)\n") ==
      "unsure");
  CHECK(verdict("//- k/__init__.py\nimport torch\n\n\ndef __getattr__(name):\n"
                "    return torch.ops.k.__getattr__(name)\n") == "unsure");
  CHECK(verdict("//- k/__init__.py\nimport torch\n\n_k = torch.ops.k\n\n\ndef __getattr__(name):\n"
                "    if hasattr(_k, name):\n        return getattr(_k, name)\n    raise AttributeError(name)\n") ==
        "unsure");
  CHECK(verdict("//- k/o.py\nimport torch\n\n\nclass Ops:\n    def __getattr__(self, name):\n"
                "        return getattr(torch.ops.k, name)\n") == "unsure");
  CHECK(verdict("//- k/__init__.py\nfrom k import ops\n\n\ndef __getattr__(name):\n    return getattr(ops, name)\n"
                "//- k/ops.py\nimport torch\n\n\ndef scale(x):\n    return torch.ops.k.scale(x)\n") == "live");
  CHECK(
      verdict("//- k/__init__.py\nimport torch\n\n\ndef __getattr__(name):\n    return getattr(torch.ops.n, name)\n") ==
      "dead");
}

TEST_CASE("what an object holds is followed to the method that it was given") {
  const std::string backend =
      "//- k/o.py\nimport torch\n\n\nclass Ops:\n    @staticmethod\n    def scale(x):\n        return "
      "torch.ops.k.scale(x)\n\n    @staticmethod\n    def live(x):\n        return torch.ops.k.live(x)\n";
  const auto user = [](const std::string& held) {
    return "//- k/u.py\nfrom k.o import Ops as ops\n\n\nclass User:\n    def __init__(self, given):\n        self.held "
           "= " +
           held + "\n\n    def run(self):\n        return self.held.scale(1)\n";
  };
  CHECK(verdict(backend + user("ops")) == "live");
  CHECK(verdict(backend + user("given")) == "live");
  CHECK(verdict(backend) == "dead");
}

TEST_CASE("members of a class that stand for an op go with it, unless something reaches them") {
  const std::string backend =
      "//- k/o.py\nimport torch\n\n\nclass Ops:\n    scale = torch.ops.k.scale\n    live = "
      "staticmethod(torch.ops.k.live)\n";
  CHECK(removed("scale", ops + backend) ==
        "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(Tensor x) -> Tensor\");\n}\n"
        "//- k/o.py\nimport torch\n\n\nclass Ops:\n    live = staticmethod(torch.ops.k.live)\n");
  CHECK(verdict(backend + "\n    def run(self, x):\n        return self.scale(x)\n//- k/u.py\n"
                          "from k.o import Ops\n\nOps().run(1)\n") == "live");
  CHECK(verdict(backend + "\n    def run(self, x):\n        return self.scale(x)\n") == "dead");
  CHECK(verdict(backend + "//- k/u.py\nfrom k.o import Ops\n\nOps.scale(1)\n") == "live");
  CHECK(verdict(backend + "//- k/u.py\nfrom k.o import Ops\n\nops = Ops()\nops.scale(1)\n") == "live");
  CHECK(verdict(backend + "//- k/u.py\nfrom k.o import Ops\n\nOps.live(1)\n") == "dead");
  CHECK(verdict(backend + "//- k/u.py\nfrom k.o import Ops\n\nfor name in NAMES:\n    getattr(Ops, name)(1)\n") ==
        "live");
  CHECK(verdict("//- k/o.py\nimport torch\n\n\nclass Ops:\n    @classmethod\n    def scale(cls, x):\n        return "
                "torch.ops.k.scale(x)\n\n    @classmethod\n    def live(cls, x):\n        return "
                "torch.ops.k.live(x)\n") == "dead");
}

TEST_CASE("an alias of an op or of a namespace is followed wherever it is bound") {
  CHECK(verdict("//- k/o.py\nimport torch\n\nSCALE = torch.ops.k.scale\n") == "dead");
  CHECK(verdict(
            "//- k/o.py\nimport torch\n\nSCALE = torch.ops.k.scale\n//- k/u.py\nfrom .o import SCALE\n\nSCALE(1)\n") ==
        "live");
  CHECK(verdict("//- k/o.py\nimport torch\n\nOPS = torch.ops.k\n//- k/u.py\nimport k.o as o\n\no.OPS.scale(1)\n") ==
        "live");
  CHECK(verdict("//- k/o.py\nimport torch\n\nOPS = torch.ops.k\n//- k/u.py\nfrom k.o import OPS\n\nOPS.live(1)\n") ==
        "dead");
  CHECK(verdict("//- k/o.py\nimport torch\n\n\nclass A:\n    OPS = torch.ops.k\n\n    def f(self, x):\n        return "
                "self.OPS.scale(x)\n\n\nA().f(1)\n") == "live");
  CHECK(verdict("//- k/o.py\nimport torch\n\n\ndef f(x):\n    op = torch.ops.k.scale.default\n    return "
                "op(x)\n\n\nf(1)\n") == "live");
  CHECK(verdict("//- k/o.py\nimport torch\n\nTABLE = [torch.ops.k.scale.out]\nprint(TABLE)\n") == "live");
  CHECK(verdict("//- k/o.py\nimport torch\n\nif (op := getattr(torch.ops.k, \"scale\", None)) is not None:\n"
                "    op(1)\n") == "live");
}

TEST_CASE("a question over a table of names asks for each of them") {
  CHECK(verdict("//- k/o.py\nimport torch\n\nif all(hasattr(torch.ops.k, n) for n in (\"scale\", \"live\")):\n    "
                "print(1)\n") == "live");
  CHECK(verdict("//- k/o.py\nimport torch\n\nfor n in [\"scale\"]:\n    assert hasattr(torch.ops.k, n)\n") == "live");
  CHECK(verdict("//- k/o.py\nimport torch\n\nfor n in [\"live\"]:\n    assert hasattr(torch.ops.k, n)\n") == "dead");
  CHECK(verdict("//- k/o.py\nimport torch\n\nTABLE = {\"a\": \"scale\"}\n\n\ndef f(a):\n"
                "    return getattr(torch.ops.k, TABLE[a])\n") == "unsure");
}

}  // namespace remove_op
