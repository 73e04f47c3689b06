#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("gather_tokens(Tensor x, Tensor index) -> Tensor");
  ops.impl("gather_tokens", torch::kCUDA, &gather_tokens);
  ops.def("sum_tokens(Tensor x) -> Tensor");
  ops.impl("sum_tokens", torch::kCUDA, &sum_tokens);
}
