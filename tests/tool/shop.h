// A small repository with one op that is dead and one that is live.
#pragma once

#include <string_view>

namespace remove_op {

constexpr std::string_view shop = R"repo(//- CMakeLists.txt
set(SOURCES
  "csrc/live.cu"
  "csrc/dead.cu"
  "csrc/torch_bindings.cpp")
define_extension_target(_C SOURCES ${SOURCES})
//- csrc/ops.h
#pragma once

#include <torch/all.h>

void live_op(torch::Tensor& x);
void dead_op(torch::Tensor& x);
//- csrc/live.cu
#include "ops.h"

void live_op(torch::Tensor& x) { x.zero_(); }
//- csrc/dead.cu
#include "ops.h"

void dead_op(torch::Tensor& x) { x.zero_(); }
//- csrc/torch_bindings.cpp
#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("live_op(Tensor! x) -> ()");
  ops.impl("live_op", torch::kCUDA, &live_op);
  ops.def("dead_op(Tensor! x) -> ()");
  ops.impl("dead_op", torch::kCUDA, &dead_op);
}
//- shop/caller.py
import torch


def run(x):
    torch.ops._C.live_op(x)


run(torch.zeros(1))
)repo";

constexpr std::string_view header_without_dead_op = R"(#pragma once

#include <torch/all.h>

void live_op(torch::Tensor& x);
)";

}  // namespace remove_op
