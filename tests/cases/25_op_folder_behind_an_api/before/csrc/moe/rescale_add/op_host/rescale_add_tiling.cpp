#include "tiling_base.h"
#include "rescale_add_tiling.h"

namespace optiling {
static ge::graphStatus Tiling(gert::TilingContext* context) { return Fill(context, BLOCK); }
IMPL_OP_OPTILING(RescaleAdd).Tiling(Tiling);
}  // namespace optiling
