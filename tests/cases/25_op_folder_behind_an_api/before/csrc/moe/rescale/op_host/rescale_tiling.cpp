#include "tiling_base.h"
#include "rescale_tiling.h"

namespace optiling {
static ge::graphStatus Tiling(gert::TilingContext* context) { return Fill(context, BLOCK); }
IMPL_OP_OPTILING(Rescale).Tiling(Tiling);
}  // namespace optiling
