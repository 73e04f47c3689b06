// What in a C++ file only holds other things: namespaces, registration blocks, in such blocks the bodies of `if` and of
// loops, and the statement around a chain of registrations.
#pragma once

#include <string_view>
#include <vector>

#include "cxx_unit.h"

namespace remove_op {

struct CxxContainer {
  Span whole;                    // from its keyword or macro through its `}` and a stray `;`
  Span content;                  // between its braces: when nothing is left in it, the container goes
  std::vector<Span> frame = {};  // statements in it that only say how its registrations are found
};

// Those of `unit`, the parse of `text`, innermost first.
std::vector<CxxContainer> find_containers(std::string_view text, const CxxUnit& unit);

}  // namespace remove_op
