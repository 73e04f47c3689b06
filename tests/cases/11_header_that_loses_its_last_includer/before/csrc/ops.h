#pragma once

#include <torch/library.h>

torch::Tensor dense_attend(const torch::Tensor& q);
torch::Tensor sparse_attend(const torch::Tensor& q, const torch::Tensor& mask);
