#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("dense_attend(Tensor q) -> Tensor");
  ops.impl("dense_attend", torch::kCUDA, &dense_attend);
  ops.def("sparse_attend(Tensor q, Tensor mask) -> Tensor");
  ops.impl("sparse_attend", torch::kCUDA, &sparse_attend);
}
