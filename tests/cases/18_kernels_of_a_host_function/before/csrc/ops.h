#pragma once

#include <torch/library.h>

torch::Tensor count_pairs(const torch::Tensor& x);
torch::Tensor sort_pairs(const torch::Tensor& x);
