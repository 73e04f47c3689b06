// Every dialect of registration: the op goes from it, or a doubt or a live user says why not. None is passed over.
#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {

namespace {

const std::string functions = "//- a.cu\nint scale(int x) { return x; }\nint live(int x) { return x; }\n";
const std::string functions_left = "//- a.cu\nint live(int x) { return x; }\n";

// `block` with the statements of both ops, after with that of `live` alone.
void check_removed(const std::string& block, const std::string& left) {
  INFO(block);
  CHECK(removed("scale", functions + block) == functions_left + left);
}

// The statement of `scale` beside that of `live`, in a block of `k`.
void check_statement(const std::string& scale, const std::string& live = "m.def(\"live(int x) -> int\", &live);") {
  check_removed("TORCH_LIBRARY_FRAGMENT(k, m) {\n  " + scale + "\n  " + live + "\n}\n",
                "TORCH_LIBRARY_FRAGMENT(k, m) {\n  " + live + "\n}\n");
}

}  // namespace

TEST_CASE("bindings: def with a schema, an inferred one, tags, a function by any name") {
  check_statement("m.def(\"scale(int x) -> int\", &scale);");
  check_statement("m.def(\"scale(int x) -> int\", scale);");
  check_statement("m.def(\"scale\", &scale);");
  check_statement("m.def(\"scale(int x) -> int\", TORCH_FN(scale));");
  check_statement("m.def(\"scale(int x) -> int\", WRAP_TO_ATEN(scale, 1));");
  check_statement("m.def(\"scale(int x) -> int\", to_torch_op<&scale>);");
  check_statement("m.def(\"scale(int x) -> int\", static_cast<int (*)(int)>(&scale));");
  check_statement("m.def(\"scale(int x) -> int\", {at::Tag::pt2_compliant_tag}, &scale);");
  check_statement("m.def(TORCH_SELECTIVE_SCHEMA(\"k::scale(int x) -> int\"), &scale);");
  check_statement("m.def(torch::schema(\"k::scale(int x) -> int\", c10::AliasAnalysisKind::PURE_FUNCTION), scale);");
  check_statement("m.def(\"k::scale(int x) -> int\", &scale);");
  check_statement("m.def(\"scale(int x) -> int\", [](int x) {\n    int y = scale(x);\n    return y;\n  });");
}

TEST_CASE("bindings: a schema of several literals, with comments, macros or line ends in it") {
  check_statement("m.def(\"scale(\"\n        \"int x) -> int\",\n        &scale);");
  check_statement("m.def(\n      \"scale(int x,\"  // first\n      /* second */ \" int y) -> int\", &scale);");
  check_statement("m.def(\"scale(int x=\" STRING(4) \") -> int\", &scale);");
  check_statement("m.def(\"\\\nscale(int x) \\\n-> int\", &scale);");
  check_statement("m.def(R\"(scale(int x) -> int)\", &scale);");
  check_statement("m.def(R\"__(\n    scale(int x) -> int)__\", &scale);");
}

TEST_CASE("bindings: impl with a key, in a block of a key, boxed, shimmed or dispatched") {
  check_statement("m.impl(\"scale\", torch::kCUDA, &scale);");
  check_statement("m.impl(\"scale\", torch::kCUDA, scale);");
  check_statement("m.impl(\"scale\", &scale);");
  check_statement("m.impl(\"k::scale\", &scale);");
  check_statement("m.impl(\"scale\", TORCH_BOX(&scale));");
  check_statement("m.impl(\"scale\", torch::kCUDA, make_pytorch_shim(&scale));");
  check_statement("m.impl(TORCH_SELECTIVE_NAME(\"k::scale\"), TORCH_FN(scale));");
  check_statement("m.impl(\"scale\", torch::dispatch(c10::DispatchKey::CUDA, TORCH_FN(scale)));");
  check_statement("DISPATCH_TO_CUDA(\"scale\", scale);");
  check_statement("FBGEMM_OP_DISPATCH(CPU, \"scale\", scale);");
}

