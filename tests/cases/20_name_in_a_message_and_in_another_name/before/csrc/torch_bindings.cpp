#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("copy_rows(Tensor! to, Tensor x) -> ()");
  ops.impl("copy_rows", torch::kCUDA, &copy_rows);
  ops.def("async_copy_rows(Tensor! to, Tensor x) -> ()");
  ops.impl("async_copy_rows", torch::kCUDA, &async_copy_rows);
}
