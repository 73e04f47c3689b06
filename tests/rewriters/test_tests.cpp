#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "python_layers.h"

namespace remove_op {

using Strings = std::vector<std::string>;

namespace {

const char* const wrappers = R"(//- pkg/ops.py
import torch
def scale(x):
    return torch.ops.kern.scale(x)
def shift(x):
    return torch.ops.kern.shift(x)
)";

Left left_of(const std::string& path, const std::string& code, bool keep_tests = false) {
  return python_left(mini_repo(wrappers + ("//- " + path + "\n") + code), path,
                     {"op:kern::scale", "py:pkg/ops.py:scale"}, keep_tests);
}

}  // namespace

TEST_CASE("a test of what goes takes along what only it used") {
  const Left left = left_of("tests/test_ops.py", R"(import random
import pytest
from pkg import ops
from pkg.ops import scale
SIZES = [1, 2]
SEEDS = [0]
@pytest.fixture
def data():
    return random.random()
def reference(x):
    return x
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("seed", SEEDS)
def test_scale(n, seed, data):
    assert scale(n) == reference(n)
@pytest.mark.parametrize("seed", SEEDS)
def test_shift(seed):
    ops.shift(seed)
)");
  CHECK(left.text == R"(
import pytest
from pkg import ops


SEEDS = [0]



@pytest.mark.parametrize("seed", SEEDS)
def test_shift(seed):
    ops.shift(seed)
)");
  CHECK(left.reports.empty());
}

TEST_CASE("a test that exercises more stays and is reported") {
  const std::string code = R"(from pkg import ops
def test_both():
    assert ops.scale(1) == ops.shift(1)
)";
  const Left left = left_of("tests/test_ops.py", code);
  CHECK(left.text == code);
  CHECK(left.reports ==
        Strings{"test_both exercises what goes and more; adapt it by hand: nothing would be left of its function"});
}

TEST_CASE("what a shared helper calls does not make a test live, what its own helper calls does") {
  const Left left = left_of("tests/test_ops.py", R"(from pkg import ops
def fill():
    return ops.shift(1)
def own():
    return ops.shift(2)
def test_scale():
    ops.scale(fill())
def test_scale_and_own():
    ops.scale(own())
def test_fill():
    fill()
)");
  CHECK(left.text == R"(from pkg import ops
def fill():
    return ops.shift(1)
def own():
    return ops.shift(2)

def test_scale_and_own():
    ops.scale(own())
def test_fill():
    fill()
)");
}

TEST_CASE("a file without a test left is dropped, unless another imports it") {
  const std::string code = "from pkg import ops\ndef helper():\n    pass\ndef test_scale():\n    ops.scale(1)\n";
  CHECK(left_of("tests/test_ops.py", code).text == "dropped");
  CHECK(left_of("tests/test_ops.py", code + "//- tests/test_more.py\nfrom tests.test_ops import helper\n").text !=
        "dropped");
}

TEST_CASE("a file stays for a test that was commented out or is still to be written") {
  const std::string test = "from pkg import ops\ndef test_scale():\n    ops.scale(1)\n";
  const auto kept = [&](const std::string& comment) {
    const Left left = left_of("tests/test_ops.py", test + comment);
    CHECK(left.reports == Strings{"no test is left, but a comment holds or plans another"});
    return left.text.find("def test_scale") == std::string::npos && left.text.ends_with(comment);
  };
  CHECK(kept("\n# def test_shift():\n#     ops.shift(1)\n"));
  CHECK(kept("\n# TODO: add a test of shift\n"));
  CHECK(left_of("tests/test_ops.py", test + "    # TODO: test more sizes\n    ops.scale(2)\n").text == "dropped");
  CHECK(left_of("tests/test_ops.py", "# What scale does.\n" + test).text == "dropped");
}

