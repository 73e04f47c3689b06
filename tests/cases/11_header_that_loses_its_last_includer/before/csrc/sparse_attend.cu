#include "ops.h"
#include "sparse_mask.cuh"

__global__ void sparse_attend_kernel(float* out, const float* q, const int* mask) {
  out[threadIdx.x] = masked_twice(mask, threadIdx.x, q[threadIdx.x]);
}

torch::Tensor sparse_attend(const torch::Tensor& q, const torch::Tensor& mask) {
  torch::Tensor out = torch::empty_like(q);
  sparse_attend_kernel<<<1, 64>>>(out.data_ptr<float>(), q.data_ptr<float>(),
                                  mask.data_ptr<int>());
  return out;
}
