#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("gemm(Tensor a, Tensor b) -> Tensor");
  ops.impl("gemm", torch::kCUDA, &gemm);

  // The same, by waves.
  ops.def("wave_gemm(Tensor a, Tensor b) -> Tensor");
  ops.impl("wave_gemm", torch::kCUDA, &wave_gemm);
}
