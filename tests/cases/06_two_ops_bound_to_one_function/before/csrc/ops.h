#pragma once

#include <torch/library.h>

void move_blocks(torch::Tensor& to, const torch::Tensor& from,
                 const torch::Tensor& mapping);
