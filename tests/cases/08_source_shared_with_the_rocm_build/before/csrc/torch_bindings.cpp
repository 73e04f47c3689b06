#include <torch/library.h>

#include "norm.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("norm(Tensor x, Tensor weight) -> Tensor");
  ops.impl("norm", torch::kCUDA, &norm);
  ops.def("norm_quant(Tensor x, Tensor weight, float scale) -> Tensor");
  ops.impl("norm_quant", torch::kCUDA, &norm_quant);
}
