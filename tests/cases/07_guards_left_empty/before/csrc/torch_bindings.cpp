#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("scale_rows(Tensor! x, float factor) -> ()");
  ops.impl("scale_rows", torch::kCUDA, &scale_rows);

#ifndef USE_ROCM
  // Clip every value of a row.
  ops.def("clip_rows(Tensor! x, float limit) -> ()");
  ops.impl("clip_rows", torch::kCUDA, &clip_rows);
#endif

  ops.def("shift_rows(Tensor! x, float by) -> ()");
  ops.impl("shift_rows", torch::kCUDA, &shift_rows);
}
