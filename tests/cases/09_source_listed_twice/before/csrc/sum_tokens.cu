#include "ops.h"

torch::Tensor sum_tokens(const torch::Tensor& x) { return x.sum(0); }
