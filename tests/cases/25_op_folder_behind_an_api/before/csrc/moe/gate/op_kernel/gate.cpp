#include "common.h"

extern "C" __global__ __aicore__ void gate(GM_ADDR x, GM_ADDR out) { Process(x, out, TILE); }