TEST_CASE("bindings: every kind of block") {
  for (const std::string head :
       {"TORCH_LIBRARY(k, ops)", "TORCH_LIBRARY_FRAGMENT(k, ops)", "TORCH_LIBRARY_EXPAND(k, ops)",
        "STABLE_TORCH_LIBRARY(k, ops)", "STABLE_TORCH_LIBRARY_FRAGMENT(k, ops)",
        "TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, ops)",
        "TORCH_LIBRARY_FRAGMENT(CONCAT(TORCH_EXTENSION_NAME, _more), ops)",
        "TORCH_LIBRARY_FRAGMENT(NAMESPACE_OF_THIS, ops)", "IPEX_LIBRARY_FRAGMENT()", "OUR_OPS(ops)",
        "void register_ops(torch::Library& ops)", "void register_ops(py::module& ops)",
        "static void register_ops(pybind11::module_ ops)"}) {
    check_removed(
        head + " {\n  ops.def(\"scale(int x) -> int\", &scale);\n  ops.def(\"live(int x) -> int\", &live);\n}\n",
        head + " {\n  ops.def(\"live(int x) -> int\", &live);\n}\n");
  }
  for (const std::string head : {"TORCH_LIBRARY_IMPL(k, CUDA, ops)", "STABLE_TORCH_LIBRARY_IMPL(k, CUDA, ops)",
                                 "TORCH_LIBRARY_IMPL_EXPAND(TORCH_EXTENSION_NAME, CUDA, ops)"}) {
    const std::string block = "TORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\");\n}\n" + head;
    check_removed(block + " {\n  ops.impl(\"scale\", &scale);\n  ops.impl(\"live\", &live);\n}\n",
                  block + " {\n  ops.impl(\"live\", &live);\n}\n");
  }
}

TEST_CASE("bindings: a block whose namespace only a macro knows may be any namespace's") {
  const std::string user = "//- use.py\nimport torch\ntorch.ops.k.scale(1)\n";
  for (const std::string head : {"#define SPACE k\nTORCH_LIBRARY(SPACE, m)", "#define space k\nTORCH_LIBRARY(space, m)",
                                 "TORCH_LIBRARY(THE_SPACE, m)", "TORCH_LIBRARY(TORCH_EXTENSION_NAME, m)",
                                 "IPEX_LIBRARY_FRAGMENT()", "void init(torch::Library& m)"}) {
    INFO(head);
    CHECK(removed("scale", functions + head + " {\n  m.def(\"scale(int x) -> int\", &scale);\n}\n" + user) ==
          "live: code in use.py (use.py:2)\n");
  }
}

