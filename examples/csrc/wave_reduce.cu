#include <ATen/cuda/CUDAContext.h>
#include <torch/all.h>

#include "ops.h"

#ifdef USE_ROCM
namespace kestrel {

__global__ void wave_reduce_kernel(float* __restrict__ out,
                                   const float* __restrict__ input,
                                   const int columns) {
  float sum = 0.f;
  for (int i = threadIdx.x; i < columns; i += warpSize) {
    sum += input[static_cast<int64_t>(blockIdx.x) * columns + i];
  }
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    sum += __shfl_xor(sum, offset);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

}  // namespace kestrel

torch::Tensor wave_reduce(const torch::Tensor& input) {
  const int columns = input.size(-1);
  torch::Tensor out = torch::empty({input.numel() / columns}, input.options());
  kestrel::wave_reduce_kernel<<<out.numel(), 64, 0,
                                at::cuda::getCurrentCUDAStream()>>>(
      out.data_ptr<float>(), input.data_ptr<float>(), columns);
  return out;
}
#endif
