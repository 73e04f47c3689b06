#include <algorithm>
#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "python_layers.h"
#include "syntax/python_tree.h"

namespace remove_op {

using Strings = std::vector<std::string>;

namespace {

// References but for those to the import of torch, which are everywhere.
Strings uses_in(const Snapshot& repo, std::string_view path) {
  Strings uses = python_references(repo, path);
  std::erase_if(uses, [](const std::string& use) { return use.ends_with(":torch"); });
  return uses;
}

}  // namespace

TEST_CASE("python_tree says where a file does not parse") {
  CHECK_FALSE(python::Tree{Text(std::string("x = 1\n"))}.error().has_value());
  CHECK(python::Tree{Text(std::string("x = (1\ny = 2\n"))}.error().has_value());
  CHECK_FALSE(python::Tree{Text(std::string())}.error().has_value());
}

TEST_CASE("an op is found through torch, its aliases and its overloads") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
import torch as th
from torch import ops as o

NS = torch.ops.kern
F = torch.ops.kern.scale
torch.ops.kern.scale(1)
th.ops.kern.scale.default(1)
o.kern.scale.out(1)
NS.scale(1)
getattr(torch.ops.kern, "scale", None)
)");
  Strings ops = uses_in(repo, "a.py");
  std::erase_if(ops, [](const std::string& use) { return !use.starts_with("keeps op:"); });
  CHECK(ops == Strings{"keeps op:kern::scale", "keeps op:kern::scale", "keeps op:kern::scale", "keeps op:kern::scale",
                       "keeps op:kern::scale.out", "keeps op:kern::scale", "keeps op:kern::scale"});
}

TEST_CASE("a name is resolved through imports, not matched") {
  const Snapshot repo = mini_repo(R"(//- pkg/__init__.py
from .wrappers import scale
//- pkg/wrappers.py
def scale(x):
    pass
def shift(x):
    pass
//- pkg/other.py
def scale(x):
    pass
//- pkg/user.py
import pkg.wrappers as w
from pkg import scale as direct
from pkg import wrappers
from pkg.other import scale
def f():
    from . import wrappers as lazy
    lazy.shift(1)
    w.shift(2)
    wrappers.shift(3)
    direct(4)
    scale(5)
)");
  CHECK(uses_in(repo, "pkg/user.py") ==
        Strings{"keeps file:pkg/wrappers.py", "keeps file:pkg/__init__.py", "keeps py:pkg/__init__.py:scale",
                "keeps file:pkg/__init__.py", "keeps file:pkg/wrappers.py", "keeps file:pkg/other.py",
                "keeps py:pkg/other.py:scale", "keeps file:pkg/__init__.py", "keeps file:pkg/wrappers.py",
                "keeps py:pkg/wrappers.py:shift", "keeps py:pkg/user.py:w", "keeps py:pkg/wrappers.py:shift",
                "keeps py:pkg/user.py:wrappers", "keeps py:pkg/wrappers.py:shift", "keeps py:pkg/user.py:direct",
                "keeps py:pkg/user.py:scale"});
  CHECK(uses_in(repo, "pkg/__init__.py") == Strings{"keeps file:pkg/wrappers.py", "keeps py:pkg/wrappers.py:scale"});
}

TEST_CASE("a star import brings in what the module binds") {
  const Snapshot repo = mini_repo("//- p/a.py\ndef scale(x):\n    pass\n//- p/b.py\nfrom .a import *\nscale(1)\n");
  CHECK(uses_in(repo, "p/b.py") == Strings{"keeps file:p/a.py", "keeps py:p/a.py:scale"});
}

TEST_CASE("locals and parameters hide a module's names") {
  const Snapshot repo = mini_repo(R"(//- a.py
def scale(x):
    pass
def f(scale):
    return scale(1)
def g():
    scale = 2
    return scale
def h():
    return [scale for scale in ()]
class C:
    scale = 3
    def m(self):
        return scale
)");
  CHECK(uses_in(repo, "a.py") == Strings{"keeps py:a.py:scale"});
}

TEST_CASE("a member of self is never a module's function, a member of something unknown may be") {
  const Snapshot repo = mini_repo(R"(//- a.py
class Worker:
    def __init__(self, copy):
        self.scale = copy
    def run(self, peer, other):
        self.scale(1)
        self.shift(2)
        peer.scale(3)
        other.shift(4)
)");
  CHECK(uses_in(repo, "a.py") == Strings{"keeps op:pybind11::scale", "keeps .shift"});
}

