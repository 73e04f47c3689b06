#include <algorithm>
#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "python_layers.h"
#include "removed.h"
#include "syntax/python_uses.h"

namespace remove_op {

using Strings = std::vector<std::string>;

namespace {

Strings ops_of(const Snapshot& repo, std::string_view path) {
  Strings ops;
  for (const std::string& definition : python_definitions(repo, path))
    if (definition.starts_with("op:")) ops.push_back(definition);
  return ops;
}

// Who keeps the op in that file: the node that refers to it, or the line of the reference where that is by containment.
Strings keepers_of(const Snapshot& repo, std::string_view path, std::string_view op) {
  Strings keepers;
  for (const Reference& reference : python::Uses::of(repo, path)->references) {
    if (reference.to != op || reference.strength != Strength::keeps) continue;
    const std::string_view text = repo.text(path);
    const auto start = text.find_first_not_of(' ', text.rfind('\n', reference.span.offset) + 1);
    const auto line = text.substr(start, text.find('\n', start) - start);
    keepers.push_back(reference.from.empty() ? std::string(line) : reference.from);
  }
  return keepers;
}

}  // namespace

TEST_CASE("python_op knows ops that Python defines and implements") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
lib = torch.library.Library("kern", "FRAGMENT")
lib.define("a(Tensor x) -> Tensor")
lib.define(
    "b.out"
    "(Tensor x) -> Tensor"
)
lib.impl("a", body, "CUDA")
@torch.library.impl(lib, "b.out", "CPU")
def _(x):
    return x
@torch.library.custom_op("kern::c", mutates_args=())
def c(x):
    return x
torch.library.register_autograd("kern::c", backward)
c(1)
)");
  CHECK(ops_of(repo, "a.py") == Strings{"op:kern::a def", "op:kern::b.out def", "op:kern::a impl",
                                        "op:kern::b.out impl", "op:kern::c def", "op:kern::c impl"});
  const auto references = python_references(repo, "a.py");
  CHECK(std::count(references.begin(), references.end(), "keeps op:kern::c") == 2);  // the call, and the name itself
}

TEST_CASE("python_op follows the repository's own helper, its default library and the one that is handed over") {
  const Snapshot repo = mini_repo(R"(//- p/util.py
from torch.library import Library
own_lib = Library("own", "FRAGMENT")
def define_op(op_name, op_func, fake=None, target=None):
    lib = target or own_lib
    lib.define(op_name + schema_of(op_func))
    lib.impl(op_name, op_func)
    if fake is not None:
        lib._register_fake(op_name, fake)
//- p/a.py
from torch.library import Library
from p.util import define_op
side = Library("side", "FRAGMENT")
def f(x):
    return x
def f_fake(x):
    return x
define_op(op_name="a", op_func=f, fake=f_fake)
define_op("b", f, target=side)
)");
  CHECK(ops_of(repo, "p/a.py") == Strings{"op:own::a def", "op:side::b def"});
}

TEST_CASE("python_op gives no op to a helper that makes up the name") {
  const Snapshot repo = mini_repo(R"(//- p/util.py
def define_in(lib):
    def decorator(fn):
        name = fn.__name__.lstrip("_")
        schema = name + schema_of(fn)
        lib.define(schema)
        lib.impl(name, fn)
        return fn
    return decorator
//- p/a.py
from torch.library import Library
from p.util import define_in
lib = Library("kern", "FRAGMENT")
@define_in(lib)
def _scale(x):
    return x
)");
  CHECK(ops_of(repo, "p/a.py").empty());
}

TEST_CASE("python_op knows vLLM's helper where a plug-in imports it") {
  const Snapshot repo = mini_repo(R"(//- plugin/a.py
from torch.library import Library
from vllm.utils.torch_utils import direct_register_custom_op
side = Library("side", "FRAGMENT")
direct_register_custom_op(op_name="a", op_func=f)
direct_register_custom_op("b", f, target_lib=side)
)");
  CHECK(ops_of(repo, "plugin/a.py") == Strings{"op:vllm::a def", "op:side::b def"});
}

TEST_CASE("python_op: a function that makes an op is used by whoever uses its name, in a function that builds it too") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
def build():
    if fast():
        @torch.library.custom_op("kern::local", mutates_args=())
        def _local(x):
            return x
    else:
        _local = other()
    return _local
class Kernels:
    @torch.library.custom_op("kern::member", mutates_args=())
    def member(x):
        return x
)");
  CHECK(keepers_of(repo, "a.py", "op:kern::local") == Strings{"return _local"});
  CHECK(keepers_of(repo, "a.py", "op:kern::member") == Strings{"py:a.py:Kernels.member"});
}

