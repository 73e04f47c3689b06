// From bytes to what people read: lines and columns.
#pragma once

#include <string_view>

#include "facts.h"
#include "removal.h"
#include "snapshot.h"

namespace remove_op {

// Where `span` starts, lines and columns counted from 1.
Place place_of(const Snapshot& snapshot, std::string_view path, Span span);

}  // namespace remove_op
