#include <algorithm>
#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "python_layers.h"
#include "removed.h"

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
                "py:a.py:shift wrapper forwards", "py:a.py:cached stub", "py:a.py:Ops class",
                "py:a.py:Ops.scale wrapper forwards", "py:a.py:LIMIT constant"});
}

TEST_CASE("a function of the op's own name is its wrapper, however much it does around the call") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
def scale(x):
    if x is None:
        return torch.ops.kern.scale(x)
    return x
def shift(x):
    with torch.device(x):
        y = torch.ops.kern.shift(x)
    return y
def guarded(x):
    with lock:
        if x:
            torch.ops.kern.shift(x)
def _norm_inner(x):
    torch.ops.kern.norm(x)
def norm(x, out=None):
    if out is None:
        out = x
    return _norm_inner(x)
def both(x):
    x = torch.ops.kern.shift(x)
    torch.ops.kern.both(x)
def _shared(x):
    torch.ops.kern.half(x)
def half(x):
    if x:
        _shared(x)
def user(x):
    _shared(x)
)");
  CHECK(python_definitions(repo, "a.py") ==
        Strings{"py:a.py:torch import forwards", "py:a.py:scale wrapper forwards", "py:a.py:shift wrapper forwards",
                "py:a.py:guarded function", "py:a.py:_norm_inner wrapper forwards", "py:a.py:norm wrapper forwards",
                "py:a.py:both function", "py:a.py:_shared wrapper forwards", "py:a.py:half function",
                "py:a.py:user function"});
}

TEST_CASE("a function that does nothing is a stub") {
  const Snapshot repo = mini_repo(R"(//- a.py
def a():
    """No."""
    raise NotImplementedError()
def b():
    pass
def c():
    return -1
def d():
    ...
def e(x):
    return x
def f():
    raise_it()
)");
  CHECK(python_definitions(repo, "a.py") == Strings{"py:a.py:a stub", "py:a.py:b stub", "py:a.py:c stub",
                                                    "py:a.py:d stub", "py:a.py:e function", "py:a.py:f function"});
}

TEST_CASE("names that globals() is asked for are entries of a list, and uses unless they are only bound again") {
  const std::string list = "NAMES = [\"scale\", \"shift\"]\nfor n in NAMES:\n    if n in globals():\n        ";
  const auto references = [&](const std::string& code) {
    Strings own;
    for (const std::string& reference : python_references(mini_repo("//- a.py\ndef plain(): pass\n" + code), "a.py"))
      if (reference.find(":a.py:") != std::string::npos && reference.find("NAMES") == std::string::npos &&
          reference.find(":n") == std::string::npos)
        own.push_back(reference);
    return own;
  };
  CHECK(
      references(list + "globals()[n] = wrap(globals()[n])\n") ==
      Strings{"mentions py:a.py:scale", "mentions py:a.py:shift", "mentions py:a.py:scale", "mentions py:a.py:shift"});
  CHECK(references(list + "globals()[n]()\n") == Strings{"keeps py:a.py:scale", "keeps py:a.py:shift"});
  CHECK(references("globals()[\"plain\"]()\n") == Strings{"keeps py:a.py:plain"});
  CHECK(references("globals()[x]()\n") == Strings{"keeps py:a.py:plain"});
  CHECK(python_definitions(mini_repo("//- a.py\n" + list + "globals()[n]()\n"), "a.py") ==
        Strings{"py:a.py:NAMES constant", "py:a.py:scale export declares", "py:a.py:shift export declares"});
}

