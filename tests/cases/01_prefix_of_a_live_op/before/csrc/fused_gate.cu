#include <torch/all.h>

#include "ops.h"

namespace pkg {

struct FusedGateParams {
  const float* input;
  const float* gate;
  float* out;
  int64_t count;
  float epsilon;
};

__global__ void fused_gate_kernel(const FusedGateParams params) {
  for (int64_t i = threadIdx.x; i < params.count; i += blockDim.x) {
    params.out[i] = params.input[i] * (params.gate[i] + params.epsilon);
  }
}

void launch_fused_gate(const FusedGateParams& params, cudaStream_t stream) {
  fused_gate_kernel<<<1, 256, 0, stream>>>(params);
}

}  // namespace pkg

torch::Tensor fused_gate(const torch::Tensor& input, const torch::Tensor& gate,
                         double epsilon) {
  torch::Tensor out = torch::empty_like(input);
  pkg::FusedGateParams params;
  params.input = input.data_ptr<float>();
  params.gate = gate.data_ptr<float>();
  params.out = out.data_ptr<float>();
  params.count = input.numel();
  params.epsilon = epsilon;
  pkg::launch_fused_gate(params, at::cuda::getCurrentCUDAStream());
  return out;
}

std::tuple<torch::Tensor, torch::Tensor> fused_gate_qk(
    const torch::Tensor& qk, const torch::Tensor& gate, double epsilon) {
  torch::Tensor out = torch::empty_like(qk);
  pkg::FusedGateParams params;
  params.input = qk.data_ptr<float>();
  params.gate = gate.data_ptr<float>();
  params.out = out.data_ptr<float>();
  params.count = qk.numel();
  params.epsilon = epsilon;
  pkg::launch_fused_gate(params, at::cuda::getCurrentCUDAStream());
  return {out.select(0, 0), out.select(0, 1)};
}
