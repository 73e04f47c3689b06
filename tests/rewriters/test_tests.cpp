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
  CHECK(left.reports == Strings{"test_both exercises what goes and more; adapt it by hand"});
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

TEST_CASE("a benchmark of nothing else is dropped, one of more is reported") {
  CHECK(left_of("benchmarks/bench_scale.py", "from pkg import ops\ndef main():\n    ops.scale(1)\nmain()\n").text ==
        "dropped");
  const Left left = left_of("benchmarks/bench_all.py",
                            "from pkg import ops\ndef main():\n    ops.scale(1)\n    ops.shift(1)\nmain()\n");
  CHECK(left.text.find("ops.scale") != std::string::npos);
  CHECK(left.reports == Strings{"main exercises what goes and more; adapt it by hand"});
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

TEST_CASE("kept tests are only reported") {
  const std::string code = "from pkg import ops\ndef test_scale():\n    ops.scale(1)\n";
  const Left left = left_of("tests/test_ops.py", code, true);
  CHECK(left.text == code);
  CHECK(left.reports == Strings{"test_scale exercises what goes"});
}

}  // namespace remove_op
