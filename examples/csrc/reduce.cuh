#pragma once

namespace kestrel {

constexpr int kWarpSize = 32;

// Sum over a warp; every lane gets it.
__device__ __forceinline__ float warp_sum(float value) {
  for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
    value += __shfl_xor_sync(0xffffffffu, value, offset);
  }
  return value;
}

// Sum over a block of at most 1024 threads; every thread gets it.
__device__ __forceinline__ float block_sum(float value) {
  __shared__ float partial[kWarpSize];
  const int lane = threadIdx.x % kWarpSize;
  const int warp = threadIdx.x / kWarpSize;
  value = warp_sum(value);
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  value = lane < (blockDim.x + kWarpSize - 1) / kWarpSize ? partial[lane] : 0.f;
  return warp_sum(value);
}

}  // namespace kestrel
