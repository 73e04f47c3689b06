#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {

namespace {

const std::string native = R"(//- a.cu
int scale(int x) { return x; }
int live(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("scale(int x) -> int", &scale);
  m.def("live(int x) -> int", &live);
}
)";

const std::string native_left = R"(//- a.cu
int live(int x) { return x; }
TORCH_LIBRARY(k, m) {
  m.def("live(int x) -> int", &live);
}
)";

const std::string wrapper_left = R"(//- pkg/ops.py
import torch


def live(x):
    return torch.ops.k.live(x)
)";

const std::string wrapper = wrapper_left + R"(

def scale(x):
    return torch.ops.k.scale(x)
)";

}  // namespace

TEST_CASE("an op without users is dead, and so is one with but a wrapper") {
  CHECK(removed("scale", native) == native_left);
  CHECK(removed("scale", native + wrapper + "//- pkg/use.py\nimport os\n") ==
        native_left + wrapper_left + "//- pkg/use.py\nimport os\n");
}

TEST_CASE("a live verdict tells the chain from a root") {
  CHECK(removed("scale", native + wrapper + R"(//- pkg/use.py
from pkg import ops


def forward(x):
    return ops.scale(x) + 1


print(forward(1))
)") == "live: code in pkg/use.py (pkg/use.py:8) -> function forward in pkg/use.py (pkg/use.py:5) -> "
       "wrapper scale in pkg/ops.py (pkg/ops.py:9)\n");
}

TEST_CASE("a use through an alias, a default argument, a table or a decorator is a use") {
  for (const std::string use : {"f = torch.ops.k.scale\nprint(f)\n", "def f(g=torch.ops.k.scale): pass\nf()\n",
                                "T = {'a': torch.ops.k.scale}\nprint(T)\n", "@wrap(torch.ops.k.scale)\ndef f(): pass\n",
                                "print(torch.ops.k.scale.default)\n", "ops = torch.ops.k\nops.scale(1)\n",
                                "def f(x):\n    return torch.torch.ops.k.scale(x)\nprint(f(1))\n",
                                "getattr(torch.ops.k, 'scale')(1)\n", "SPLIT = ['k::scale']\nprint(SPLIT)\n"}) {
    INFO(use);
    CHECK(removed("scale", native + "//- pkg/use.py\nimport torch\n" + use).starts_with("live: "));
  }
}

TEST_CASE("what a module calls as it is imported runs, whether or not anything uses the result") {
  const std::string use = "//- pkg/use.py\nfrom pkg.ops import scale\n\n\n";
  const std::string loop = "class Loop:\n    def __init__(self):\n        scale(1)\n\n\n";
  for (const std::string runs : {"_done = scale(3)\n", "x: int = scale(3)\n", "x = [scale(i) for i in range(3)]\n",
                                 "x = scale(3).item()\n", "a, b = 1, scale(3)\n"}) {
    INFO(runs);
    CHECK(removed("scale", native + wrapper + use + runs).starts_with("live: "));
  }
  CHECK(removed("scale", native + wrapper + use + loop + "model = Loop()\n").starts_with("live: "));
  for (const std::string binds : {"f = scale\n", "f = lambda x: scale(x)\n"}) {
    INFO(binds);
    CHECK(removed("scale", native + wrapper + use + binds).starts_with("//- a.cu\nint live"));
  }
}

TEST_CASE("an op that the repository overrides or describes and does not define is in doubt") {
  const std::string native_impl =
      "//- a.cpp\nint scale(int x) { return x; }\nTORCH_LIBRARY_IMPL(aten, CUDA, m) {\n  m.impl(\"scale\", "
      "&scale);\n}\n";
  CHECK(removed("scale", native_impl) ==
        "unsure: a.cpp:3: aten::scale is defined elsewhere: whoever calls it runs this impl; see that nobody does\n");
  CHECK(removed("scale",
                "//- ops.py\nimport torch\n\nlib = torch.library.Library(\"aten\", \"IMPL\")\n"
                "lib.impl(\"scale\", lambda x: x, \"CUDA\")\n")
            .starts_with("unsure: ops.py:4: aten::scale is defined elsewhere"));
  const std::string fake =
      "//- ops.py\nimport torch\n\n\n@torch.library.register_fake(\"other::scale\")\ndef _fake(x):\n    return x\n";
  CHECK(removed("scale", fake).starts_with("unsure: ops.py:4: other::scale is defined elsewhere"));
  // In a library of its own it is what was left of an op.
  const std::string own = "//- a.cpp\nTORCH_LIBRARY(other, m) {\n  m.def(\"live(int x) -> int\");\n}\n";
  CHECK(removed("scale", own + fake) == own);
}

