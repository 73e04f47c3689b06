#include "generated_tree.h"

#include <fmt/format.h>

namespace remove_op {
namespace {

constexpr const char* header_entry = R"gen(
void op_{0}(torch::Tensor& out, const torch::Tensor& input, double scale);
)gen";

constexpr const char* binding = R"gen(
  ops.def("op_{0}(Tensor! out, Tensor input, float scale) -> ()");
ops.impl("op_{0}", torch::kCUDA, &op_{0});
)gen";

constexpr const char* source = R"gen(#include "ops.h"

namespace gen {{

template <typename scalar_t>
__global__ void op_{0}_kernel(scalar_t* out, const scalar_t* input, float scale, int count) {{
  for (int i = threadIdx.x; i < count; i += blockDim.x) {{
    out[i] = static_cast<scalar_t>(static_cast<float>(input[i]) * scale);
  }}
}}

}}  // namespace gen

void op_{0}(torch::Tensor& out, const torch::Tensor& input, double scale) {{
  gen::op_{0}_kernel<float><<<1, 256>>>(out.data_ptr<float>(), input.data_ptr<float>(), scale, input.numel());
}}
)gen";

constexpr const char* wrapper = R"gen(

def op_{0}(out: torch.Tensor, input: torch.Tensor, scale: float) -> None:
    torch.ops._C.op_{0}(out, input, scale)


if hasattr(torch.ops._C, "op_{0}"):

    @register_fake("_C::op_{0}")
    def _op_{0}_fake(out: torch.Tensor, input: torch.Tensor, scale: float) -> None:
        return None
)gen";

constexpr const char* caller = R"gen(from pkg import _custom_ops as ops


def layer_{0}(out, x):
    ops.op_{0}(out, x, 1.0)
    return out
)gen";

constexpr const char* bystander = R"gen(import os


def setting_{0}(name: str) -> str:
    return os.environ.get(name, "{0}")
)gen";

}  // namespace

Snapshot generated_tree(unsigned ops, unsigned bystanders) {
  std::string header = "#pragma once\n\n#include <torch/library.h>\n";
  std::string bindings = "#include \"ops.h\"\n\nTORCH_LIBRARY(_C, ops) {";
  std::string wrappers = "import torch\nfrom torch.library import register_fake\n";
  std::string build = "set(EXT_SRC\n  \"csrc/torch_bindings.cpp\"";
  std::vector<File> files;
  for (unsigned op = 0; op < ops; ++op) {
    header += fmt::format(header_entry, op);
    bindings += fmt::format(binding, op);
    wrappers += fmt::format(wrapper, op);
    build += fmt::format("\n  \"csrc/op_{0}.cu\"", op);
    files.push_back({fmt::format("csrc/op_{0}.cu", op), Text(fmt::format(source, op))});
    if (op != 0) files.push_back({fmt::format("pkg/layer_{0}.py", op), Text(fmt::format(caller, op))});
  }
  for (unsigned i = 0; i < bystanders; ++i)
    files.push_back({fmt::format("pkg/settings/setting_{0}.py", i), Text(fmt::format(bystander, i))});
  files.push_back({"csrc/ops.h", Text(header)});
  files.push_back({"csrc/torch_bindings.cpp", Text(bindings + "}\n")});
  files.push_back({"pkg/_custom_ops.py", Text(wrappers)});
  files.push_back({"CMakeLists.txt", Text(build + ")\n\ndefine_extension_target(_C SOURCES ${EXT_SRC})\n")});
  return Snapshot(std::move(files));
}

}  // namespace remove_op
