#include "ops.h"

torch::Tensor gather_tokens(const torch::Tensor& x, const torch::Tensor& index) {
  return x.index_select(0, index);
}
