// What an edit leaves of Python's blocks: one that it empties goes with its statement, or is given a `pass`.
//
// Input: what goes in one file. Output: the `if` and `try` statements of which nothing is left, and edits after which
// the file still parses.
#pragma once

#include <vector>

#include "rewriter.h"
#include "syntax/python_tree.h"

namespace remove_op::python {

// `if` and `try` statements all of whose branches hold only what goes. One that keeps a branch is reported.
Fallout follow_emptied_blocks(const Snapshot& snapshot, std::string_view path, const Doomed& doomed);

// Erases the definitions of `layer` that go. An import statement goes when its last name does, and the first statement
// of a block that would be left empty becomes `pass`.
std::vector<Edit> erase_or_pass(const Snapshot& snapshot, std::string_view path, const Doomed& doomed,
                                std::string_view layer);

}  // namespace remove_op::python
