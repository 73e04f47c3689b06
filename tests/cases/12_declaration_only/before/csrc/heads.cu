#include "ops.h"

torch::Tensor split_heads(const torch::Tensor& x, int64_t heads) {
  return x.view({x.size(0), heads, -1});
}

torch::Tensor merge_heads(const torch::Tensor& x) { return x.flatten(1); }
