#include <torch/library.h>

#include "ops.h"

TORCH_LIBRARY(_C_cache, cache_ops) {
  // Move blocks between caches.
  cache_ops.def("swap_blocks(Tensor! to, Tensor from, Tensor mapping) -> ()");
  cache_ops.impl("swap_blocks", torch::kCUDA, &move_blocks);

  // The older name of it.
  cache_ops.def("swap_pages(Tensor! to, Tensor from, Tensor mapping) -> ()");
  cache_ops.impl("swap_pages", torch::kCUDA, &move_blocks);
}
