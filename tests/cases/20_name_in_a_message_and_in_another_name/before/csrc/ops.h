#pragma once

#include <torch/library.h>

void copy_rows(torch::Tensor& to, const torch::Tensor& x);
void async_copy_rows(torch::Tensor& to, const torch::Tensor& x);
