#pragma once

#include <torch/library.h>

#include <tuple>

torch::Tensor fused_gate(const torch::Tensor& input, const torch::Tensor& gate,
                         double epsilon);
std::tuple<torch::Tensor, torch::Tensor> fused_gate_qk(
    const torch::Tensor& qk, const torch::Tensor& gate, double epsilon);
