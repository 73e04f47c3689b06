// A repository in a string: `//- path` on a line of its own opens a file, which runs to the next such line.
#pragma once

#include <string>
#include <string_view>

#include "rewriter.h"
#include "snapshot.h"

namespace remove_op {

Snapshot mini_repo(std::string_view text);

// The layer of that name; fails the test where there is none.
const Rewriter& layer_named(std::string_view name);

}  // namespace remove_op
