#include <torch/all.h>

// Defined in wave_gemm.cu.
torch::Tensor wave_gemm(const torch::Tensor& a, const torch::Tensor& b);

torch::Tensor gemm(const torch::Tensor& a, const torch::Tensor& b) {
  if (a.size(0) > 16) return wave_gemm(a, b);
  return a.matmul(b);
}
