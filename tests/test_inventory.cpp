#include <catch2/catch.hpp>

#include "inventory.h"
#include "mini_repo.h"

namespace remove_op {

TEST_CASE("the inventory has every op with its places, overloads apart, and nothing of the tests") {
  const Snapshot repo = mini_repo(R"repo(//- csrc/bindings.cpp
TORCH_LIBRARY(k, m) {
  m.def("scale(Tensor x) -> Tensor");
  m.impl("scale", torch::kCUDA, &scale);
  m.def("scale.out(Tensor x, Tensor! y) -> ()");
}
//- k/ops.py
import torch

@torch.library.register_fake("k::scale")
def _(x):
    return x

@torch.library.custom_op("k::in_python", mutates_args=())
def in_python(x: torch.Tensor) -> torch.Tensor:
    return x
//- k/unrelated.py
def scale(x):
    return x
//- tests/ext.cpp
TORCH_LIBRARY(t, m) { m.def("test_only() -> ()"); }
)repo");
  CHECK(text_inventory(list_ops(repo, all_layers())) ==
        "k::in_python  k/ops.py:7:1           def\n"
        "k::scale      csrc/bindings.cpp:2:3  def, fake, impl\n"
        "k::scale.out  csrc/bindings.cpp:4:3  def\n"
        "3 ops\n");
}

TEST_CASE("the inventory for programs") {
  const Snapshot repo = mini_repo("//- a.cpp\nTORCH_LIBRARY(k, m) { m.def(\"op.out() -> ()\"); }\n");
  CHECK(json_inventory(list_ops(repo, all_layers()), "1") == R"({
  "schema": 1,
  "version": "1",
  "ops": [
    {
      "op": "k::op.out",
      "namespace": "k",
      "name": "op",
      "overload": "out",
      "sites": [
        {
          "layer": "bindings",
          "what": "def",
          "path": "a.cpp",
          "line": 1
        }
      ]
    }
  ]
}
)");
}

TEST_CASE("an op whose namespace only the build knows is listed by the name that a removal takes") {
  const Snapshot repo = mini_repo("//- a.cu\nint f(int x) { return x; }\nTVM_FFI_DLL_EXPORT_TYPED_FUNC(scale, f);\n");
  CHECK(text_inventory(list_ops(repo, all_layers())) == "scale  a.cu:2:1  def\n1 op\n");
}

TEST_CASE("the inventory of a repository without ops is empty") {
  CHECK(text_inventory(list_ops(mini_repo("//- a.cpp\nint main() {}\n"), all_layers())) == "0 ops\n");
}

}  // namespace remove_op
