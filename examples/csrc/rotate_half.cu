#include <ATen/cuda/CUDAContext.h>
#include <torch/all.h>

#include "dispatch_utils.h"
#include "ops.h"

namespace kestrel {

template <typename scalar_t>
__global__ void rotate_half_kernel(scalar_t* __restrict__ x, const int half) {
  scalar_t* row = x + static_cast<int64_t>(blockIdx.x) * 2 * half;
  for (int i = threadIdx.x; i < half; i += blockDim.x) {
    const scalar_t first = row[i];
    row[i] = -row[half + i];
    row[half + i] = first;
  }
}

template <typename scalar_t>
void launch_rotate_half(torch::Tensor& x, cudaStream_t stream) {
  const int half = x.size(-1) / 2;
  rotate_half_kernel<scalar_t>
      <<<x.numel() / (2 * half), std::min(half, 512), 0, stream>>>(
          x.data_ptr<scalar_t>(), half);
}

}  // namespace kestrel

void rotate_half_inplace(torch::Tensor& query, torch::Tensor& key) {
  const cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  KESTREL_DISPATCH_FLOATING(query.scalar_type(), "rotate_half_inplace", [&] {
    kestrel::launch_rotate_half<scalar_t>(query, stream);
    kestrel::launch_rotate_half<scalar_t>(key, stream);
  });
}
