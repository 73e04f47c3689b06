#include "ops.h"

torch::Tensor int4_encode(const torch::Tensor& input) { return input.clone(); }

torch::Tensor int4_decode(const torch::Tensor& input, int64_t columns) {
  return input.narrow(-1, 0, columns);
}
