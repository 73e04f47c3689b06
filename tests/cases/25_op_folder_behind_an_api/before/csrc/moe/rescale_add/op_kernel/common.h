#pragma once
constexpr int TILE = 32;
inline void Process(GM_ADDR x, GM_ADDR out, int tile) { Copy(x, out, tile); }
