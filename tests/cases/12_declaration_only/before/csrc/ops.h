#pragma once

#include <torch/library.h>

torch::Tensor split_heads(const torch::Tensor& x, int64_t heads);

torch::Tensor fold_heads(const torch::Tensor& x, int64_t heads,
                         bool transpose);

torch::Tensor merge_heads(const torch::Tensor& x);
