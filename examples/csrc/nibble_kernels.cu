#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/all.h>

#include "ops.h"

namespace kestrel {

constexpr int kNibbleThreads = 256;

__global__ void nibble_pack_kernel(uint8_t* __restrict__ packed,
                                   const uint8_t* __restrict__ values,
                                   const int64_t count) {
  const int64_t i =
      static_cast<int64_t>(blockIdx.x) * kNibbleThreads + threadIdx.x;
  if (i >= count) return;
  packed[i] = (values[2 * i] & 0xf) | (values[2 * i + 1] << 4);
}

__global__ void nibble_unpack_kernel(uint8_t* __restrict__ values,
                                     const uint8_t* __restrict__ packed,
                                     const int64_t count) {
  const int64_t i =
      static_cast<int64_t>(blockIdx.x) * kNibbleThreads + threadIdx.x;
  if (i >= count) return;
  values[2 * i] = packed[i] & 0xf;
  values[2 * i + 1] = packed[i] >> 4;
}

}  // namespace kestrel

torch::Tensor nibble_pack(const torch::Tensor& values) {
  TORCH_CHECK(values.size(-1) % 2 == 0, "the last dimension must be even");
  auto sizes = values.sizes().vec();
  sizes.back() /= 2;
  torch::Tensor packed = torch::empty(sizes, values.options());
  const int64_t count = packed.numel();
  const int64_t blocks =
      (count + kestrel::kNibbleThreads - 1) / kestrel::kNibbleThreads;
  kestrel::nibble_pack_kernel<<<blocks, kestrel::kNibbleThreads, 0,
                                at::cuda::getCurrentCUDAStream()>>>(
      packed.data_ptr<uint8_t>(), values.data_ptr<uint8_t>(), count);
  return packed;
}

torch::Tensor nibble_unpack(const torch::Tensor& packed, int64_t columns) {
  auto sizes = packed.sizes().vec();
  sizes.back() = columns;
  torch::Tensor values = torch::empty(sizes, packed.options());
  const int64_t count = packed.numel();
  const int64_t blocks =
      (count + kestrel::kNibbleThreads - 1) / kestrel::kNibbleThreads;
  kestrel::nibble_unpack_kernel<<<blocks, kestrel::kNibbleThreads, 0,
                                  at::cuda::getCurrentCUDAStream()>>>(
      values.data_ptr<uint8_t>(), packed.data_ptr<uint8_t>(), count);
  return values;
}
