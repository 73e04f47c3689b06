#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/all.h>

#include "dispatch_utils.h"
#include "ops.h"
#include "reduce.cuh"

namespace kestrel {

template <typename scalar_t>
__global__ void rms_scale_kernel(scalar_t* __restrict__ out,
                                 const scalar_t* __restrict__ input,
                                 const scalar_t* __restrict__ weight,
                                 const int hidden, const float epsilon) {
  const int64_t row = static_cast<int64_t>(blockIdx.x) * hidden;
  float sum = 0.f;
  for (int i = threadIdx.x; i < hidden; i += blockDim.x) {
    const float x = static_cast<float>(input[row + i]);
    sum += x * x;
  }
  const float scale = rsqrtf(block_sum(sum) / hidden + epsilon);
  for (int i = threadIdx.x; i < hidden; i += blockDim.x) {
    out[row + i] = static_cast<scalar_t>(static_cast<float>(input[row + i]) *
                                         scale * static_cast<float>(weight[i]));
  }
}

}  // namespace kestrel

void rms_scale(torch::Tensor& out, const torch::Tensor& input,
               const torch::Tensor& weight, double epsilon) {
  const int hidden = input.size(-1);
  const dim3 grid(input.numel() / hidden);
  const dim3 block(std::min(hidden, 1024));
  const at::cuda::OptionalCUDAGuard device_guard(device_of(input));
  const cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  KESTREL_DISPATCH_FLOATING(input.scalar_type(), "rms_scale", [&] {
    kestrel::rms_scale_kernel<scalar_t><<<grid, block, 0, stream>>>(
        out.data_ptr<scalar_t>(), input.data_ptr<scalar_t>(),
        weight.data_ptr<scalar_t>(), hidden, static_cast<float>(epsilon));
  });
}
