#pragma once

#include <torch/library.h>

torch::Tensor gemm(const torch::Tensor& a, const torch::Tensor& b);
torch::Tensor wave_gemm(const torch::Tensor& a, const torch::Tensor& b);
