#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "python_layers.h"

namespace remove_op {

using Strings = std::vector<std::string>;

namespace {

Strings ops_of(const Snapshot& repo, std::string_view path) {
  Strings ops;
  for (const std::string& definition : python_definitions(repo, path))
    if (definition.starts_with("op:")) ops.push_back(definition);
  return ops;
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
  CHECK(std::count(references.begin(), references.end(), "keeps op:kern::c") == 1);
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

}  // namespace remove_op
