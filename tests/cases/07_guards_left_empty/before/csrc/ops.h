#pragma once

#include <torch/library.h>

void scale_rows(torch::Tensor& x, double factor);

#ifndef USE_ROCM
void clip_rows(torch::Tensor& x, double limit);
#endif

void shift_rows(torch::Tensor& x, double by);
