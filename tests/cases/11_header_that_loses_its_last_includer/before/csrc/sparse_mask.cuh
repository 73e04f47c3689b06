#pragma once

#include "mask_bits.cuh"
#include "vec.cuh"

__device__ __forceinline__ float masked_twice(const int* mask, int i, float x) {
  return bit_of(mask, i) ? twice(x) : 0.f;
}
