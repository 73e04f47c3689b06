// Names like the one that was not found.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explorer.h"

namespace remove_op {

// At most three names of ops that the repository registers, the nearest first.
std::vector<std::string> nearest_names(Explorer& explorer, std::string_view name);

}  // namespace remove_op
