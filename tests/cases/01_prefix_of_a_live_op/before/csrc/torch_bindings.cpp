#include "ops.h"

#include <torch/library.h>

TORCH_LIBRARY(_C, ops) {
  ops.def(
      "fused_gate(Tensor input, Tensor gate, "
      "float epsilon) -> Tensor");
  ops.impl("fused_gate", torch::kCUDA, &fused_gate);

  ops.def(
      "fused_gate_qk("
      "Tensor qk, Tensor gate, float epsilon) -> (Tensor, Tensor)");
  ops.impl("fused_gate_qk", torch::kCUDA, &fused_gate_qk);
}
