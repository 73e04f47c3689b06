#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C, ops) {
  ops.def("norm(Tensor x) -> Tensor");
  ops.impl("norm", torch::kCUDA, &norm);
#ifdef ENABLE_MLA
  ops.def("mla_decode(Tensor query, Tensor cache) -> Tensor");
  ops.impl("mla_decode", torch::kCUDA, &mla_decode);
#endif
}