TEST_CASE("what a function says of itself does not keep it, what another says does") {
  const std::string user =
      "\n\ndef scale(x):\n    from pkg.helper import double\n\n    return torch.ops.k.scale(double(x))\n";
  const auto helper = [](const std::string& more) {
    return "//- pkg/helper.py\ndef double(x):\n    if x < 0:\n        raise ValueError(f\"double: {x} is negative\")\n"
           "    return 2 * x\n" +
           more;
  };
  const std::string repo = native + wrapper_left + user;
  CHECK(removed("k::scale", "//- main.py\nimport pkg.ops\n" + helper("") + repo) ==
        native_left + "//- main.py\nimport pkg.ops\n" + wrapper_left);
  const std::string table = "\n\nTABLE = [\"double\"]\nprint(TABLE)\n";
  CHECK(removed("k::scale", helper(table) + repo).find(helper(table)) != std::string::npos);
}

TEST_CASE("names that are computed are doubts, with the place") {
  CHECK(removed("scale", native + "//- pkg/use.py\nimport torch\ndef f(name):\n    return getattr(torch.ops.k, name)\n")
            .starts_with("unsure: pkg/use.py:3: "));
  CHECK(
      removed("scale", native + "//- pkg/use.py\nimport torch\ndef f(n):\n    return getattr(torch.ops.k, f'sc{n}')\n")
          .starts_with("unsure: pkg/use.py:3: "));
  CHECK(
      removed("scale", native + "//- pkg/use.py\nimport torch\ndef f(n):\n    return getattr(torch.ops.k, f'sh{n}')\n")
          .starts_with("//- a.cu\nint live"));
  CHECK(removed("scale", native + "//- pkg/use.py\nimport torch\ndef f(n):\n    return getattr(torch.ops.j, n)\n")
            .starts_with("//- a.cu\nint live"));
}

TEST_CASE("a file that does not parse is a doubt where it names the op") {
  CHECK(removed("scale", native + "//- pkg/use.py\ndef (:\n    torch.ops.k.scale(\n")
            .starts_with("unsure: pkg/use.py:1: "));
  CHECK(
      removed("scale", native + "//- pkg/use.py\ndef (:\n    torch.ops.k.other(\n").starts_with("//- a.cu\nint live"));
}

TEST_CASE("a test, a comment and a document never keep") {
  const std::string repo =
      native + "//- README.md\n`scale` is fast\n//- pkg/use.py\n# torch.ops.k.scale is fast\nx = 1\n";
  CHECK(removed("scale", repo) ==
        "//- README.md\n`scale` is fast\n" + native_left + "//- pkg/use.py\n# torch.ops.k.scale is fast\nx = 1\n");
}

TEST_CASE("another op that uses it keeps it, through C++ or through the dispatcher, unless it is named too") {
  const std::string direct = R"(//- a.cu
int scale(int x) { return x; }
int live(int x) { return x; }
int twice(int x) { return find("k::scale").call(x); }
TORCH_LIBRARY(k, m) {
  m.def("scale(int x) -> int", &scale);
  m.def("twice(int x) -> int", &twice);
  m.def("live(int x) -> int", &live);
}
)";
  CHECK(removed("scale", direct) == "live: op k::twice (a.cu:6) -> function twice in a.cu (a.cu:3)\n");
  CHECK(removed(std::vector<std::string>{"scale", "twice"}, direct) == native_left);
}

TEST_CASE("a function of a pybind11 module is live where an attribute or an import has its name") {
  const std::string module = R"(//- a.cpp
int scale(int x) { return x; }
int live(int x) { return x; }
PYBIND11_MODULE(_ext, m) {
  m.def("scale", &scale, "Scales.", py::arg("x"));
  m.def("live", &live, "Lives.", py::arg("x"));
}
)";
  const std::string left = R"(//- a.cpp
