#pragma once
#define EXEC_NPU_CMD(api, ...) run_api(#api, __VA_ARGS__)
