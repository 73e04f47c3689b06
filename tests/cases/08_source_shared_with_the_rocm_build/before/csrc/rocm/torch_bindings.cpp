#include <torch/library.h>

#include "../norm.h"

TORCH_LIBRARY(_rocm_C, ops) {
  ops.def("norm(Tensor x, Tensor weight) -> Tensor");
  ops.impl("norm", torch::kCUDA, &norm);
}
