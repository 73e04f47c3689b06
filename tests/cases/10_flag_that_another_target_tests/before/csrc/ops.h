#pragma once

#include <torch/library.h>

torch::Tensor norm(const torch::Tensor& x);
#ifdef ENABLE_MLA
torch::Tensor mla_decode(const torch::Tensor& query, const torch::Tensor& cache);
#endif
