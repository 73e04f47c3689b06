#include "core/registration.h"
#include "ops.h"

#include <torch/library.h>

// Schemas and their implementations. A `!` marks a tensor that the op writes.
TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, ops) {
  // Root-mean-square normalisation with a weight.
  ops.def(
      "rms_scale(Tensor! out, Tensor input, Tensor weight, float epsilon) -> "
      "()");
  ops.impl("rms_scale", torch::kCUDA, &rms_scale);

#ifndef USE_ROCM
  ops.def(
      "allreduce_rms(Tensor input, Tensor weight, Tensor workspace, "
      "int rank, int world_size, float epsilon) -> Tensor");
  ops.impl("allreduce_rms", torch::kCUDA, &allreduce_rms);

  ops.def(
      "allreduce_rms_qk(Tensor qk, Tensor weight_q, Tensor weight_k, "
      "Tensor workspace, int rank, int world_size, float epsilon) -> "
      "(Tensor, Tensor)");
  ops.impl("allreduce_rms_qk", torch::kCUDA, &allreduce_rms_qk);
#endif

  // SwiGLU: silu of the first half, times the second.
  ops.def("gated_silu(Tensor! out, Tensor input) -> ()");
  ops.impl("gated_silu", torch::kCUDA, &gated_silu);

  // GeGLU: gelu of the first half, times the second.
  ops.def("gated_gelu(Tensor! out, Tensor input) -> ()");
  ops.impl("gated_gelu", torch::kCUDA, &gated_gelu);

  // Four-bit packing ops
  ops.def("nibble_pack(Tensor values) -> Tensor");
  ops.impl("nibble_pack", torch::kCUDA, &nibble_pack);
  ops.def("nibble_unpack(Tensor packed, int columns) -> Tensor");
  ops.impl("nibble_unpack", torch::kCUDA, &nibble_unpack);

  // Rotates the halves of query and key against each other.
  ops.def("rotate_half_inplace(Tensor! query, Tensor! key) -> ()");
  ops.impl("rotate_half_inplace", torch::kCUDA, &rotate_half_inplace);

  // Brings blocks of the cache nearer before they are read.
  ops.def("cache_prefetch(Tensor! cache, Tensor blocks) -> ()");
  ops.impl("cache_prefetch", torch::kCUDA, &cache_prefetch);

#ifdef KESTREL_ENABLE_HADAMARD
  // Hadamard transform of each block of the last dimension.
  ops.def(
      "block_hadamard(Tensor input, int block_size, float? scale=None) -> "
      "Tensor");
  ops.impl("block_hadamard", torch::kCUDA, &block_hadamard);
#endif

#ifdef USE_ROCM
  // Sum over the last dimension, a wave at a time.
  ops.def("wave_reduce(Tensor input) -> Tensor");
  ops.impl("wave_reduce", torch::kCUDA, &wave_reduce);
#endif
}

REGISTER_EXTENSION(TORCH_EXTENSION_NAME)
