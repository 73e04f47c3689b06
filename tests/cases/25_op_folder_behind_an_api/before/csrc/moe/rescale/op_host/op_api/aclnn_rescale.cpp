#include "aclnn_rescale.h"

extern "C" {
aclnnStatus aclnnRescaleGetWorkspaceSize(const aclTensor* x, uint64_t* size) { return aclnnInnerRescaleGetWorkspaceSize(x, size); }
aclnnStatus aclnnRescale(void* workspace, uint64_t size) { return aclnnInnerRescale(workspace, size); }
}
