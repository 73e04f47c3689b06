#include <torch/library.h>

torch::Tensor route(const torch::Tensor& logits);

TORCH_LIBRARY(_moe_C, ops) {
  ops.def("route(Tensor logits) -> Tensor");
  ops.impl("route", torch::kCUDA, &route);
}
