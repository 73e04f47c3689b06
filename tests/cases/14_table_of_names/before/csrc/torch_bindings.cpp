#include <torch/library.h>

torch::Tensor dequant_q4(const torch::Tensor& x);
torch::Tensor dequant_q8(const torch::Tensor& x);

TORCH_LIBRARY(_C, ops) {
  ops.def("dequant_q4(Tensor x) -> Tensor");
  ops.impl("dequant_q4", torch::kCUDA, &dequant_q4);
  ops.def("dequant_q8(Tensor x) -> Tensor");
  ops.impl("dequant_q8", torch::kCUDA, &dequant_q8);
}
