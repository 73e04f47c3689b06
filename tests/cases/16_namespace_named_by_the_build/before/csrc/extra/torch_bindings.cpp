#include <torch/library.h>

#include "../registration.h"

void scatter_rows_strided(torch::Tensor& to, const torch::Tensor& rows);
void count_rows(torch::Tensor& count, const torch::Tensor& rows);

TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, ops) {
  ops.def("scatter_rows(Tensor! to, Tensor rows) -> ()");
  ops.impl("scatter_rows", torch::kCUDA, &scatter_rows_strided);
  ops.def("count_rows(Tensor! count, Tensor rows) -> ()");
  ops.impl("count_rows", torch::kCUDA, &count_rows);
}
