#include "aclnn_gate.h"

extern "C" {
aclnnStatus aclnnGateGetWorkspaceSize(const aclTensor* x, uint64_t* size) { return aclnnInnerGateGetWorkspaceSize(x, size); }
aclnnStatus aclnnGate(void* workspace, uint64_t size) { return aclnnInnerGate(workspace, size); }
}
