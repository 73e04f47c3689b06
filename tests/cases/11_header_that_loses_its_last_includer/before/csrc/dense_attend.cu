#include "ops.h"
#include "vec.cuh"

__global__ void dense_attend_kernel(float* out, const float* q) {
  out[threadIdx.x] = twice(q[threadIdx.x]);
}

torch::Tensor dense_attend(const torch::Tensor& q) {
  torch::Tensor out = torch::empty_like(q);
  dense_attend_kernel<<<1, 64>>>(out.data_ptr<float>(), q.data_ptr<float>());
  return out;
}