TEST_CASE("a class has what its bases have, in whatever file they stand") {
  const Snapshot repo = mini_repo(R"(//- p/base.py
class Base:
    @staticmethod
    def scale(x):
        return x.scale(x)
class Middle(Base):
    pass
//- p/user.py
from p.base import Middle
class User(Middle):
    def run(self):
        self.scale(1)
User.scale(2)
)");
  const auto references = uses_in(repo, "p/user.py");
  CHECK(std::count(references.begin(), references.end(), "keeps py:p/base.py:Base.scale") == 2);
}

TEST_CASE("a module that is not the repository's is no receiver of its names, unless pybind11 makes it") {
  const Snapshot repo = mini_repo("//- a.py\nimport torch\nimport numpy as np\ntorch.xpu.scale(1)\nnp.scale(2)\n");
  CHECK(uses_in(repo, "a.py") == Strings{"keeps py:a.py:np", "keeps op:pybind11::scale"});
}

TEST_CASE("a function of a module that no Python file gives may be a native one") {
  const Snapshot repo = mini_repo(R"(//- pkg/__init__.py

//- pkg/a.py
import numpy as np
import pkg
import pkg._ext as e
from pkg import _ext
from pkg._ext import read_rows as rows, write_rows
from . import _other
class Rows:
    def __init__(self, ext):
        self.ext = ext
    def scale(self, x):
        self.scale(x)
        np.scale(x)
        self.ext.scale(x)
        return e.read_rows(_ext.copy_rows(pkg._ext.swap_rows(_other.scale(x))))
    def read_rows(self):
        self.read_rows()
    copy_rows = swap_rows = read_rows
//- plain/a.py
def f():
    from plain import _ext
    import plain._more as more
    _ext.read_rows()
    more.write_rows()
)");
  const auto native = [&](std::string_view path) {
    Strings names;
    for (const std::string& use : uses_in(repo, path))
      if (use.starts_with("keeps op:pybind11::")) names.push_back(use.substr(19));
    return names;
  };
  CHECK(native("pkg/a.py") == Strings{"_ext", "read_rows", "write_rows", "_other", "scale", "scale", "read_rows",
                                      "copy_rows", "swap_rows", "scale"});
  CHECK(native("plain/a.py") == Strings{"_ext", "read_rows", "write_rows"});
}

TEST_CASE("strings that name an op or a function are uses, docstrings and sentences are not") {
  const Snapshot repo = mini_repo(R"(//- p/__init__.py

//- p/a.py
def scale():
    "kern::scale"
    return ["kern::shift", "kern::norm.out", "p.a.scale", "kern::scale is slow"]
)");
  CHECK(uses_in(repo, "p/a.py") == Strings{"keeps op:kern::shift", "keeps op:kern::norm.out", "keeps py:p/a.py:scale"});
}

TEST_CASE("a quoted annotation uses its names") {
  const Snapshot repo = mini_repo("//- a.py\nclass Shape:\n    pass\ndef f(x: \"Shape\"):\n    pass\n");
  CHECK(uses_in(repo, "a.py") == Strings{"keeps py:a.py:Shape"});
}

TEST_CASE("tests mention, and a probe keeps unless it guards fakes") {
  const Snapshot repo = mini_repo(R"(//- tests/test_a.py
import torch
torch.ops.kern.scale(getattr(torch.ops.kern, f()))
//- a.py
import torch
from torch.library import register_fake
if hasattr(torch.ops.kern, "scale"):
    @register_fake("kern::scale")
    def _(x):
        return x
FAST = hasattr(torch.ops.kern, "shift")
)");
  CHECK(uses_in(repo, "tests/test_a.py") == Strings{"mentions op:kern::scale"});
  CHECK(python_doubts(repo, "tests/test_a.py").empty());
  CHECK(uses_in(repo, "a.py") ==
        Strings{"mentions op:kern::scale", "keeps py:a.py:register_fake", "keeps op:kern::shift"});
}

