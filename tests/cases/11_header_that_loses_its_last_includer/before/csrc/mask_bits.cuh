#pragma once

__device__ __forceinline__ bool bit_of(const int* mask, int i) {
  return mask[i / 32] >> (i % 32) & 1;
}