int live(int x) { return x; }
PYBIND11_MODULE(_ext, m) {
  m.def("live", &live, "Lives.", py::arg("x"));
}
)";
  CHECK(removed("scale", module) == left);
  const std::string unrelated = "//- pkg/use.py\nfrom . import _ext\n_ext.live(1)\n";
  CHECK(removed("scale", module + unrelated) == left + unrelated);
  for (const std::string use :
       {"from . import _ext\n_ext.scale(1)\n", "import _ext\n_ext.scale(1)\n",
        "import _ext as e\n\ndef f(x):\n    return e.scale(x)\n\nf(1)\n", "from pkg._ext import scale\nscale(1)\n",
        "from pkg._ext import scale as s\ns(1)\n", "import pkg._ext\npkg._ext.scale(1)\n",
        "from _ext import scale\nscale(1)\n", "from made.inner._x import scale\nscale(1)\n",
        "from other_name._x import scale as s\ns(1)\n",
        "import _ext\n\nclass Ops:\n    def scale(self, x):\n        return _ext.scale(x)\n\nOps().scale(1)\n"}) {
    INFO(use);
    CHECK(removed("scale", module + "//- pkg/use.py\n" + use +
                               "//- setup.py\nmodule = Extension(name='made.inner._x')\n//- src/other-name/a.py\n")
              .starts_with("live: "));
  }
  const std::string elsewhere = "//- pkg/use.py\nfrom functools import scale\nscale(1)\n";
  CHECK(removed("scale", module + elsewhere) == left + elsewhere);
}

TEST_CASE("a module that a build puts in another place than its folder is found, or its wrappers stay") {
  const std::string folders = R"(//- src/my-kernels/__init__.py
from my_kernels.ops import live, scale

__all__ = [
    "live",
    "scale",
]
)" + std::string("//- src/my-kernels/ops.py\n") +
                              wrapper.substr(wrapper.find("import torch"));
  CHECK(removed("scale", native + folders) == native_left + R"(//- src/my-kernels/__init__.py
from my_kernels.ops import live

__all__ = [
    "live",
]
//- src/my-kernels/ops.py
)" + wrapper_left.substr(wrapper_left.find("import torch")));

  const std::string set_up = "//- setup.py\nsetup(package_dir={'kern': 'pkg'})\n";
  for (const std::string use : {"from kern.ops import scale\nscale(1)\n", "import kern.ops as ops\nops.scale(1)\n",
                                "from kern import ops\nops.scale(1)\n"}) {
    INFO(use);
    CHECK(removed("scale", native + wrapper + "//- use.py\n" + use + set_up).starts_with("live: code in use.py"));
    CHECK(removed("scale", native + wrapper + "//- use.py\n" + use).starts_with("//- a.cu\nint live"));
  }
}

TEST_CASE("under force a live op goes with its wrappers, and who still calls them is told") {
  const std::string user = "//- pkg/use.py\nfrom pkg import ops\n\nops.scale(1)\n";
  const Options force{.force = true};
  CHECK(removed("scale", native + wrapper + user, force) == native_left + wrapper_left + user);
  const Removal removal = removal_of("scale", native + wrapper + user, force);
  CHECK(removal.forced);
  CHECK(notes(removal) == std::vector<std::string>{"pkg/use.py:3: still refers to wrapper scale in pkg/ops.py"});
}

TEST_CASE("force leaves alone what more than forwards") {
  const std::string user = R"(//- pkg/use.py
import torch


def run(x):
    y = x + 1
    print(y)
    return torch.ops.k.scale(y) + torch.ops.k.live(y)


run(1)
)";
  CHECK(removed("scale", native + user, {.force = true}) == native_left + user);
}

TEST_CASE("under force imports of what goes go too, with entries of name lists, as they cannot run") {
  const Options force{.force = true};
  CHECK(removed("scale", native + wrapper + R"(//- pkg/__init__.py
from .ops import live, scale

NAMES = [
    "live",
    "scale",
]

for name in NAMES:
    globals()[name] = logged(globals()[name])
//- use.py
from pkg import live, scale

scale(live(1))
)",
                force) == native_left + R"(//- pkg/__init__.py
from .ops import live

NAMES = [
    "live",
]

for name in NAMES:
    globals()[name] = logged(globals()[name])
)" + wrapper_left + R"(//- use.py
from pkg import live

scale(live(1))
)");
  // Where another import gives the name too, it stays for a person to see.
  const std::string either = R"(//- use.py
