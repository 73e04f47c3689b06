// What an edit of Python leaves: imports that nothing uses any more, wherever they stand.
#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {
namespace {

const std::string ops =
    "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(Tensor x) -> Tensor\");\n  m.def(\"live(Tensor x) -> "
    "Tensor\");\n}\n";
const std::string ops_left = "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(Tensor x) -> Tensor\");\n}\n";

}  // namespace

TEST_CASE("an import inside of a function goes with its last use") {
  const std::string more = "//- k/fast.py\ndef scale_kernel(x):\n    return x\n\n\ndef live_kernel(x):\n    return x\n";
  CHECK(removed("scale", ops + more + R"(//- k/reg.py
from torch.library import Library

lib = Library("k", "IMPL")


def register():
    from k.fast import live_kernel, scale_kernel
    import os, re as regex

    lib.impl("scale", scale_kernel, regex.escape("CUDA"))
    lib.impl("live", live_kernel, os.environ["KEY"])


def unused():
    import sys
)") == ops_left + R"(//- k/fast.py
def live_kernel(x):
    return x
//- k/reg.py
from torch.library import Library

lib = Library("k", "IMPL")


def register():
    from k.fast import live_kernel
    import os

    lib.impl("live", live_kernel, os.environ["KEY"])


def unused():
    import sys
)");
}

TEST_CASE("what the test of a guard alone used goes with the guard") {
  CHECK(removed("scale", ops + R"(//- k/fakes.py
import torch
from torch.library import register_fake

from k.platform import is_rocm

if is_rocm() and hasattr(torch.ops.k, "scale"):

    @register_fake("k::scale")
    def scale_fake(x):
        return x


@register_fake("k::live")
def live_fake(x):
    return x
//- k/platform.py
def is_rocm():
    return False
)") == ops_left + R"(//- k/fakes.py
from torch.library import register_fake


@register_fake("k::live")
def live_fake(x):
    return x
)");
}

TEST_CASE("a package that a set-up file only speaks of is not the repository's own") {
  const std::string package = "//- k/__init__.py\ndef register():\n    pass\n";
  const std::string set_up =
      "//- setup.py\nfrom setuptools import setup\n\nsetup(\n    install_requires=[\"torch\"],\n"
      "    entry_points={\"host.plugins\": [\"k = k:register\"]},\n)\n";
  const auto left = [&](const std::string& imports) {
    return removed("scale", ops + package + set_up + "//- k/ops.py\n" + imports +
                                "\n\ndef scale(x: Tensor):\n    return ops.k.scale(x)\n\n\ndef one():\n    return 1\n");
  };
  const std::string all_gone = ops_left + package + "//- k/ops.py\ndef one():\n    return 1\n" + set_up;
  CHECK(left("from torch import ops\nfrom torch.cuda import Tensor\n") == all_gone);
  CHECK(left("from torch import ops\nfrom host.utils import Tensor\n") == all_gone);
  CHECK(left("from torch import ops\nfrom k._C import Tensor\n").find("from k._C") != std::string::npos);
}

}  // namespace remove_op
