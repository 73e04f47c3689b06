#include <torch/library.h>

#include "adapter.h"
#include "moe/rescale/rescale_glue.h"

at::Tensor npu_gate(const at::Tensor& x) {
  at::Tensor out = at::empty_like(x);
  EXEC_NPU_CMD(aclnnGate, x, out);
  return out;
}

at::Tensor npu_rescale_add(const at::Tensor& x, const at::Tensor& y) {
  at::Tensor out = at::empty_like(x);
  EXEC_NPU_CMD(aclnnRescaleAdd, x, y, out);
  return out;
}

TORCH_LIBRARY(kestrel, ops) {
  ops.def("npu_gate(Tensor x) -> Tensor");
  ops.impl("npu_gate", torch::kPrivateUse1, &npu_gate);

  ops.def("npu_rescale(Tensor x, float factor) -> Tensor");
  ops.impl("npu_rescale", torch::kPrivateUse1, &npu_rescale);

  ops.def("npu_rescale_add(Tensor x, Tensor y) -> Tensor");
  ops.impl("npu_rescale_add", torch::kPrivateUse1, &npu_rescale_add);
}
