#include <catch2/catch.hpp>

#include "trimmed.h"

namespace remove_op {

TEST_CASE("an entry of a parametrisation goes, with the ids in step") {
  CHECK(left(R"(import pytest
from pkg import ops


@pytest.mark.parametrize("op", [ops.scale, ops.shift], ids=["scale", "shift"])
def test_op(op):
    assert op(1) == 1
)") == R"(import pytest
from pkg import ops


@pytest.mark.parametrize("op", [ops.shift], ids=["shift"])
def test_op(op):
    assert op(1) == 1
)");
  CHECK(left(R"(import pytest
from pkg import ops

OPS = [
    pytest.param(ops.shift, 1, id="shift"),
    pytest.param(ops.scale, 2, id="scale"),
]


@pytest.mark.parametrize("op, n", OPS)
def test_op(op, n):
    assert op(n) == n
)") == R"(import pytest
from pkg import ops

OPS = [
    pytest.param(ops.shift, 1, id="shift"),
]


@pytest.mark.parametrize("op, n", OPS)
def test_op(op, n):
    assert op(n) == n
)");
}

TEST_CASE("a tuple that one entry is left of stays a tuple") {
  CHECK(left(R"(import pytest
from pkg import ops


@pytest.mark.parametrize("op", (ops.scale, ops.shift))
def test_op(op):
    assert op(1) == 1
)") == R"(import pytest
from pkg import ops


@pytest.mark.parametrize("op", (ops.shift,))
def test_op(op):
    assert op(1) == 1
)");
}

TEST_CASE("a list stays whole where more depends on it, or nothing would be left of it") {
  const std::string by_place =
      "from pkg import ops\n\nOPS = [ops.scale, ops.shift]\n\n\ndef test_op():\n    assert OPS[1](1) == 1\n";
  CHECK(stays(by_place));
  const std::string zipped =
      "from pkg import ops\n\n\ndef test_op():\n    fns = [ops.scale, ops.shift]\n"
      "    for fn, n in zip(fns, [1, 2]):\n        assert fn(n) == n\n";
  CHECK(stays(zipped));
  const std::string only =
      "import pytest\nfrom pkg import ops\n\n\n@pytest.mark.parametrize(\"op\", [ops.scale])\n"
      "def test_op(op):\n    assert op(1) == ops.shift(1)\n";
  CHECK(stays(only));
}

TEST_CASE("a table that is looked up by names from elsewhere stays whole") {
  const std::string table = "from pkg import ops\n\nOPS = {\"scale\": ops.scale, \"shift\": ops.shift}\n\n\n";
  CHECK(stays(table + "def test_op():\n    for name in [\"scale\", \"shift\"]:\n        assert OPS[name](1) == 1\n"));
}

TEST_CASE("entries of lists and tables that are run through go") {
  CHECK(left(R"(from pkg import ops


def test_ops():
    expected = {
        ops.scale: 1,
        ops.shift: 2,
    }
    for op, n in expected.items():
        assert op(n) == n
    for op in [ops.shift, ops.scale]:
        assert op(1) == 1
)") == R"(from pkg import ops


def test_ops():
    expected = {
        ops.shift: 2,
    }
    for op, n in expected.items():
        assert op(n) == n
    for op in [ops.shift]:
        assert op(1) == 1
)");
}

TEST_CASE("a parameter's value goes with the branches that it alone selects") {
  CHECK(left(R"(import pytest
from pkg import ops


@pytest.mark.parametrize("kind", ["scale", "shift", "none"])
def test_kind(kind):
    if kind == "scale":
        out = ops.scale(1)
    elif kind == "shift":
        out = ops.shift(1)
    else:
        out = 1
    assert out == 1
    if kind == "scale":
        assert out > 0
    if kind in ("scale", "shift"):
        assert out < 2
)") == R"(import pytest
from pkg import ops


@pytest.mark.parametrize("kind", ["shift", "none"])
def test_kind(kind):
    if kind == "shift":
        out = ops.shift(1)
    else:
        out = 1
    assert out == 1
    if kind in ("shift",):
        assert out < 2
)");
}

TEST_CASE("what is left of two branches stands by itself") {
  CHECK(left(R"(import pytest
from pkg import ops


@pytest.mark.parametrize("kind", ["scale", "shift"])
def test_kind(kind):
    if kind == "scale":
        out = ops.scale(1)
    else:
        # The usual one.
        if kind:
            out = ops.shift(1)
    assert out == 1
)") == R"(import pytest
from pkg import ops


@pytest.mark.parametrize("kind", ["shift"])
def test_kind(kind):
    # The usual one.
    if kind:
        out = ops.shift(1)
    assert out == 1
)");
}

TEST_CASE("lines of a benchmark go in step") {
  CHECK(left(R"(import triton
from pkg import ops

NAMES = ["Scale", "Shift"]


@triton.testing.perf_report(
    triton.testing.Benchmark(
        line_arg="provider",
        line_vals=["scale", "shift"],
        line_names=NAMES,
        styles=[("blue", "-"), ("red", "-")],
    )
)
def benchmark(n, provider):
    fns = {
        "scale": ops.scale,
        "shift": ops.shift,
    }
    return triton.testing.do_bench(lambda: fns[provider](n))
)",
             "benchmarks/bench_ops.py") == R"(import triton
from pkg import ops

NAMES = ["Shift"]


@triton.testing.perf_report(
    triton.testing.Benchmark(
        line_arg="provider",
        line_vals=["shift"],
        line_names=NAMES,
        styles=[("red", "-")],
    )
)
def benchmark(n, provider):
    fns = {
        "shift": ops.shift,
    }
    return triton.testing.do_bench(lambda: fns[provider](n))
)");
}

TEST_CASE("a value stays where it selects more, or its list is not known") {
  const auto test = [](const std::string& values, const std::string& branch) {
    return "import pytest\nfrom pkg import ops\n\nKINDS = [\"scale\", \"shift\"]\n\n\n"
           "@pytest.mark.parametrize(\"kind\", " +
           values + ")\ndef test_kind(kind):\n    if " + branch +
           ":\n        out = ops.scale(1)\n    else:\n        out = ops.shift(1)\n    assert out == 1\n";
  };
  CHECK(left(test("KINDS", "kind == \"scale\"")).find("KINDS = [\"shift\"]") != std::string::npos);
  CHECK(stays(test("KINDS", "kind == \"scale\"") + "\n\ndef run():\n    test_kind(\"scale\")\n"));
  CHECK(stays(test("sorted(KINDS)", "kind == \"scale\"")));
  CHECK(stays(test("KINDS", "kind == \"scale\" and ops.shift(2)")));
  CHECK(stays(test("[\"scale\"]", "kind == \"scale\"")));
  CHECK(stays(test("KINDS", "kind == \"scale\"") + "    assert KINDS\n"));
  CHECK(stays(test("KINDS", "kind == \"scale\"") + "    assert kind != \"scale\"\n"));
  CHECK(stays(test("KINDS", "kind == \"scale\"") + "    if kind == \"scale\":\n        assert ops.shift(2)\n"));
}

TEST_CASE("branches stay where what is left of them would have to be written anew") {
  const std::string code =
      "import pytest\nfrom pkg import ops\n\n\n@pytest.mark.parametrize(\"kind\", [\"scale\", \"shift\"])\n"
      "def test_kind(kind, n):\n    if kind == \"scale\":\n        out = ops.scale(n)\n"
      "    elif kind == \"scale\" and n:\n        out = 1\n    else:\n        raise ValueError(kind)\n"
      "    assert ops.shift(out) == n\n";
  CHECK(stays(code));
}

}  // namespace remove_op
