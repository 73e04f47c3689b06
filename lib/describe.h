// Nodes as people know them.
#pragma once

#include <string>

#include "graph.h"

namespace remove_op {

// "op _C::rms_norm", "function fused_add in vllm/layers.py", "code in setup.py".
std::string describe(const Graph& graph, NodeId id);

}  // namespace remove_op
