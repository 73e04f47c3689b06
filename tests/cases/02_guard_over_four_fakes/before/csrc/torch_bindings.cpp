#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("pack_columns(Tensor a) -> Tensor");
  ops.impl("pack_columns", torch::kCUDA, &pack_columns);
  ops.def("pack_rows(Tensor a) -> Tensor");
  ops.impl("pack_rows", torch::kCUDA, &pack_rows);
  ops.def("pack_tiles(Tensor a, int tile) -> Tensor");
  ops.impl("pack_tiles", torch::kCUDA, &pack_tiles);
  ops.def("unpack(Tensor a) -> Tensor");
  ops.impl("unpack", torch::kCUDA, &unpack);
}
