#pragma once
extern "C" aclnnStatus aclnnRescale(void* workspace, uint64_t size);
