// Include lines that an edit leaves without a purpose.
//
// Input: a source file of a snapshot, its parse and which of its tokens go. Output: the include lines of repository
// headers that something used which goes, and that nothing uses which stays. Names are compared as words, over all that
// the header and the repository's headers behind it declare; a header that declares what cannot be told by its tokens,
// or brings headers of the outside that the file has by no other way, is never among them.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "cxx_unit.h"

namespace remove_op {

std::vector<Span> includes_left_unused(const Snapshot& snapshot, std::string_view path, const CxxUnit& unit,
                                       const std::function<bool(Span)>& is_gone);

}  // namespace remove_op
