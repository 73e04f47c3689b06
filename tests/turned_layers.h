// All layers in another order, for the tests that hold a removal to be the same whatever it is.
#pragma once

#include <memory>
#include <vector>

#include "rewriter.h"

namespace remove_op {

// The layers in reverse, and turned by `turn` places.
std::vector<std::unique_ptr<Rewriter>> turned_layers(std::size_t turn = 0);

}  // namespace remove_op
