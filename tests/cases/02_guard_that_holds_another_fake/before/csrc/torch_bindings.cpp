#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  // Four-bit quantisation ops
  ops.def("int4_encode(Tensor input) -> Tensor");
  ops.impl("int4_encode", torch::kCUDA, &int4_encode);
  ops.def("int4_decode(Tensor input, int columns) -> Tensor");
  ops.impl("int4_decode", torch::kCUDA, &int4_decode);
}
