#include <ATen/cuda/CUDAContext.h>
#include <torch/all.h>

#include "moe_ops.h"

namespace kestrel {
namespace moe {

__global__ void count_experts_kernel(const int32_t* __restrict__ experts,
                                     int32_t* __restrict__ counts,
                                     const int64_t total) {
  const int64_t i =
      static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < total) atomicAdd(&counts[experts[i]], 1);
}

}  // namespace moe
}  // namespace kestrel

void count_experts(const torch::Tensor& experts, torch::Tensor& counts) {
  const int64_t total = experts.numel();
  counts.zero_();
  kestrel::moe::count_experts_kernel<<<(total + 255) / 256, 256, 0,
                                       at::cuda::getCurrentCUDAStream()>>>(
      experts.data_ptr<int32_t>(), counts.data_ptr<int32_t>(), total);
}
