// From the names on the command line to nodes of the graph.
#pragma once

#include <llvm/Support/Error.h>

#include <set>
#include <string>
#include <vector>

#include "explorer.h"

namespace remove_op {

struct Targets {
  std::set<NodeId> named;              // ops, files and leftover layers that the names stand for
  std::set<NodeId> twins;              // wrappers of the same name in another backend: they go if nothing uses them
  std::set<std::string> words;         // what to look for in all files
};

// Inspects the files that name them. An error for an unknown or ambiguous name, or a path outside the repository.
llvm::Expected<Targets> find_targets(Explorer& explorer, const std::vector<std::string>& names);

}  // namespace remove_op
