#pragma once

#include <torch/library.h>

torch::Tensor int4_encode(const torch::Tensor& input);
torch::Tensor int4_decode(const torch::Tensor& input, int64_t columns);
