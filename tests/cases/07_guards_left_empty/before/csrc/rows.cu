#include "ops.h"

void scale_rows(torch::Tensor& x, double factor) { x.mul_(factor); }

#ifndef USE_ROCM
void clip_rows(torch::Tensor& x, double limit) { x.clamp_(-limit, limit); }
#endif

void shift_rows(torch::Tensor& x, double by) { x.add_(by); }
