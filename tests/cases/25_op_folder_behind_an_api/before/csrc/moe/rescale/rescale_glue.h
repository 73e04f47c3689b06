#pragma once

#include <tuple>

inline at::Tensor npu_rescale(const at::Tensor& x, double factor) {
  at::Tensor out = at::empty_like(x);
  EXEC_NPU_CMD(aclnnRescale, x, factor, out);
  return out;
}
