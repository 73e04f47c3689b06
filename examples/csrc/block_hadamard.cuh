#pragma once

namespace kestrel {

// One butterfly of the fast Walsh-Hadamard transform over a block in shared
// memory; `half` is the distance between its wings.
template <typename acc_t>
__device__ __forceinline__ void butterfly(acc_t* block, const int i,
                                          const int half) {
  const int low = (i / half) * 2 * half + i % half;
  const acc_t a = block[low];
  const acc_t b = block[low + half];
  block[low] = a + b;
  block[low + half] = a - b;
}

}  // namespace kestrel