TEST_CASE("a benchmark of nothing else is dropped, one of more loses what it calls of it") {
  CHECK(left_of("benchmarks/bench_scale.py", "from pkg import ops\ndef main():\n    ops.scale(1)\nmain()\n").text ==
        "dropped");
  const Left left = left_of("benchmarks/bench_all.py",
                            "from pkg import ops\ndef main():\n    ops.scale(1)\n    ops.shift(1)\nmain()\n");
  CHECK(left.text == "from pkg import ops\ndef main():\n    \n    ops.shift(1)\nmain()\n");
  CHECK(left.reports.empty());
}

TEST_CASE("methods of a test class go one by one, the class with the last") {
  CHECK(left_of("tests/test_ops.py", R"(from pkg import ops
class TestOps:
    def test_scale(self):
        ops.scale(1)
    def test_shift(self):
        ops.shift(1)
)")
            .text == R"(from pkg import ops
class TestOps:
    
    def test_shift(self):
        ops.shift(1)
)");
  CHECK(left_of("tests/test_ops.py", R"(from pkg import ops
class TestOps:
    def test_scale(self):
        ops.scale(1)
def test_shift():
    ops.shift(1)
)")
            .text == R"(from pkg import ops

def test_shift():
    ops.shift(1)
)");
}

TEST_CASE("a test that takes the wrapper from a package's __init__ is a test of it") {
  const std::string code = "from pkg import scale\ndef test_scale():\n    scale(1)\n";
  CHECK(left_of("tests/test_ops.py", code + "//- pkg/__init__.py\nfrom .ops import scale\n").text == "dropped");
}

TEST_CASE("a test of what its package offers as an attribute is a test of it") {
  const std::string code = "import pkg\ndef test_scale():\n    pkg.scale(1)\n";
  CHECK(left_of("tests/test_ops.py", code + "//- pkg/__init__.py\nfrom .ops import scale\n").text == "dropped");
}

namespace {

// What becomes of a test of `scale` that calls `other` of pkg/other.py too.
Left left_beside(const std::string& other, const std::string& path = "tests/test_ops.py") {
  const std::string code = path.starts_with("tests/")
                               ? "from pkg import ops\nfrom pkg.other import other\n"
                                 "def test_scale():\n    assert ops.scale(1) == other(1)\n"
                               : "from pkg import ops\nfrom pkg.other import other\nops.scale(1)\nother(1)\n";
  return left_of(path, code + "//- pkg/other.py\n" + other);
}

const Strings exercises_more = {
    "test_scale exercises what goes and more; adapt it by hand: nothing would be left of its function"};

}  // namespace

TEST_CASE("a test that also launches a kernel which stays is reported") {
  const std::string through_another_file =
      "from pkg.build import build\ndef module():\n    return build('k')\ndef other(x):\n    module().run(x)\n"
      "//- pkg/build.py\ndef build(name):\n    from ffi.cpp import load_inline\n    return load_inline(name)\n";
  for (const std::string& kernel : std::vector<std::string>{
           "def other(x):\n    kernel[(1,)](x)\n",
           "from pkg import kernels\ndef other(x):\n    kernels.fast[(1,)](x)\n",
           "import triton\n@triton.jit\ndef other(x):\n    pass\n",
           "from torch.utils.cpp_extension import load_inline\ndef other(x):\n    load_inline('k', x).run()\n",
           through_another_file,
           "def other(x):\n    import pkg.inner\n    pkg.inner.run(x)\n//- pkg/inner.py\ndef run(x):\n    k[1](x)\n"}) {
    INFO(kernel);
    const Left left = left_beside(kernel);
    CHECK(left.text.find("ops.scale(1) == other(1)") != std::string::npos);
    CHECK(left.reports == exercises_more);
    CHECK(left_beside(kernel, "benchmarks/bench_scale.py").text != "dropped");
  }
}

TEST_CASE("what only looks like a launch does not make a test live") {
  for (const std::string& code : std::vector<std::string>{
           "def other(x):\n    return set[int]()\n",
           "from collections import defaultdict\ndef other(x):\n    return defaultdict[int, int](int)\n",
           "class Maker:\n    makers = {}\n    @classmethod\n    def make(cls, name):\n        return "
           "cls.makers[name]()\n"
           "def other(x):\n    return Maker.make(x)\n"}) {
    INFO(code);
    CHECK(left_beside(code).text == "dropped");
  }
}

