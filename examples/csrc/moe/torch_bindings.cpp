#include "../core/registration.h"
#include "moe_ops.h"

#include <torch/library.h>

TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, m) {
  // Softmax over the experts, then the best of them.
  m.def(
      "route_topk(Tensor! weights, Tensor! experts, Tensor logits, "
      "bool renormalize) -> ()");
  m.impl("route_topk", torch::kCUDA, &route_topk);

#ifndef USE_ROCM
  // How many tokens each expert got.
  m.def("count_experts(Tensor experts, Tensor! counts) -> ()");
  m.impl("count_experts", torch::kCUDA, &count_experts);
#endif
}

REGISTER_EXTENSION(TORCH_EXTENSION_NAME)
