// From the names on the command line to nodes of the graph.
#pragma once

#include <llvm/Support/Error.h>

#include <set>
#include <string>
#include <vector>

#include "explorer.h"

namespace remove_op {

struct Targets {
  std::set<NodeId> named;       // ops, files and leftover layers that the names stand for
  std::set<NodeId> twins;       // wrappers of the same name in another backend: they go if nothing uses them
  std::set<std::string> words;  // what to look for in all files
};

// Inspects the files that name them. An error for an unknown or ambiguous name, or a path outside the repository.
// With `native_only`, Python files are read only where few name it, and the targets are empty where that does not
// settle every name: enough to find that an op is live without reading all that names it.
llvm::Expected<Targets> find_targets(Explorer& explorer, const std::vector<std::string>& names, bool native_only);

}  // namespace remove_op
