#pragma once

#include <torch/library.h>

torch::Tensor norm(const torch::Tensor& x, const torch::Tensor& weight);
torch::Tensor norm_quant(const torch::Tensor& x, const torch::Tensor& weight,
                         double scale);
