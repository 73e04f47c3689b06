#pragma once
namespace optiling {
constexpr int BLOCK = 64;
inline ge::graphStatus Fill(gert::TilingContext* context, int block) { return context->SetBlockDim(block); }
}  // namespace optiling