TEST_CASE("an attribute of what a call returned is no function of a module, unless the call may return one") {
  const auto by_word = [](const std::string& code) {
    const Strings references =
        python_references(mini_repo("//- a.py\nimport importlib\nimport ext\nfrom ffi.cpp import load_inline\n"
                                    "def built():\n    return load_inline('k')\ndef parts():\n    return [1]\n"
                                    "def chosen():\n    import ext.ops\n    return ext.ops\n" +
                                    code),
                          "a.py");
    return std::find(references.begin(), references.end(), "keeps .scale") != references.end();
  };
  for (const std::string code : {"ext.parse(1).scale()\n", "x = ext.parse(1)\nx.to(2).scale()\n", "built().scale(1)\n",
                                 "m = built()\nm.scale(1)\n", "parts().scale()\n"}) {
    INFO(code);
    CHECK_FALSE(by_word(code));
  }
  for (const std::string code : {"importlib.import_module('m').scale()\n", "chosen().scale()\n",
                                 "def f(x):\n    x.scale()\n", "def f(x):\n    x.y().scale()\n",
                                 "x = ext.Table()\nx.get(1).scale()\n", "m = ext.a()\nm = other\nm.scale()\n"}) {
    INFO(code);
    CHECK(by_word(code));
  }
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

TEST_CASE("an import is reached from elsewhere only by a file that imports its module") {
  const std::string native =
      "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(Tensor x) -> Tensor\");\n  m.def(\"live(Tensor x) -> "
      "Tensor\");\n}\n";
  const std::string native_left = "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(Tensor x) -> Tensor\");\n}\n";
  const std::string wrappers =
      "//- k/ops.py\nimport torch\nfrom torch import dtype\n\n\ndef scale(x, to: dtype):\n"
      "    return torch.ops.k.scale(x)\n\n\ndef live(x):\n    return torch.ops.k.live(x)\n";
  const std::string wrappers_left = "//- k/ops.py\nimport torch\n\n\ndef live(x):\n    return torch.ops.k.live(x)\n";
  const std::string user = "//- k/use.py\nimport torch\n\nprint(torch.ops.k.live(1).dtype)\n";
  CHECK(removed("scale", native + wrappers + user) == native_left + wrappers_left + user);
  const std::string reaching = "//- k/use.py\nfrom k import ops\n\nprint(ops.dtype)\n";
  CHECK(removed("scale", native + wrappers + reaching).find("from torch import dtype") != std::string::npos);
}

TEST_CASE("a module that is left empty stays as long as something imports it") {
  const std::string repo =
      "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(Tensor x) -> Tensor\");\n  m.def(\"live(Tensor x) -> "
      "Tensor\");\n}\n"
      "//- k/lone.py\nimport torch\n\n\ndef scale(x):\n    return torch.ops.k.scale(x)\n"
      "//- k/ops.py\nimport torch\n\n\ndef live(x):\n    return torch.ops.k.live(x)\n";
  const auto keeps = [&](const std::string& user) {
    return removed("scale", repo + user).find("//- k/lone.py") != std::string::npos;
  };
  CHECK_FALSE(keeps(""));
  CHECK_FALSE(
      keeps("//- k/__init__.py\nfrom .lone import scale\nfrom .ops import live\n\n__all__ = [\"scale\", \"live\"]\n"));
  CHECK_FALSE(keeps("//- k/__init__.py\nfrom . import ops\n//- README.md\nSee k.lone.\n"));
  CHECK(keeps("//- k/__init__.py\nimport k.lone\n"));
  CHECK(keeps("//- k/__init__.py\nimport k.lone as other\n"));
  CHECK(keeps("//- k/__init__.py\nfrom . import ops, lone\n"));
  CHECK(keeps("//- k/__init__.py\nfrom k import lone as other\n"));
  CHECK(keeps("//- k/__init__.py\nfrom .lone import *\nfrom .ops import *\n"));
  CHECK(keeps("//- k/__init__.py\n__all__ = [\"lone\", \"ops\"]\n"));
  CHECK(keeps(
      "//- k/use.py\nfrom importlib import import_module\nfor n in [\"k.lone\", \"k.ops\"]:\n    import_module(n)\n"));
  CHECK(keeps(
      "//- k/use.py\nfrom importlib import import_module\nfor n in [\"lone\"]:\n    import_module(\"k.\" + n)\n"));
  CHECK(keeps("//- k/use.py\nMODULES = {\"lone\": \".lone\"}\n"));
  CHECK(keeps("//- run.sh\npython -m k.lone\n"));
  CHECK(keeps("//- plugins.yaml\nplugins: [k.lone]\n"));
}

TEST_CASE("an import that is there for its effect goes only with what it imports") {
  const std::string native =
      "//- a.cpp\nPYBIND11_MODULE(_C, m) {\n  m.def(\"version\", [] { return 1; });\n}\nTORCH_LIBRARY(k, m) {\n"
      "  m.def(\"scale(Tensor x) -> Tensor\");\n  m.def(\"live(Tensor x) -> Tensor\");\n}\n//- k/__init__.py\n";
  const std::string live = "\n\ndef live(x):\n    return torch.ops.k.live(x)\n";
  const auto keeps = [&](const std::string& import, const std::string& used) {
    const std::string wrappers = "//- k/ops.py\nimport torch\n" + import + "\n\ndef scale(x):\n    " + used +
                                 "\n    return torch.ops.k.scale(x)\n" + live;
    return removed("scale", native + wrappers).find(import) != std::string::npos;
  };
  CHECK(keeps("from . import _C\n", "_C.version()"));
  CHECK(keeps("from k import _C\n", "_C.version()"));
  CHECK(keeps("import k._C as C\n", "C.version()"));
  CHECK(keeps("import _C\n", "_C.version()"));
  CHECK(keeps("from ._C import version\n", "version()"));
  CHECK(keeps("try:\n    import fast\n    HAS = True\nexcept ImportError:\n    HAS = False\n", "fast.go()"));
  CHECK_FALSE(keeps("import fast\n", "fast.go()"));
  CHECK_FALSE(keeps("from fast import go\n", "go()"));
}

TEST_CASE("the last import of a native module is told of when it goes with the op") {
  const std::string native =
      "//- a.cpp\nat::Tensor scale(at::Tensor x) { return x; }\nPYBIND11_MODULE(_C, m) {\n  m.def(\"scale\", &scale);\n"
      "  m.def(\"version\", [] { return 1; });\n}\n//- k/ops.py\nfrom k._C import scale\n";
  const auto told = [&](const std::string& other) {
    const Strings all = notes(removal_of("scale", native + other));
    return std::any_of(all.begin(), all.end(),
                       [](const std::string& note) { return note.find("the last import of") != std::string::npos; });
  };
  CHECK(told("//- k/__init__.py\n"));
  CHECK(told("LIMIT = 1\n//- k/__init__.py\nfrom .ops import LIMIT\n"));
  CHECK_FALSE(told("//- k/__init__.py\nfrom . import _C\n"));
}

TEST_CASE("an entry point of setup.py uses the function that it names") {
  const std::string repo =
      "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(Tensor x) -> Tensor\");\n}\n//- k/__init__.py\n//- k/ops.py\n"
      "import torch\n\n\ndef scale(x):\n    return torch.ops.k.scale(x)\n//- setup.py\nfrom setuptools import setup\n";
  const auto keeps = [&](const std::string& entry_points) {
    return removed("scale", repo + "setup(entry_points=" + entry_points + ")\n").find("live:") != std::string::npos;
  };
  CHECK(keeps("{\"console_scripts\": [\"run = k.ops:scale\"]}"));
  CHECK(keeps("{\"console_scripts\": [\"run=k.ops:scale\"]}"));
  CHECK(keeps("{\"plugins\": [\"k.ops:scale\"]}"));
  CHECK(keeps("\"\"\"\n[console_scripts]\nrun = k.ops:scale\nother = k.ops:other\n\"\"\""));
  CHECK_FALSE(keeps("{\"console_scripts\": [\"scale = k.ops:other\"]}"));
}

}  // namespace remove_op
