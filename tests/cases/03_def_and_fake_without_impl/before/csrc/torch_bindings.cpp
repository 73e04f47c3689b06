#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  // Rotate the halves of a row.
  ops.def("half_rotate(Tensor! x, int pairs) -> ()");

  // Scale a row by its norm.
  ops.def("row_scale(Tensor! x) -> ()");
  ops.impl("row_scale", torch::kCUDA, &row_scale);
}
