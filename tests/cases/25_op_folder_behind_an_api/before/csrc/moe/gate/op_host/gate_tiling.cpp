#include "tiling_base.h"
#include "gate_tiling.h"

namespace optiling {
static ge::graphStatus Tiling(gert::TilingContext* context) { return Fill(context, BLOCK); }
IMPL_OP_OPTILING(Gate).Tiling(Tiling);
}  // namespace optiling