TEST_CASE("a computed name is a doubt about no more than it may reach") {
  const auto doubts = [](const std::string& code) {
    return python_doubts(mini_repo("//- a.py\nimport torch\n" + code + "\n"), "a.py");
  };
  CHECK(doubts("getattr(torch.ops.kern, name())") == Strings{"op:kern::"});
  CHECK(doubts("getattr(torch.ops.kern, f'pack_{n}bit')") == Strings{"pack_*bit"});
  CHECK(doubts("getattr(torch.ops.kern, 'pack_' + n)") == Strings{"pack_*"});
  CHECK(doubts("def f(n):\n  name = f'pack_{n}bit'\n  return getattr(torch.ops.kern, name)") == Strings{"pack_*bit"});
  CHECK(doubts("def f(n):\n  name = f'pack_{n}bit'\n  name = g(name)\n  return getattr(torch.ops.kern, name)") ==
        Strings{"op:kern::"});
  CHECK(doubts("getattr(torch.ops, name()).scale(1)") == Strings{"scale"});
  CHECK(doubts("f(getattr(torch.ops, name()))") == Strings{"*"});
  CHECK(doubts("f(torch.ops.kern)") == Strings{"op:kern::"});
  CHECK(doubts("f(torch.ops)") == Strings{"*"});
  CHECK(doubts("x = f'kern::pack_{n}'") == Strings{"pack_*"});
  CHECK(doubts("def f(a:\n  x = [") == Strings{"*"});
  CHECK(doubts("ns = getattr(torch.ops, 'kern', None)\nif ns is None: pass\nhasattr(ns, name())").empty());
  CHECK(doubts("lib = torch.library.Library('own', 'DEF')\ndef f(lib):\n  return getattr(torch.ops, lib.ns)") ==
        Strings{"op:own::"});
  CHECK(doubts("def f(lib, name):\n  lib.define(name)\n  return getattr(getattr(torch.ops, lib.ns), name)").empty());
}

TEST_CASE("a namespace that callers give is one of those that they give, if all of them are constants") {
  const auto doubts = [](const std::string& more) {
    return python_doubts(mini_repo("//- p/a.py\nimport torch\ndef look_up(name, *, space='kern'):\n"
                                   "    return getattr(getattr(torch.ops, space), name)\n//- p/b.py\n" +
                                   more + "\n"),
                         "p/a.py");
  };
  CHECK(doubts("from p.a import look_up\nlook_up(f())") == Strings{"op:kern::"});
  CHECK(doubts("from p import a\na.look_up(f(), space='side')") == Strings{"op:kern::", "op:side::"});
  CHECK(doubts("from p import a\na.look_up(f(), space=g())") == Strings{"*"});
  CHECK(doubts("from p import a\na.look_up(f(), **g())") == Strings{"*"});
  CHECK(doubts("from p import a\ng(a.look_up)") == Strings{"*"});
  CHECK(doubts("from p.a import look_up as find\nfind(f(), space='side')") == Strings{"*"});
}

TEST_CASE("a fake that is registered by a computed name neither keeps nor doubts an op") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
for name in ["scale", "shift"]:
    torch.library.register_fake(f"kern::{name}")(body)
def fake_of(name):
    return torch.library.register_fake(f"kern::{name}")
def fake_of_norm():
    return torch.library.register_fake("kern::norm")
)");
  CHECK(python_doubts(repo, "a.py").empty());
  Strings ops = uses_in(repo, "a.py");
  std::erase_if(ops, [](const std::string& use) { return use.find(" op:") == std::string::npos; });
  CHECK(ops == Strings{"mentions op:kern::scale", "mentions op:kern::shift", "mentions op:kern::norm"});
}

TEST_CASE("a loop over a table of names uses each") {
  const Snapshot repo =
      mini_repo("//- a.py\nimport torch\nfor n in ('scale', 'shift'):\n    getattr(torch.ops.kern, n)()\n");
  CHECK(uses_in(repo, "a.py") == Strings{"keeps py:a.py:n", "keeps op:kern::scale", "keeps op:kern::shift"});
  CHECK(python_doubts(repo, "a.py").empty());
}

TEST_CASE("a module's function that is looked up by a computed name may be any") {
  const Snapshot repo =
      mini_repo("//- p/a.py\ndef scale():\n    pass\n//- p/b.py\nfrom . import a\nf = getattr(a, f'sc{x}')\n");
  const auto references = python_references(repo, "p/b.py");
  CHECK(std::count(references.begin(), references.end(), "keeps py:p/a.py:scale") == 1);
}

TEST_CASE("a file that does not parse keeps every name in it") {
  const Snapshot repo = mini_repo("//- a.py\ndef f(:\n    scale(1\n");
  const auto references = python_references(repo, "a.py");
  CHECK(std::count(references.begin(), references.end(), "keeps .scale") == 1);
}

}  // namespace remove_op
