// The source that a build list means where no file stands under the name that it gives.
//
// A build file may be copied to where its sources are before it runs, and may list what a translator makes of a source:
// a `.hip` of the `.cu` of the same name. Input: the path as listed. Output: the one file of the repository that it can
// mean. Invariant: what more than one file could be meant by is none.
#pragma once

#include <string>
#include <string_view>

#include "snapshot.h"

namespace remove_op {

// `a/b.cu` for `a/b.hip`; empty for what no translator makes.
std::string translated_from(std::string_view path);

// The only file whose path ends in `path`, of which at least one folder must be given, or in what it is translated
// from.
std::string_view moved_source(const Snapshot& snapshot, std::string_view path);

}  // namespace remove_op
