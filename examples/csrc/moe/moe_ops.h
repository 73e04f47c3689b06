#pragma once

#include <torch/all.h>

void route_topk(torch::Tensor& weights, torch::Tensor& experts,
                const torch::Tensor& logits, bool renormalize);

#ifndef USE_ROCM
void count_experts(const torch::Tensor& experts, torch::Tensor& counts);
#endif