if FAST:
    from pkg.ops import scale
else:
    from other import scale
scale(1)
)";
  CHECK(removed("scale", native + wrapper + either, force) == native_left + wrapper_left + either);
}

TEST_CASE("a list of names that are bound again is no use of them") {
  const std::string list = "NAMES = [\"live\", \"scale\"]\nfor n in NAMES:\n    ";
  CHECK(removed("scale", native + wrapper + "//- pkg/__init__.py\nfrom .ops import live, scale\n" + list +
                             "globals()[n] = logged(globals()[n])\n") ==
        native_left + "//- pkg/__init__.py\nfrom .ops import live\n" +
            "NAMES = [\"live\"]\nfor n in NAMES:\n    globals()[n] = logged(globals()[n])\n" + wrapper_left);
  CHECK(removed("scale",
                native + wrapper + "//- pkg/__init__.py\nfrom .ops import live, scale\n" + list + "globals()[n]()\n")
            .starts_with("live: "));
}

TEST_CASE("a stub beside a wrapper goes with it, and keeps nothing") {
  const auto module = [](const std::string& more) {
    return "//- pkg/ops.py\nimport torch\n\n\ndef live(x):\n    return torch.ops.k.live(x)\n" + more;
  };
  CHECK(removed("scale", native +
                             module("\n\nif HIP:\n\n    def scale(x):\n        raise NotImplementedError()\n\n"
                                    "else:\n\n    def scale(x):\n        return torch.ops.k.scale(x)\n") +
                             "//- pkg/__init__.py\nfrom .ops import live, scale\n") ==
        native_left + "//- pkg/__init__.py\nfrom .ops import live\n" + module(""));
}

TEST_CASE("under force the public half of a wrapper goes with its private half, or both stay") {
  const std::string start = "//- pkg/ops.py\nimport torch\n\n\ndef live(x):\n    return torch.ops.k.live(x)\n";
  const std::string half = "\n\ndef _inner(x):\n    torch.ops.k.scale(x)\n";
  const auto outer = [](const std::string& name) {
    return "\n\ndef " + name + "(x):\n    if x:\n        _inner(x)\n    return x\n";
  };
  const std::string use = "//- use.py\nfrom pkg import ops\n\nops.scale(1)\nops.other(1)\n";
  CHECK(removed("scale", native + start + half + outer("scale") + use, {.force = true}) == native_left + start + use);
  CHECK(removed("scale", native + start + half + outer("other") + use, {.force = true}) ==
        native_left + start + half + outer("other") + use);
}

TEST_CASE("under force a function that passes on to a native module goes with its import") {
  const std::string native_module = R"(//- a.cpp
int live(int x) { return x; }
PYBIND11_MODULE(_ext, m) {
  m.def("live", &live);
}
)";
  const std::string both = R"(//- a.cpp
int live(int x) { return x; }
int scale(int x) { return x; }
PYBIND11_MODULE(_ext, m) {
  m.def("live", &live);
  m.def("scale", &scale);
}
)";
  const std::string left = R"(//- pkg/__init__.py
from pkg._ext import live as _live


def run(x):
    return _live(x)
)";
  const std::string before = R"(//- pkg/__init__.py
from pkg._ext import live as _live
from pkg._ext import scale as _scale


def run(x):
    return _live(x)


def scaled(x):
    return _scale(x)
)";
  const std::string use = "//- use.py\nimport pkg\n\npkg.scaled(1)\n";
  CHECK(removed("scale", both + before + use, {.force = true}) == native_module + left + use);
}

TEST_CASE("a method of what another package returns does not keep a wrapper of its name") {
  const std::string user = "//- use.py\nimport regex\n\nprint(regex.parse(1).fold().scale())\n";
  CHECK(removed("scale", native + wrapper + user) == native_left + wrapper_left + user);
}

}  // namespace remove_op
