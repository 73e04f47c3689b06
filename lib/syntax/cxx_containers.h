// What in a C++ file only holds other things: namespaces, registration blocks, in such blocks the branches of `if` and
// the bodies of loops, and the statement around a chain of registrations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cxx_unit.h"

namespace remove_op {

struct CxxContainer {
  Span whole;                    // from its keyword or macro through its `}` and a stray `;`
  Span content;                  // between its braces: when nothing is left in it, the container goes
  std::vector<Span> frame = {};  // in it, what is of no use without the rest
  Span condition = {};           // of `if (c) {...} else`, where that is the whole: to be turned when it goes
};

// `!c` for `c`, as one writes it; empty where the condition does more than test.
std::string opposite_of(std::string_view condition);

// Those of `unit`, the parse of `text`, innermost first.
std::vector<CxxContainer> find_containers(std::string_view text, const CxxUnit& unit);

}  // namespace remove_op