TEST_CASE("a test that compares what goes with another implementation of its name is reported") {
  const std::string test =
      "from pkg import ops\nfrom pkg.plain import scale as plain_scale\n"
      "def test_scale():\n    assert ops.scale(1) == plain_scale(1)\n";
  CHECK(left_of("tests/test_ops.py", test + "//- pkg/plain.py\ndef scale(x):\n    return x * 2\n").reports ==
        exercises_more);
  // Another package's is not ours to test.
  CHECK(left_of("tests/test_ops.py", test + "//- pkg/plain.py\nfrom elsewhere import scale\n").text == "dropped");
}

TEST_CASE("what a module that goes imports is not another implementation of it") {
  const std::string test =
      "from pkg import ops\nfrom pkg.types import Kind\n"
      "def test_scale():\n    assert ops.scale(Kind(1))\n";
  CHECK(python_left(mini_repo(wrappers + ("//- pkg/types.py\nclass Kind:\n    pass\n//- pkg/old.py\n"
                                          "from pkg.types import Kind\n//- tests/test_ops.py\n" +
                                          test)),
                    "tests/test_ops.py", {"op:kern::scale", "py:pkg/ops.py:scale", "py:pkg/old.py:Kind"})
            .text == "dropped");
}

TEST_CASE("a test of a caller that stays is reported") {
  CHECK(left_beside("from pkg import ops\ndef other(x):\n    if x:\n        ops.scale(x)\n").reports == exercises_more);
  CHECK(left_beside("from pkg.ops import scale\ndef inner(x):\n    if x:\n        scale(x)\n"
                    "def other(x):\n    inner(x)\n")
            .reports == exercises_more);
}

TEST_CASE("a test that exercises what stays through a helper of another test file is reported") {
  const std::string test =
      "from pkg import ops\nfrom tests.support import other\n"
      "def test_scale():\n    assert ops.scale(1) == other(1)\n";
  CHECK(left_of("tests/test_ops.py", test + "//- tests/support.py\nfrom pkg import ops\ndef other(x):\n"
                                            "    return ops.shift(x)\n")
            .reports == exercises_more);
  CHECK(left_of("tests/test_ops.py", test + "//- tests/support.py\nimport triton\n@triton.jit\ndef other(x):\n"
                                            "    return x\n")
            .text == "dropped");
}

TEST_CASE("a reference in plain torch and helpers of production code do not keep a test") {
  for (const std::string helper :
       {"def other(x):\n    return x * 2\n", "TABLE = {1: abs}\ndef other(x):\n    return TABLE[x](x)\n",
        "import re\ndef other(x):\n    return re.compile(x)\n", "from elsewhere import other\n",
        "from pkg.deep import run\ndef other(x):\n    return run(x)\n//- pkg/deep.py\ndef run(x):\n    return x\n"}) {
    INFO(helper);
    CHECK(left_beside(helper).text == "dropped");
  }
}

TEST_CASE("a helper that other test files use stays, unless it only wraps what goes") {
  const std::string user = "//- tests/test_more.py\nfrom tests.support import run\ndef test_run():\n    run(1)\n";
  const std::string live = "from pkg import ops\ndef other(x):\n    return ops.shift(x)\n";
  CHECK(
      left_of("tests/support.py", live + "def run(x):\n    \"\"\"Runs.\"\"\"\n    return ops.scale(x)\n" + user).text ==
      live + "\n");
  for (const std::string helper :
       {"def run(x):\n    if x:\n        return ops.scale(x)\n", "def run(x):\n    return other(ops.scale(x))\n"}) {
    INFO(helper);
    CHECK(left_of("tests/support.py", live + helper + user).text == live + helper);
  }
}

TEST_CASE("kept tests are only reported") {
  const std::string code = "from pkg import ops\ndef test_scale():\n    ops.scale(1)\n";
  const Left left = left_of("tests/test_ops.py", code, true);
  CHECK(left.text == code);
  CHECK(left.reports == Strings{"test_scale exercises what goes"});
}

}  // namespace remove_op
