#include <torch/library.h>

#include "registration.h"

void scatter_rows(torch::Tensor& to, const torch::Tensor& rows);

TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, ops) {
  ops.def("scatter_rows(Tensor! to, Tensor rows) -> ()");
  ops.impl("scatter_rows", torch::kCUDA, &scatter_rows);
}
