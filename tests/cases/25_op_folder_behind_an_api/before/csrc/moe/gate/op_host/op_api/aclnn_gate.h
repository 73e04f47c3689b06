#pragma once
extern "C" aclnnStatus aclnnGate(void* workspace, uint64_t size);
