#include "ops.h"

torch::Tensor mla_decode(const torch::Tensor& query, const torch::Tensor& cache) {
  return query.matmul(cache.t());
}
