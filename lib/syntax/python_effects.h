// Imports that run something besides binding a name: a native module registers its ops when it loads, and a `try` with
// a handler asks whether there is such a module at all.
//
// Input: an import that lost its last use, or what goes. Output: whether it has such an effect; a report where the last
// import of a native module goes with what it names. Invariant: nothing is known of what a native module registers.
#pragma once

#include <string_view>
#include <vector>

#include "rewriter.h"

namespace remove_op::python {

// Whether the import that stands at `span` (see import_site) is there for more than the name.
bool imports_for_effect(const Snapshot& snapshot, std::string_view path, Span span);

// Names from native modules that go while no other import of their module stays in the package.
std::vector<Report> last_native_imports(const Snapshot& snapshot, std::string_view path, const Doomed& doomed);

}  // namespace remove_op::python