TEST_CASE("bindings: def and impl of one op go together, wherever they stand") {
  CHECK(removed("scale", R"(//- a.cu
int scale(int x) { return x; }
int live(int x) { return x; }
TORCH_LIBRARY_IMPL(k, CUDA, m) {
  m.impl("scale", &scale);
  m.impl("live", &live);
}
//- b.cpp
TORCH_LIBRARY(k, m) {
  m.def("scale(int x) -> int");
  m.def("live(int x) -> int");
}
//- pkg/ops.py
import torch

lib = torch.library.Library("k", "FRAGMENT")
lib.define("scale.out(Tensor x) -> Tensor")
lib.define("live.out(Tensor x) -> Tensor")
)") == R"(//- a.cu
int live(int x) { return x; }
TORCH_LIBRARY_IMPL(k, CUDA, m) {
  m.impl("live", &live);
}
//- b.cpp
TORCH_LIBRARY(k, m) {
  m.def("live(int x) -> int");
}
//- pkg/ops.py
import torch

lib = torch.library.Library("k", "FRAGMENT")
lib.define("live.out(Tensor x) -> Tensor")
)");
}

TEST_CASE("bindings: a function that two ops are bound to stays with the second") {
  check_statement("m.def(\"scale(int x) -> int\", &scale);");
  CHECK(removed("scale", R"repo(//- a.cpp
void placeholder() {}
TORCH_LIBRARY(k, m) {
  m.def("scale() -> ()", placeholder);
  m.def("live() -> ()", placeholder);
}
)repo") == R"repo(//- a.cpp
void placeholder() {}
TORCH_LIBRARY(k, m) {
  m.def("live() -> ()", placeholder);
}
)repo");
}

TEST_CASE("bindings: pybind11, with documentation and arguments") {
  check_removed(
      "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {\n  m.def(\"scale\", &scale, \"Scales.\",\n        py::arg(\"x\"));\n"
      "  m.def(\"live\", &live, \"Lives.\");\n}\n",
      "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {\n  m.def(\"live\", &live, \"Lives.\");\n}\n");
}

TEST_CASE("bindings: a registration in a loop, a condition or a chain is a doubt") {
  const std::string defs = "  m.def(\"scale(int x) -> int\");\n  m.def(\"live(int x) -> int\", &live);\n}\n";
  for (const std::string statement : {"for (auto key : {torch::kCPU, torch::kCUDA}) m.impl(\"scale\", key, &scale);",
                                      "if (has_cuda()) m.impl(\"scale\", torch::kCUDA, &scale);",
                                      "m.impl(\"scale\", torch::kCPU, &scale).impl(\"scale\", torch::kCUDA, &scale);",
                                      "m.impl(\"live\", torch::kCPU, &live).impl(\"scale\", torch::kCUDA, &scale);"}) {
    INFO(statement);
    CHECK(removed("scale", functions + "TORCH_LIBRARY(k, m) {\n  " + statement + "\n" + defs) ==
          "unsure: a.cu:4: registered in a loop, a condition or a chain; take it out of there first\n");
  }
  CHECK(
      removed(
          "other",
          functions +
              "TORCH_LIBRARY(k, m) {\n  m.impl(\"live\", torch::kCPU, &live).impl(\"scale\", torch::kCUDA, &scale);\n"
              "  m.def(\"other(int x) -> int\");\n}\n") ==
      functions +
          "TORCH_LIBRARY(k, m) {\n  m.impl(\"live\", torch::kCPU, &live).impl(\"scale\", torch::kCUDA, &scale);\n}\n");
}

TEST_CASE("bindings: a name that a macro or a template builds is a doubt for what it may be") {
  const std::string op = "TORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\", &scale);\n}\n";
  CHECK(removed("scale", functions + op + "TORCH_LIBRARY_FRAGMENT(k, m) {\n  m.impl(\"sc\" SUFFIX, &live);\n}\n")
            .starts_with("unsure: a.cu:7: "));
  CHECK(removed("scale", functions + op + "TORCH_LIBRARY_FRAGMENT(k, m) {\n  m.impl(\"sh\" SUFFIX, &live);\n}\n")
            .starts_with("//- a.cu\nint live"));
  CHECK(removed("scale", functions + op + "TORCH_LIBRARY_FRAGMENT(k, m) {\n  m.impl(NAME, &live);\n}\n")
            .starts_with("unsure: a.cu:7: "));
  CHECK(removed("scale",
                functions + op + "TORCH_LIBRARY_FRAGMENT(k, m) {\n  m.def(\"{{ op }}(int x) -> int\", &live);\n}\n")
            .starts_with("unsure: a.cu:7: "));
}

TEST_CASE("bindings: a link of a chain goes, and the chain with its last link") {
  const std::string head = "static auto r = torch::RegisterOperators()";
  check_removed(head + "\n  .op(\"k::scale\", &scale)\n  .op(\"k::live\", &live);\n",
                head + "\n  .op(\"k::live\", &live);\n");
  check_removed(head + ".op(\"k::live\", &live).op(\"k::scale(int x) -> int\", &scale);\n",
                head + ".op(\"k::live\", &live);\n");
  const std::string block = "TORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n}\n";
  check_removed(head + "\n    .op(\"k::scale\", &scale);\n" + block, block);
}

TEST_CASE("bindings: a chain whose constructor registers an op stays") {
  CHECK(removed("scale",
                functions + "static auto r = torch::RegisterOperators(\"k::live\", &live).op(\"k::scale\", &scale);\n")
            .find("RegisterOperators(\"k::live\", &live);") != std::string::npos);
}

TEST_CASE("bindings: a library of one registration") {
  const std::string block = "TORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n}\n";
  check_removed("EXECUTORCH_LIBRARY(k, \"scale.out\", scale);\n" + block, block);
}

TEST_CASE("bindings: a block that is left empty goes, with its conditionals") {
  CHECK(removed("scale", functions + "#ifdef WITH_SCALE\nTORCH_LIBRARY_FRAGMENT(k, m) {\n  m.def(\"scale(int x) -> "
                                     "int\", &scale);\n}\n#endif\n") == functions_left);
  check_removed(
      "TORCH_LIBRARY(k, m) {\n#ifndef USE_ROCM\n  m.def(\"scale(int x) -> int\", &scale);\n#endif\n  m.def(\"live(int "
      "x) -> int\", &live);\n}\n",
      "TORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n}\n");
  check_removed(
      "TORCH_LIBRARY(k, m) {\n#ifdef USE_ROCM\n  m.def(\"live(int x) -> int\", &live);\n#else\n  m.def(\"scale(int x) "
      "-> int\", &scale);\n#endif\n}\n",
      "TORCH_LIBRARY(k, m) {\n#ifdef USE_ROCM\n  m.def(\"live(int x) -> int\", &live);\n#endif\n}\n");
}

TEST_CASE("bindings: an if or a loop around registrations goes when it is left empty") {
  const auto block = [](const std::string& body) {
    return "//- a.cc\nTORCH_LIBRARY(k, m) {\n" + body + "  m.def(\"live() -> int\");\n}\n";
  };
  const std::string dead = "m.def(\"dead() -> int\");";
  CHECK(removed("dead", block("  if (sm90()) {\n    " + dead + "\n  }\n")) == block(""));
  CHECK(removed("dead", block("  for (int i = 0; i < 1; ++i) {\n    if constexpr (b) { " + dead + " }\n  }\n")) ==
        block(""));
  CHECK(removed("dead", block("  if (sm90()) {\n    " + dead + "\n    m.def(\"other() -> int\");\n  }\n")) ==
        block("  if (sm90()) {\n    m.def(\"other() -> int\");\n  }\n"));
}

TEST_CASE("bindings: of an if with an else, the branch that is left empty goes") {
  const auto block = [](const std::string& body) {
    return "//- a.cc\nTORCH_LIBRARY(k, m) {\n" + body + "  m.def(\"live() -> int\");\n}\n";
  };
  const std::string dead = "    m.def(\"dead() -> int\");\n";
  const std::string other = "    m.def(\"other() -> int\");\n";
  const auto check = [&](const std::string& before, const std::string& after) {
    CHECK(removed("dead", block(before)) == block(after));
  };
  check("  if (a) {\n" + dead + "  } else {\n" + other + "  }\n", "  if (!a) {\n" + other + "  }\n");
  check("  if (!has(k)) {\n" + dead + "  } else {\n" + other + "  }\n", "  if (has(k)) {\n" + other + "  }\n");
  check("  if constexpr (a && b) {\n" + dead + "  } else {\n" + other + "  }\n",
        "  if constexpr (!(a && b)) {\n" + other + "  }\n");
  check("  if (a) {\n" + other + "  } else {\n" + dead + "  }\n", "  if (a) {\n" + other + "  }\n");
  check("  if (a) {\n" + other + "  } else if (b) {\n" + dead + "  }\n", "  if (a) {\n" + other + "  }\n");
  check("  if (a) {\n" + dead + "  } else {\n" + dead + "  }\n", "");
  check("  if (a) {\n" + dead + "  } else if (b) {\n" + dead + "  } else {\n" + dead + "  }\n", "");
  check("  if (auto c = a(); c) {\n" + dead + "  } else {\n" + other + "  }\n",
        "  if (auto c = a(); c) {\n  } else {\n" + other + "  }\n");
}

TEST_CASE("bindings: the same op in two branches goes from both") {
  check_removed(
      "TORCH_LIBRARY(k, m) {\n#ifdef A\n  m.def(\"scale(int x) -> int\", &scale);\n#else\n  m.def(\"scale(int x, int "
      "y) -> int\", &scale);\n#endif\n"
      "  m.def(\"live(int x) -> int\", &live);\n}\n",
      "TORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n}\n");
}

TEST_CASE("bindings: the namespace comes from the build") {
  const std::string repo = R"(//- CMakeLists.txt
add_library(_moe moe/bind.cpp)
add_library(_C bind.cpp)
//- bind.cpp
TORCH_LIBRARY(TORCH_EXTENSION_NAME, m) {
  m.def("scale(int x) -> int");
  m.def("live(int x) -> int");
}
//- moe/bind.cpp
TORCH_LIBRARY(TORCH_EXTENSION_NAME, m) {
  m.def("scale(int x) -> int");
  m.def("live(int x) -> int");
}
)";
  const std::string said = removed("scale", repo);
  INFO(said);
  if (said.starts_with("error: scale fits several ops")) {
    CHECK(removed("_moe::scale", repo + "//- use.py\nimport torch\ntorch.ops._C.scale(1)\n")
              .find("//- bind.cpp\nTORCH_LIBRARY(TORCH_EXTENSION_NAME, m) {\n  m.def(\"scale") != std::string::npos);
  }
}

}  // namespace remove_op
