#include <ATen/cuda/CUDAContext.h>
#include <torch/all.h>

#include "block_hadamard.cuh"
#include "dispatch_utils.h"
#include "ops.h"

namespace kestrel {

// One block of threads transforms one block of values.
template <typename scalar_t>
__global__ void block_hadamard_kernel(scalar_t* __restrict__ out,
                                      const scalar_t* __restrict__ input,
                                      const int size, const float scale) {
  extern __shared__ float values[];
  const int64_t start = static_cast<int64_t>(blockIdx.x) * size;
  for (int i = threadIdx.x; i < size; i += blockDim.x) {
    values[i] = static_cast<float>(input[start + i]);
  }
  for (int half = 1; half < size; half *= 2) {
    __syncthreads();
    for (int i = threadIdx.x; i < size / 2; i += blockDim.x) {
      butterfly(values, i, half);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += blockDim.x) {
    out[start + i] = static_cast<scalar_t>(values[i] * scale);
  }
}

}  // namespace kestrel

torch::Tensor block_hadamard(const torch::Tensor& input, int64_t block_size,
                             std::optional<double> scale) {
  TORCH_CHECK((block_size & (block_size - 1)) == 0,
              "block_size must be a power of two");
  torch::Tensor out = torch::empty_like(input);
  const int64_t blocks = input.numel() / block_size;
  const int threads = std::min<int64_t>(block_size / 2, 256);
  const size_t shared = block_size * sizeof(float);
  KESTREL_DISPATCH_FLOATING(input.scalar_type(), "block_hadamard", [&] {
    kestrel::block_hadamard_kernel<scalar_t>
        <<<blocks, threads, shared, at::cuda::getCurrentCUDAStream()>>>(
            out.data_ptr<scalar_t>(), input.data_ptr<scalar_t>(), block_size,
            static_cast<float>(scale.value_or(1.0)));
  });
  return out;
}
