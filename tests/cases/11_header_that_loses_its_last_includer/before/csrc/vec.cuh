#pragma once

__device__ __forceinline__ float twice(float x) { return x + x; }
