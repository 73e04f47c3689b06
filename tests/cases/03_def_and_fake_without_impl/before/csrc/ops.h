#pragma once

#include <torch/library.h>

void row_scale(torch::Tensor& x);
