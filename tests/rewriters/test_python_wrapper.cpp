#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "python_layers.h"

namespace remove_op {

using Strings = std::vector<std::string>;

TEST_CASE("python_wrapper tells wrappers from other functions") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
import functools
import kern
def scale(x):
    """Scales."""
    if x is None:
        x = 1
    out = torch.ops.kern.scale(x)
    return out
def either(x):
    if x:
        return torch.ops.kern.scale(x)
    return torch.ops.kern.shift(x)
def maybe(x):
    if x:
        return torch.ops.kern.scale(x)
def shift(x):
    return kern.xpu.shift(x)
@functools.lru_cache
def cached():
    return 1
@register
def registered():
    return torch.ops.kern.scale(1)
class Ops:
    @staticmethod
    def scale(x):
        torch.ops.kern.scale(x)
    @staticmethod
    def other(x):
        return 2
    def method(self, x):
        torch.ops.kern.scale(x)
TABLE, N = [], 2
LIMIT = 3
)");
  CHECK(python_definitions(repo, "a.py") ==
        Strings{"py:a.py:torch import forwards", "py:a.py:functools import forwards", "py:a.py:kern import forwards",
                "py:a.py:scale wrapper forwards", "py:a.py:either function", "py:a.py:maybe function",
                "py:a.py:shift wrapper forwards", "py:a.py:cached function", "py:a.py:Ops class",
                "py:a.py:Ops.scale wrapper forwards", "py:a.py:LIMIT constant"});
}

TEST_CASE("python_wrapper defines nothing in tests") {
  CHECK(python_definitions(mini_repo("//- tests/test_a.py\ndef scale():\n    pass\n"), "tests/test_a.py").empty());
}

TEST_CASE("python_wrapper removes a wrapper with its plain decorators, and an import statement with its last name") {
  const Snapshot repo = mini_repo(R"(//- a.py
from b import one, two
@torch.inference_mode()
def scale(x):
    torch.ops.kern.scale(x)
def keep():
    pass
)");
  CHECK(python_left(repo, "a.py", {"py:a.py:scale", "py:a.py:one", "py:a.py:two"}).text == R"(

def keep():
    pass
)");
}

TEST_CASE("a block that is emptied goes, or is given a pass where another branch stays") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
try:
    from b import scale
except ImportError:
    scale = None
if FAST:
    def shift(x):
        torch.ops.kern.shift(x)
else:
    FALLBACK = 1
class Ops:
    @staticmethod
    def norm(x):
        torch.ops.kern.norm(x)
)");
  const Left left = python_left(repo, "a.py", {"py:a.py:scale", "py:a.py:shift", "py:a.py:Ops.norm"});
  CHECK(left.text == R"(import torch

if FAST:
    pass
else:
    FALLBACK = 1
class Ops:
    pass
)");
  CHECK(left.reports == Strings{"a branch is left empty while others stay; see whether it is still wanted"});
}

}  // namespace remove_op
