#include <ATen/cuda/CUDAContext.h>
#include <torch/all.h>

#include "dispatch_utils.h"
#include "ops.h"
#include "reduce.cuh"

namespace kestrel {

// What every rank needs to know to reduce a row and normalise it.
struct AllReduceRmsParams {
  void** peers;  // one buffer of each rank, visible to all
  const void* weight;
  void* out;
  int rank;
  int world_size;
  int hidden;
  float epsilon;
};

template <typename scalar_t>
__global__ void allreduce_rms_kernel(const AllReduceRmsParams params) {
  const int64_t row = static_cast<int64_t>(blockIdx.x) * params.hidden;
  scalar_t* out = static_cast<scalar_t*>(params.out) + row;
  const scalar_t* weight = static_cast<const scalar_t*>(params.weight);
  float squares = 0.f;
  for (int i = threadIdx.x; i < params.hidden; i += blockDim.x) {
    float sum = 0.f;
    for (int peer = 0; peer < params.world_size; ++peer) {
      sum += static_cast<float>(
          static_cast<const scalar_t*>(params.peers[peer])[row + i]);
    }
    squares += sum * sum;
    out[i] = static_cast<scalar_t>(sum);
  }
  const float scale =
      rsqrtf(block_sum(squares) / params.hidden + params.epsilon);
  for (int i = threadIdx.x; i < params.hidden; i += blockDim.x) {
    out[i] = static_cast<scalar_t>(static_cast<float>(out[i]) * scale *
                                   static_cast<float>(weight[i]));
  }
}

void launch_allreduce_rms(const AllReduceRmsParams& params, int64_t rows,
                          at::ScalarType type, cudaStream_t stream) {
  KESTREL_DISPATCH_FLOATING(type, "allreduce_rms", [&] {
    allreduce_rms_kernel<scalar_t>
        <<<rows, std::min(params.hidden, 1024), 0, stream>>>(params);
  });
}

}  // namespace kestrel

torch::Tensor allreduce_rms(const torch::Tensor& input,
                            const torch::Tensor& weight,
                            const torch::Tensor& workspace, int64_t rank,
                            int64_t world_size, double epsilon) {
  torch::Tensor out = torch::empty_like(input);
  kestrel::AllReduceRmsParams params;
  params.peers = reinterpret_cast<void**>(workspace.data_ptr());
  params.weight = weight.data_ptr();
  params.out = out.data_ptr();
  params.rank = rank;
  params.world_size = world_size;
  params.hidden = input.size(-1);
  params.epsilon = epsilon;
  kestrel::launch_allreduce_rms(params, input.numel() / params.hidden,
                                input.scalar_type(),
                                at::cuda::getCurrentCUDAStream());
  return out;
}

std::tuple<torch::Tensor, torch::Tensor> allreduce_rms_qk(
    const torch::Tensor& qk, const torch::Tensor& weight_q,
    const torch::Tensor& weight_k, const torch::Tensor& workspace,
    int64_t rank, int64_t world_size, double epsilon) {
  const std::array<torch::Tensor, 2> weights = {weight_q, weight_k};
  std::array<torch::Tensor, 2> outs;
  for (int part = 0; part < 2; ++part) {
    outs[part] = torch::empty_like(qk.select(0, part));
    kestrel::AllReduceRmsParams params;
    params.peers =
        reinterpret_cast<void**>(workspace.select(0, part).data_ptr());
    params.weight = weights[part].data_ptr();
    params.out = outs[part].data_ptr();
    params.rank = rank;
    params.world_size = world_size;
    params.hidden = qk.size(-1);
    params.epsilon = epsilon;
    kestrel::launch_allreduce_rms(params, outs[part].numel() / params.hidden,
                                  qk.scalar_type(),
                                  at::cuda::getCurrentCUDAStream());
  }
  return {outs[0], outs[1]};
}
