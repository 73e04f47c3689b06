#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "python_layers.h"
#include "removed.h"

namespace remove_op {

using Strings = std::vector<std::string>;

TEST_CASE("python_fake knows every form of registration, and helpers by what they call") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
from torch.library import Library, impl_abstract as fake
lib = Library("kern", "IMPL")

def register(name):
    def decorator(func):
        return torch.library.register_fake(f"{name}")(func)
    return decorator

def register_meta(ns, op_name, fn, overload=""):
    found = ns + "::" + op_name
    lib.impl(op_name, fn, "Meta")

def body(x):
    return x

@torch.library.register_fake("kern::a")
def _(x):
    return x
@fake("kern::b")
def _(x):
    return x
fake("kern::c", body)
torch.library.register_fake("kern::d.out")(body)
@torch.ops.kern.e.register_fake
def _(x):
    return x
@register("kern::f")
def _(x):
    return x
if torch.version.cuda:
    register_meta("kern", "g", body)
lib.impl("h", body, "Meta")
)");
  Strings fakes;
  for (const std::string& definition : python_definitions(repo, "a.py"))
    if (definition.ends_with(" fake")) fakes.push_back(definition);
  CHECK(fakes == Strings{"op:kern::a fake", "op:kern::b fake", "op:kern::c fake", "op:kern::d.out fake",
                         "op:kern::e fake", "op:kern::f fake", "op:kern::g fake", "op:kern::h fake"});
}

TEST_CASE("python_fake removes a fake with the guard that held nothing else") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
from torch.library import register_fake

if hasattr(torch.ops, "kern") and hasattr(torch.ops.kern, "scale"):

    @register_fake("kern::scale")
    def _scale_fake(x):
        return x


if hasattr(torch.ops.kern, "scale_all"):

    @register_fake("kern::scale_all")
    def _scale_all_fake(x):
        return x
)");
  CHECK(python_left(repo, "a.py", {"op:kern::scale"}).text == R"(import torch
from torch.library import register_fake




if hasattr(torch.ops.kern, "scale_all"):

    @register_fake("kern::scale_all")
    def _scale_all_fake(x):
        return x
)");
}

TEST_CASE("a guard that held another op's fake is keyed to that op") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
from torch.library import register_fake
if hasattr(torch.ops, "kern") and hasattr(torch.ops.kern, "scale"):
    @register_fake("kern::scale")
    def _(x):
        return x
    @register_fake("kern::shift.out")
    def _(x):
        return x
)");
  CHECK(python_left(repo, "a.py", {"op:kern::scale"}).text == R"(import torch
from torch.library import register_fake
if hasattr(torch.ops, "kern") and hasattr(torch.ops.kern, "shift"):
    
    @register_fake("kern::shift.out")
    def _(x):
        return x
)");
}

TEST_CASE("a guard that also tested the op that stays loses only the other question") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
from torch.library import register_fake
if hasattr(torch.ops.kern, "scale") and hasattr(torch.ops.kern, "shift"):
    @register_fake("kern::scale")
    def _(x):
        return x
    @register_fake("kern::shift")
    def _(x):
        return x
)");
  CHECK(python_left(repo, "a.py", {"op:kern::scale"}).text == R"(import torch
from torch.library import register_fake
if hasattr(torch.ops.kern, "shift"):
    
    @register_fake("kern::shift")
    def _(x):
        return x
)");
}

TEST_CASE("a guard with an else keeps it") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
from torch.library import register_fake
if hasattr(torch.ops.kern, "scale"):
    @register_fake("kern::scale")
    def _(x):
        return x
else:
    MISSING = True
)");
  CHECK(python_left(repo, "a.py", {"op:kern::scale"}).text == R"(import torch
from torch.library import register_fake
if hasattr(torch.ops.kern, "scale"):
    pass
else:
    MISSING = True
)");
}

TEST_CASE("a function that is the fake of two ops loses one decorator") {
  const Snapshot repo = mini_repo(R"(//- a.py
from torch.library import register_fake
@register_fake("kern::scale")
@register_fake("kern::shift")
def _(x):
    return x
)");
  CHECK(python_left(repo, "a.py", {"op:kern::scale"}).text == R"(from torch.library import register_fake

@register_fake("kern::shift")
def _(x):
    return x
)");
}

TEST_CASE("a list that a loop registers fakes over loses the name of an op that goes") {
  const std::string native =
      "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"scale(Tensor x) -> Tensor\");\n  m.def(\"live(Tensor x) -> "
      "Tensor\");\n}\n";
  const std::string native_left = "//- a.cpp\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(Tensor x) -> Tensor\");\n}\n";
  const auto loop = [](const std::string& list, const std::string& name) {
    return "//- k/fakes.py\nimport torch\n\nfor n in " + list + ":\n    torch.library.register_fake(" + name +
           ")(lambda x: x)\n";
  };
  const std::string list = "[\"scale\", \"live\"]";
  for (const std::string name : {"\"k::\" + n", "f\"k::{n}\""})
    CHECK(removed("scale", native + loop(list, name)) == native_left + loop("[\"live\"]", name));
  CHECK(removed("scale", native + loop("[\"k::scale\", \"k::live\"]", "n")) ==
        native_left + loop("[\"k::live\"]", "n"));
  const std::string guarded =
      "//- k/fakes.py\nimport torch\n\nfor n in [\"live\", \"scale\"]:\n    if hasattr(torch.ops.k, n):\n        "
      "torch.library.register_fake(f\"k::{n}\")(lambda x: x)\n";
  CHECK(removed("scale", native + guarded).find("[\"live\"]") != std::string::npos);
  CHECK(removed("scale", native + loop("(\"scale\", \"live\")", "\"k::\" + n")).starts_with("live: "));
}

}  // namespace remove_op
