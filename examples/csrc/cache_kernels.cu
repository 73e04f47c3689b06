#include <ATen/cuda/CUDAContext.h>
#include <torch/all.h>

#include "ops.h"

namespace kestrel {

__global__ void cache_prefetch_kernel(const char* __restrict__ cache,
                                      const int64_t* __restrict__ blocks,
                                      const int64_t block_bytes) {
  const char* block = cache + blocks[blockIdx.x] * block_bytes;
  for (int64_t i = threadIdx.x * 128; i < block_bytes; i += blockDim.x * 128) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(block + i));
  }
}

}  // namespace kestrel

void cache_prefetch(torch::Tensor& cache, const torch::Tensor& blocks) {
  const int64_t block_bytes = cache.stride(0) * cache.element_size();
  kestrel::cache_prefetch_kernel<<<blocks.numel(), 128, 0,
                                   at::cuda::getCurrentCUDAStream()>>>(
      static_cast<const char*>(cache.data_ptr()), blocks.data_ptr<int64_t>(),
      block_bytes);
}
