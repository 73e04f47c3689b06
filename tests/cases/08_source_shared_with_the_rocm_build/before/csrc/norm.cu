#include "norm.h"

namespace pkg {

__global__ void norm_kernel(float* out, const float* x, const float* weight) {
  out[threadIdx.x] = x[threadIdx.x] * weight[threadIdx.x];
}

__global__ void norm_quant_kernel(int8_t* out, const float* x,
                                  const float* weight, float scale) {
  out[threadIdx.x] = x[threadIdx.x] * weight[threadIdx.x] / scale;
}

}  // namespace pkg

torch::Tensor norm(const torch::Tensor& x, const torch::Tensor& weight) {
  torch::Tensor out = torch::empty_like(x);
  pkg::norm_kernel<<<1, 128>>>(out.data_ptr<float>(), x.data_ptr<float>(),
                               weight.data_ptr<float>());
  return out;
}

torch::Tensor norm_quant(const torch::Tensor& x, const torch::Tensor& weight,
                         double scale) {
  torch::Tensor out = torch::empty_like(x, torch::kChar);
  pkg::norm_quant_kernel<<<1, 128>>>(out.data_ptr<int8_t>(),
                                     x.data_ptr<float>(),
                                     weight.data_ptr<float>(), scale);
  return out;
}
