#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/all.h>

#include <cmath>

#include "dispatch_utils.h"
#include "ops.h"

namespace kestrel {

template <typename T>
__device__ __forceinline__ T silu(const T& x) {
  // x * sigmoid(x)
  return static_cast<T>(static_cast<float>(x) /
                        (1.f + expf(-static_cast<float>(x))));
}

template <typename T>
__device__ __forceinline__ T gelu(const T& x) {
  // The exact form: x * Phi(x).
  const float f = static_cast<float>(x);
  return static_cast<T>(f * 0.5f * (1.f + erff(f * M_SQRT1_2)));
}

// Activation and gating: the first half is activated and multiplies the second.
template <typename scalar_t, scalar_t (*ACT_FN)(const scalar_t&)>
__global__ void gated_activation_kernel(
    scalar_t* __restrict__ out,          // [..., d]
    const scalar_t* __restrict__ input,  // [..., 2, d]
    const int d) {
  const int64_t token = blockIdx.x;
  for (int i = threadIdx.x; i < d; i += blockDim.x) {
    const scalar_t x = input[token * 2 * d + i];
    const scalar_t y = input[token * 2 * d + d + i];
    out[token * d + i] = ACT_FN(x) * y;
  }
}

}  // namespace kestrel

// Launch a gated activation; KERNEL is a device function of one value.
#define LAUNCH_GATED_ACTIVATION(KERNEL)                                    \
  const int d = input.size(-1) / 2;                                        \
  const dim3 grid(input.numel() / input.size(-1));                         \
  const dim3 block(std::min(d, 1024));                                     \
  const at::cuda::OptionalCUDAGuard device_guard(device_of(input));        \
  const cudaStream_t stream = at::cuda::getCurrentCUDAStream();            \
  KESTREL_DISPATCH_FLOATING(input.scalar_type(), "gated_activation", [&] { \
    kestrel::gated_activation_kernel<scalar_t, KERNEL<scalar_t>>           \
        <<<grid, block, 0, stream>>>(out.data_ptr<scalar_t>(),             \
                                     input.data_ptr<scalar_t>(), d);       \
  });

void gated_silu(torch::Tensor& out,          // [..., d]
                const torch::Tensor& input)  // [..., 2 * d]
{
  LAUNCH_GATED_ACTIVATION(kestrel::silu);
}

void gated_gelu(torch::Tensor& out,          // [..., d]
                const torch::Tensor& input)  // [..., 2 * d]
{
  LAUNCH_GATED_ACTIVATION(kestrel::gelu);
}
