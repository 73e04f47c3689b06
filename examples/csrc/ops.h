#pragma once

#include <torch/library.h>

#include <optional>
#include <tuple>

// Normalisation

void rms_scale(torch::Tensor& out, const torch::Tensor& input,
               const torch::Tensor& weight, double epsilon);

#ifndef USE_ROCM
// All-reduce over the tensor-parallel group, then RMS-normalise.
torch::Tensor allreduce_rms(const torch::Tensor& input,
                            const torch::Tensor& weight,
                            const torch::Tensor& workspace, int64_t rank,
                            int64_t world_size, double epsilon);
std::tuple<torch::Tensor, torch::Tensor> allreduce_rms_qk(
    const torch::Tensor& qk, const torch::Tensor& weight_q,
    const torch::Tensor& weight_k, const torch::Tensor& workspace,
    int64_t rank, int64_t world_size, double epsilon);
#endif

// Activations

void gated_silu(torch::Tensor& out, const torch::Tensor& input);
void gated_gelu(torch::Tensor& out, const torch::Tensor& input);

// Packing of four-bit weights

torch::Tensor nibble_pack(const torch::Tensor& values);
torch::Tensor nibble_unpack(const torch::Tensor& packed, int64_t columns);

// Others

void rotate_half_inplace(torch::Tensor& query, torch::Tensor& key);
void cache_prefetch(torch::Tensor& cache, const torch::Tensor& blocks);

#ifdef KESTREL_ENABLE_HADAMARD
torch::Tensor block_hadamard(const torch::Tensor& input, int64_t block_size,
                             std::optional<double> scale);
#endif

#ifdef USE_ROCM
torch::Tensor wave_reduce(const torch::Tensor& input);
#endif
