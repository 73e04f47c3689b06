// What a hermetic parse knows of CUDA and PyTorch: the keywords, the launch machinery and the registration macros, as
// declarations that make `kernel<<<...>>>()` and `m.def("...")` ordinary syntax. Nothing here decides anything.
#pragma once

namespace remove_op {

inline constexpr char cxx_prelude[] = R"(
#define __CUDACC__ 1
#define __global__ __attribute__((global))
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __grid_constant__
#define __cluster_dims__(...)
#define __align__(n)
#define __restrict__
typedef decltype(sizeof(0)) size_t;
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t; typedef unsigned long uint64_t;
struct dim3 { unsigned x, y, z; dim3(unsigned = 1, unsigned = 1, unsigned = 1); };
typedef struct CUstream_st* cudaStream_t;
typedef int cudaError_t;
extern "C" unsigned cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" unsigned __hipPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern const dim3 threadIdx, blockIdx, blockDim, gridDim;
namespace std {
template <class...> struct vector; template <class...> struct optional; template <class...> struct tuple;
template <class...> struct pair; template <class...> struct function; template <class...> struct variant;
template <class...> struct map; template <class...> struct unordered_map; template <class...> struct set;
template <class...> struct unordered_set; template <class...> struct initializer_list;
template <class...> struct unique_ptr; template <class...> struct shared_ptr;
template <class T, size_t> struct array;
struct string; struct string_view;
struct nullopt_t {}; inline constexpr nullopt_t nullopt;
}
namespace c10 { using std::optional; using std::nullopt; template <class...> struct ArrayRef; enum class ScalarType; }
namespace at { struct Tensor; using c10::ScalarType; using c10::optional; template <class...> struct ArrayRef; }
namespace torch { using at::Tensor; using c10::optional; using std::nullopt; namespace stable { struct Tensor; } }
namespace torch {
struct Library {
  template <class... A> Library& def(A&&...);
  template <class... A> Library& impl(A&&...);
  template <class T> Library& class_(const char*);
};
}
#define REMOVE_OP_JOIN_(a, b) a##b
#define REMOVE_OP_JOIN(a, b) REMOVE_OP_JOIN_(a, b)
#define REMOVE_OP_BLOCK(m) static void REMOVE_OP_JOIN(remove_op_block_, __COUNTER__)(torch::Library& m)
#define TORCH_LIBRARY(ns, m) REMOVE_OP_BLOCK(m)
#define TORCH_LIBRARY_FRAGMENT(ns, m) REMOVE_OP_BLOCK(m)
#define TORCH_LIBRARY_IMPL(ns, key, m) REMOVE_OP_BLOCK(m)
#define STABLE_TORCH_LIBRARY(ns, m) REMOVE_OP_BLOCK(m)
#define STABLE_TORCH_LIBRARY_FRAGMENT(ns, m) REMOVE_OP_BLOCK(m)
#define STABLE_TORCH_LIBRARY_IMPL(ns, key, m) REMOVE_OP_BLOCK(m)
#define PYBIND11_MODULE(name, m) REMOVE_OP_BLOCK(m)
#define TORCH_BOX(f) f
#define TORCH_FN(f) f
)";

}  // namespace remove_op
