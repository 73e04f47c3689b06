#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("split_heads(Tensor x, int heads) -> Tensor");
  ops.impl("split_heads", torch::kCUDA, &split_heads);
  ops.def("merge_heads(Tensor x) -> Tensor");
  ops.impl("merge_heads", torch::kCUDA, &merge_heads);
}