TEST_CASE("python_op: a name that may be bound to an op or to something else stands for all of them") {
  const Snapshot repo = mini_repo(R"(//- p/a.py
import torch
from p.lazy import wrap
scale = wrap("other.scale")
if available():
    @torch.library.custom_op("kern::scale", mutates_args=())
    def scale(x):
        return x
try:
    @torch.library.custom_op("kern::shift", mutates_args=())
    def shift(x):
        return x
except ImportError:
    def shift(x):
        return torch.ops.kern.other(x)
norm = torch.library.custom_op("kern::norm", norm_body, mutates_args=())
@torch.library.custom_op("kern::alone", mutates_args=())
def alone(x):
    return x
//- p/b.py
from p.a import scale, shift, norm, alone
)");
  CHECK(keepers_of(repo, "p/a.py", "op:kern::scale") == Strings{"py:p/a.py:scale"});
  CHECK(keepers_of(repo, "p/a.py", "op:kern::shift") == Strings{"py:p/a.py:shift"});
  CHECK(keepers_of(repo, "p/a.py", "op:kern::norm") == Strings{"py:p/a.py:norm"});
  CHECK(keepers_of(repo, "p/a.py", "op:kern::alone") == Strings{"py:p/a.py:alone"});
  const auto references = python_references(repo, "p/b.py");
  for (const char* id : {"py:p/a.py:scale", "py:p/a.py:shift", "py:p/a.py:norm", "op:kern::alone"})
    CHECK(std::count(references.begin(), references.end(), "keeps " + std::string(id)) == 1);
}

TEST_CASE("python_op: an implementation that is also called by its own name keeps its op") {
  const Snapshot repo = mini_repo(R"(//- a.py
import torch
lib = torch.library.Library("kern", "FRAGMENT")
@torch.library.impl(lib, "scale", "CUDA")
def scale_cuda(x):
    return x
@torch.library.register_fake("kern::scale")
def _(x):
    return x
)");
  CHECK(keepers_of(repo, "a.py", "op:kern::scale") == Strings{"py:a.py:scale_cuda"});
}

TEST_CASE("a decorator of the repository registers under the name of the function below it") {
  const std::string helpers = R"(//- k/register.py
from torch.library import Library

default = Library("k", "FRAGMENT")


def register_directly(op_name, op_func, mutates_args=None):
    default.define(op_name + "(Tensor x) -> Tensor")
    default.impl(op_name, op_func, "CUDA")


def register(fn=None, *, op_name=None, mutates_args=None):
    def decorator(func):
        name = op_name or func.__name__
        register_directly(name, func, mutates_args)
        return func

    if fn is not None:
        return decorator(fn)
    return decorator


def register_private(lib):
    def decorator(fn):
        name = fn.__name__[1:]
        schema = name + infer_schema(fn)
        lib.define(schema)
        lib.impl(name, fn, "CompositeImplicitAutograd")
        return fn

    return decorator
)";
  const std::string head =
      "//- k/ops.py\nimport torch\n\nfrom k.register import register, register_private\n\n"
      "lib = torch.library.Library(\"side\", \"FRAGMENT\")\nregister_here = register_private(lib)\n\n\n";
  const std::string live =
      "@register\ndef live(x):\n    return x\n\n\n@register_here\ndef _kept(x):\n    return x\n\n\n";
  const std::string users = "//- k/use.py\nimport torch\n\ntorch.ops.k.live(1)\ntorch.ops.side.kept(1)\n";
  const auto goes = [&](const std::string& op, const std::string& definition) {
    return removed(op, helpers + head + live + definition + "\n\nlimit = 1\n" + users) ==
           "//- k/ops.py\n" + head.substr(13) + live + "limit = 1\n" + helpers + users;
  };
  CHECK(goes("k::scale", "@register\ndef scale(x):\n    return x\n"));
  CHECK(goes("k::scale", "@register(mutates_args=[\"x\"])\ndef scale(x):\n    return x\n"));
  CHECK(goes("k::scale", "@register(op_name=\"scale\")\ndef other(x):\n    return x\n"));
  CHECK(goes("side::scale", "@register_here\ndef _scale(x):\n    return x  # scale\n"));
  const std::string used = "@register\ndef scale(x):\n    return x\n\n\nscale(1)\n";
  CHECK(removed("k::scale", helpers + head + live + used + users).starts_with("live: "));
  const std::string imported = "@register\ndef scale(x):\n    return x\n";
  CHECK(removed("k::scale", helpers + head + live + imported + users + "from k.ops import scale\n\nscale(1)\n")
            .starts_with("live: "));
}

}  // namespace remove_op
