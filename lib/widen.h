// From the bytes that are a definition to the bytes that a maintainer would delete: whole lines, a list's separator,
// the comments that speak of what goes, and blank lines so that what stays reads as if it had always been so.
// Invariant: this is the only place where an erasure grows.
#pragma once

#include <string_view>
#include <vector>

#include "facts.h"
#include "language.h"

namespace remove_op {

// `erased` may overlap and come in any order. Out: disjoint spans, sorted, each to be deleted from `text`.
std::vector<Span> widen(std::string_view text, Language language, std::vector<Span> erased);

}  // namespace remove_op
