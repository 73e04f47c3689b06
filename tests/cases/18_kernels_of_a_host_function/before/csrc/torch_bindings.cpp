#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("count_pairs(Tensor x) -> Tensor");
  ops.impl("count_pairs", torch::kCUDA, &count_pairs);
  ops.def("sort_pairs(Tensor x) -> Tensor");
  ops.impl("sort_pairs", torch::kCUDA, &sort_pairs);
}
