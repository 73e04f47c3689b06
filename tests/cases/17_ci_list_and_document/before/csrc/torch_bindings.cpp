#include <torch/library.h>

torch::Tensor invert_rows(const torch::Tensor& x);
torch::Tensor mirror_rows(const torch::Tensor& x);

TORCH_LIBRARY(_C, ops) {
  ops.def("invert_rows(Tensor x) -> Tensor");
  ops.impl("invert_rows", torch::kCUDA, &invert_rows);
  ops.def("mirror_rows(Tensor x) -> Tensor");
  ops.impl("mirror_rows", torch::kCUDA, &mirror_rows);
}
