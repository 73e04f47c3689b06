#include <catch2/catch.hpp>

#include "removed.h"
#include "trimmed.h"

namespace remove_op {

TEST_CASE("a checked call goes, with what only it used") {
  CHECK(left(R"(import torch
from tests.utils import opcheck
from pkg import ops


def test_shift():
    x = torch.ones(1)
    y = torch.zeros(1)
    assert ops.shift(x) == 1

    # Check the other one.
    opcheck(torch.ops.k.scale, (x, y))
)") == R"(import torch
from pkg import ops


def test_shift():
    x = torch.ones(1)
    assert ops.shift(x) == 1
)");
}

TEST_CASE("a result goes with the comparisons that read it") {
  CHECK(left(R"(import torch
from pkg.ops import scale, shift


def test_shift():
    x = torch.ones(1)
    out = shift(x)
    other, rest = scale(x)
    doubled = other * 2
    assert out == 1
    torch.testing.assert_close(out, doubled)
)") == R"(import torch
from pkg.ops import shift


def test_shift():
    x = torch.ones(1)
    out = shift(x)
    assert out == 1
)");
}

TEST_CASE("statements stay where their results reach more, or nothing would be checked") {
  const auto test = [](const std::string& body) {
    return "from pkg import ops\n\n\ndef test_shift(x, sink):\n    out = ops.shift(x)\n" + body;
  };
  CHECK(left(test("    assert out\n    y = ops.scale(x)\n    assert y\n")) == test("    assert out\n"));
  CHECK(stays(test("    y = ops.scale(x)\n    assert out == y\n")));
  CHECK(stays(test("    assert out\n    y = ops.scale(x)\n    return y\n")));
  CHECK(stays(test("    assert out\n    y = ops.scale(x)\n    sink.append(y)\n")));
  CHECK(stays(test("    assert out\n    y = ops.scale(x)\n    if y:\n        assert out == 1\n")));
  CHECK(stays(test("    assert out\n    y = ops.scale(x)\n    assert out == 1 and y\n")));
  CHECK(stays(test("    assert out\n    y = ops.scale(x)\n    for z in [out, y]:\n        assert z\n")));
  CHECK(stays(test("    assert out\n    out = ops.scale(x)\n    assert out == 1\n")));
}

TEST_CASE("a test that would check nothing of what it still calls stays") {
  CHECK(
      stays("from pkg import ops\n\n\ndef test_shift(n):\n    assert n > 0\n    x = ops.shift(n)\n"
            "    y = ops.scale(x)\n    assert y == n\n"));
  CHECK(
      stays("from pkg import ops\n\n\ndef test_shift(n):\n    x = ops.shift(n)\n    y = ops.scale(x)\n"
            "    assert y == n\n    z = ops.scale(y)\n    assert z == n\n"));
}

TEST_CASE("what a benchmark demands of its arguments is no check of what it calls") {
  const std::string rest = "\n\ndef run(n):\n    assert n > 0\n    ops.shift(n)\n";
  CHECK(left("from pkg import ops\n" + rest + "    ops.scale(n)\n", "benchmarks/bench_ops.py") ==
        "from pkg import ops\n" + rest);
}

TEST_CASE("a test that cannot lose all of it loses nothing") {
  CHECK(
      stays("import torch\nfrom tests.utils import opcheck\nfrom pkg import ops\n\n\ndef test_shift(n):\n"
            "    assert ops.shift(n)\n    opcheck(torch.ops.k.scale, (n,))\n    return ops.scale(n)\n"));
}

TEST_CASE("a call that may write to what is read later stays") {
  const auto test = [](const std::string& made) {
    return "import torch\nfrom pkg import ops\n\n\ndef test_shift(x):\n    assert ops.shift(x)\n    y = " + made +
           "\n    ops.scale(y)\n    assert y == 1\n";
  };
  CHECK(stays(test("x + 1")));
  CHECK(left(test("torch.empty_like(x)")) == "from pkg import ops\n\n\ndef test_shift(x):\n    assert ops.shift(x)\n");
  CHECK(
      stays("from pkg import ops\n\n\ndef test_shift(mock_log):\n    assert ops.shift(1)\n    ops.scale(2)\n"
            "    assert mock_log.called\n"));
}

TEST_CASE("a helper that only calls what goes goes where each of its uses does") {
  const std::string helper = "def run_scale(x):\n    y = ops.scale(x)\n    return y\n\n\n";
  const std::string test = "def test_shift():\n    out = ops.shift(1)\n    assert out == 1\n";
  CHECK(left("from pkg import ops\n\n\n" + helper + test + "    y = run_scale(1)\n    assert out == y\n") ==
        "from pkg import ops\n\n\n" + test);
  CHECK(stays("from pkg import ops\n\n\n" + helper + test + "    return run_scale(1)\n"));
}

TEST_CASE("a question about the op goes with what it guarded") {
  CHECK(left(R"(import pytest
import torch
from pkg import ops


@pytest.mark.skipif(not hasattr(torch.ops.k, "scale"), reason="old build")
def test_shift():
    if not hasattr(torch.ops.k, "scale"):
        pytest.skip("old build")
    assert ops.shift(1) == 1
    assert ops.scale(1) == 1
)") == R"(from pkg import ops


def test_shift():
    assert ops.shift(1) == 1
)");
  const std::string unguarded =
      "import pytest\nimport torch\nfrom pkg import ops\n\n\ndef test_shift():\n"
      "    if not hasattr(torch.ops.k, \"scale\"):\n        pytest.skip(\"old build\")\n    assert ops.shift(1) == 1\n";
  CHECK(stays(unguarded));
}

TEST_CASE("an import inside of a test goes with its uses") {
  CHECK(left(R"(def test_shift():
    from pkg.ops import scale, shift

    assert shift(1) == 1
    assert scale(1) == 1
)") == R"(def test_shift():
    from pkg.ops import shift

    assert shift(1) == 1
)");
}

TEST_CASE("an import by another name inside of a test goes with its uses") {
  const std::string test = "def test_shift():\n    from pkg.ops import shift\n";
  const std::string check = "\n    assert shift(1) == 1\n";
  CHECK(left(test + "    from pkg.ops import scale as other\n" + check + "    assert other(1) == 1\n") == test + check);
  CHECK(stays(test + "    from pkg.ops import scale as other\n" + check + "    return other\n"));
}

TEST_CASE("an import that may fail goes unless more hangs on it") {
  const std::string rest = "\n\ndef test_shift():\n    assert shift(1) == 1\n";
  CHECK(
      left("from pkg.ops import shift\n\ntry:\n    from pkg.ops import scale\nexcept ImportError:\n    scale = None\n" +
           rest + "    assert scale(1) == 1\n") == "from pkg.ops import shift\n" + rest);
  const std::string probe =
      "from pkg.ops import shift\n\ntry:\n    from pkg.ops import scale\n\n    HAS_SCALE = True\nexcept ImportError:\n"
      "    HAS_SCALE = False\n" +
      rest + "    assert HAS_SCALE\n";
  CHECK(stays(probe));
}

TEST_CASE("what is printed of what goes goes, a line with more of it stays") {
  CHECK(left(R"(from pkg import ops


def main():
    x = ops.shift(1)
    print("x", x)
    y = ops.scale(1)
    print("y", y)
)",
             "benchmarks/bench_ops.py") == R"(from pkg import ops


def main():
    x = ops.shift(1)
    print("x", x)
)");
  CHECK(reason("from pkg import ops\n\n\ndef main():\n    x = ops.shift(1)\n    y = ops.scale(1)\n    print(x, y)\n",
               "benchmarks/bench_ops.py") == "a line that is printed holds more");
}

TEST_CASE("a benchmark's runs of what goes are left out") {
  CHECK(left(R"(from pkg import ops


def run_scale(n):
    print(ops.scale(n))


def run_shift(n):
    print(ops.shift(n))


if __name__ == "__main__":
    print("Running scale...")
    for n in [1, 2]:
        run_scale(n)
        print("done", n)

    print("Running shift...")
    run_shift(1)
    print("Running scale once more...")
    run_scale(1)
)",
             "benchmarks/bench_ops.py") == R"(from pkg import ops


def run_shift(n):
    print(ops.shift(n))


if __name__ == "__main__":
    print("Running shift...")
    run_shift(1)
)");
}

TEST_CASE("what a table says of a test file that goes goes with the file") {
  const std::string table =
      "PROFILE = {\n    \"small\": {\n        \"tests/test_scale.py\": {\"n\": [1]},\n"
      "        \"tests/test_shift.py\": {\"n\": [2]},\n    },\n}\n";
  const std::string gone =
      "//- tests/test_scale.py\nfrom pkg import ops\n\n\ndef test_scale():\n    assert ops.scale(1)\n";
  CHECK(left(table + gone, "tests/profiles.py") ==
        "PROFILE = {\n    \"small\": {\n        \"tests/test_shift.py\": {\"n\": [2]},\n    },\n}\n");
}

TEST_CASE("with tests kept, nothing of them is edited") {
  const std::string code =
      "from pkg import ops\n\n\ndef test_shift():\n    assert ops.shift(1) == 1\n    assert ops.scale(1) == 1\n";
  CHECK(removed("scale", repo("tests/test_ops.py", code), {.keep_tests = true}).find(code) != std::string::npos);
}

}  // namespace remove_op
