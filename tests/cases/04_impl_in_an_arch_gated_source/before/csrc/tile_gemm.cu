#include <torch/library.h>

namespace {

__global__ void tile_gemm_kernel(float* c, const float* a, const float* b) {
  c[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x];
}

}  // namespace

torch::Tensor tile_gemm(const torch::Tensor& a, const torch::Tensor& b) {
  torch::Tensor c = torch::empty_like(a);
  tile_gemm_kernel<<<1, 128>>>(c.data_ptr<float>(), a.data_ptr<float>(),
                               b.data_ptr<float>());
  return c;
}

TORCH_LIBRARY_IMPL(_C, CUDA, m) { m.impl("tile_gemm", &tile_gemm); }
