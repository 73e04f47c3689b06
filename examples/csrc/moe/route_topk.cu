#include <ATen/cuda/CUDAContext.h>
#include <torch/all.h>

#include "../reduce.cuh"
#include "moe_ops.h"

namespace kestrel {
namespace moe {

// A warp for each token; its lanes share the experts.
__global__ void route_topk_kernel(float* __restrict__ weights,
                                  int32_t* __restrict__ experts,
                                  float* __restrict__ scratch,
                                  const float* __restrict__ logits,
                                  const int num_experts, const int topk,
                                  const bool renormalize) {
  const int64_t token = blockIdx.x;
  float* row = scratch + token * num_experts;
  float total = 0.f;
  for (int e = threadIdx.x; e < num_experts; e += kWarpSize) {
    row[e] = expf(logits[token * num_experts + e]);
    total += row[e];
  }
  total = warp_sum(total);
  __syncwarp();
  if (threadIdx.x != 0) return;
  float chosen = 0.f;
  for (int k = 0; k < topk; ++k) {
    int best = 0;
    for (int e = 1; e < num_experts; ++e) {
      if (row[e] > row[best]) best = e;
    }
    weights[token * topk + k] = row[best] / total;
    experts[token * topk + k] = best;
    chosen += row[best] / total;
    row[best] = -1.f;
  }
  for (int k = 0; renormalize && k < topk; ++k) {
    weights[token * topk + k] /= chosen;
  }
}

}  // namespace moe
}  // namespace kestrel

void route_topk(torch::Tensor& weights, torch::Tensor& experts,
                const torch::Tensor& logits, bool renormalize) {
  torch::Tensor scratch = torch::empty_like(logits);
  kestrel::moe::route_topk_kernel<<<logits.size(0), kestrel::kWarpSize, 0,
                                    at::cuda::getCurrentCUDAStream()>>>(
      weights.data_ptr<float>(), experts.data_ptr<int32_t>(),
      scratch.data_ptr<float>(), logits.data_ptr<float>(), logits.size(1),
      weights.size(1), renormalize);
}
