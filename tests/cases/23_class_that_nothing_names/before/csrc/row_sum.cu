#include <torch/all.h>

torch::Tensor row_sum(const torch::Tensor& x) { return x.sum(-1); }
