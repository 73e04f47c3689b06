// Which Python files may make up the name of an op: a look at the text, so that only those few are parsed.
#pragma once

#include <string_view>

namespace remove_op {

// Whether `text` calls `__getattr__` by its name beside `torch.ops`, or getattr on something that may be `torch.ops` or
// a namespace of it: its first argument speaks of `ops`, or is a name that the text binds to `torch.ops...`.
bool may_compute_op_names(std::string_view text);

}  // namespace remove_op
