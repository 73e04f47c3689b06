#pragma once

#include <torch/library.h>

torch::Tensor pack_columns(const torch::Tensor& a);
torch::Tensor pack_rows(const torch::Tensor& a);
torch::Tensor pack_tiles(const torch::Tensor& a, int64_t tile);
torch::Tensor unpack(const torch::Tensor& a);
