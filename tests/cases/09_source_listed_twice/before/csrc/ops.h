#pragma once

#include <torch/library.h>

torch::Tensor gather_tokens(const torch::Tensor& x, const torch::Tensor& index);
torch::Tensor sum_tokens(const torch::Tensor& x);
