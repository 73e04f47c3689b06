// Registrations that macros make: taken out where one call is one op, doubted where they are not taken apart.
#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {
namespace {

const std::string functions =
    "//- a.cu\n#include \"reg.h\"\nint scale(int x) { return x; }\nint live(int x) { return x; }\n";
const std::string functions_left = "//- a.cu\n#include \"reg.h\"\nint live(int x) { return x; }\n";

// `calls` of macros that reg.h defines, after the removal of `scale`.
void check_removed(const std::string& macros, const std::string& calls, const std::string& left) {
  INFO(macros << calls);
  const std::string header = "//- reg.h\n" + macros;
  CHECK(removed("scale", functions + calls + header) == functions_left + left + header);
}

// That the removal is withheld for what stands on `line` of a.cu.
void check_doubted(const std::string& calls, unsigned line, const std::string& why, const std::string& macros = "") {
  INFO(macros << calls);
  const std::string said = removed("scale", functions + calls + (macros.empty() ? "" : "//- reg.h\n" + macros));
  CHECK(said.starts_with("unsure: a.cu:" + std::to_string(line) + ": " + why));
}

const std::string def = "m.def(\"live(int x) -> int\", &live);\n";

}  // namespace

TEST_CASE("bindings: a call of the repository's own macro that registers one op goes") {
  const std::string live_call = "REGISTER_OP(\"live\", live);\n";
  for (const std::string macro :
       {"#define REGISTER_OP(name, f) TORCH_LIBRARY_FRAGMENT(k, m) { m.def(name, f); }\n",
        "#define REGISTER_OP(name, f) \\\n  TORCH_LIBRARY_FRAGMENT(k, m) { m.def(name, TORCH_FN(f)); } \\\n"
        "  TORCH_LIBRARY_IMPL(k, CPU, m) { m.impl(name, f); }\n",
        "#define REGISTER_OP(name, f) REGISTER_IN(k, name, f)\n"
        "#define REGISTER_IN(ns, name, f) TORCH_LIBRARY_FRAGMENT(ns, m) { m.def(name, f); }\n",
        "#define REGISTER_OP(name, f) static auto CAT(r, __LINE__) = torch::RegisterOperators().op(\"k::\" name, f)\n",
        "#define REGISTER_OP(...) TORCH_LIBRARY_FRAGMENT(k, m) { m.def(__VA_ARGS__); }\n"})
    check_removed(macro, "REGISTER_OP(\"scale\", scale);\n" + live_call, live_call);
  check_removed("#define BIND(f) TORCH_LIBRARY_FRAGMENT(k, m) { m.def(#f, &f); }\n", "BIND(scale)\nBIND(live)\n",
                "BIND(live)\n");
}

TEST_CASE("bindings: the same inside a block, with and without semicolons") {
  const auto block = [](const std::string& body) { return "TORCH_LIBRARY(k, m) {\n" + body + "}\n"; };
  const std::string macro = "#define BIND(f) m.def(#f, &f)\n#define AND_BIND(f) m.def(#f, &f);\n";
  check_removed(macro, block("  BIND(scale);\n  BIND(live);\n"), block("  BIND(live);\n"));
  check_removed(macro, block("  AND_BIND(scale)\n  AND_BIND(live)\n"), block("  AND_BIND(live)\n"));
  check_removed("#define TO_GPU(name, f) \\\n  m.impl(name, torch::dispatch(c10::DispatchKey::CUDA, TORCH_FN(f)))\n",
                block("  TO_GPU(\"scale\", scale);\n  TO_GPU(\"live\", live);\n"),
                block("  TO_GPU(\"live\", live);\n"));
}

TEST_CASE("bindings: a macro call that makes several ops or pastes the name is a doubt") {
  const std::string several = "#define ALL(f) m.def(#f, &f); m.def(#f \"_more\", &f);\n";
  check_doubted("TORCH_LIBRARY(k, m) {\n  ALL(scale)\n  " + def + "}\n", 5, "registered by a macro that does more",
                several);
  CHECK(removed("pack_4bit", R"(//- a.cpp
#define DEFINE_OP(n) \
  m.def("pack_" #n "bit(Tensor x) -> Tensor"); \
  m.def("linear_" #n "bit(Tensor x) -> Tensor")
TORCH_LIBRARY_FRAGMENT(k, m) {
  DEFINE_OP(1);
  DEFINE_OP(4);
}
)") == "unsure: a.cpp:2: a macro or a template builds the name that is registered here\n"
       "unsure: a.cpp:6: registered by a macro that does more or builds the name; take it out by hand\n");
  CHECK(removed("pack_4bit", R"(//- a.cpp
#define DEFINE_OP(n) m.def("pack_" #n "bit(Tensor x) -> Tensor")
TORCH_LIBRARY_FRAGMENT(k, m) {
  DEFINE_OP(1);
}
)")
            .starts_with("error: pack_4bit: no op"));
}

TEST_CASE("bindings: a macro whose configurations differ is a doubt for what it is given") {
  check_doubted("REGISTER_OP(scale, scale);\n", 4, "registered by a macro",
                "#ifdef A\n#define REGISTER_OP(n, f) TORCH_LIBRARY_FRAGMENT(k, m) { m.def(#n, f); }\n#else\n"
                "#define REGISTER_OP(n, f) TORCH_LIBRARY_FRAGMENT(j, m) { m.def(#n \"_j\", f); }\n#endif\n");
}

TEST_CASE("bindings: a registration in the body of a macro is a doubt") {
  const std::string said =
      removed("scale", functions + "PYBIND11_MODULE(_ext, m) {\n  SCALES\n  " + def +
                           "}\n//- reg.h\n#define SCALES \\\n  m.def(\"scale\", &scale, \"Scales.\"); \\\n"
                           "  m.def(\"scale_more\", &scale)\n");
  CHECK(said ==
        "unsure: a.cu:5: registered by a macro that does more or builds the name; take it out by hand\n"
        "unsure: reg.h:2: registered in the body of a macro; take it out of there first\n");
}

TEST_CASE("bindings: an unknown macro that is given a name and a function may register it") {
  const std::string why = "a macro that is not known here may register it";
  check_doubted("IPEX_OP_REGISTER(\"scale\", scale);\n", 4, why);
  check_doubted("IPEX_OP_REGISTER_DISPATCH(\"k::scale\", scale, CPU)\n", 4, why);
  check_doubted("TVM_FFI_DLL_EXPORT_TYPED_FUNC(scale, scale);\n", 4, why);
  check_doubted("namespace {\nREGISTER_KERNEL(CPU, \"scale\", scale);\n}\n", 5, why);
  CHECK(
      removed("scale", functions +
                           "CHECKED(find(\"scale\", live));\nauto g() -> int {\n  LOG_IT(\"scale\", live);\n}\nvoid "
                           "f() {\n  LOG_IT(\"scale\", live);\n  EXPORT_IT(scale, live);\n}\nTORCH_LIBRARY_FRAGMENT(k, "
                           "m) {\n  m.def(\"scale(int x) -> int\");\n}\n")
          .starts_with("//- a.cu\n"));
  CHECK(removed("other", functions + "IPEX_OP_REGISTER(\"scale\", scale);\nTORCH_LIBRARY_FRAGMENT(k, m) {\n  "
                                     "m.def(\"other(int x) -> int\");\n}\n") ==
        functions + "IPEX_OP_REGISTER(\"scale\", scale);\n");
}

TEST_CASE("bindings: an op that only such a dialect registers is known and in doubt") {
  CHECK(removed("scale", "//- a.cu\nint f(int x) { return x; }\nTVM_FFI_DLL_EXPORT_TYPED_FUNC(scale, f);\n")
            .starts_with("unsure: a.cu:2: "));
  CHECK(removed("scale",
                "//- a.cu\nint f(int x) { return x; }\nstatic auto r = torch::RegisterOperators(\"k::scale\", &f);\n")
            .starts_with("unsure: a.cu:2: registered in"));
  CHECK(removed("scale", "//- a.cu\nint f(int x) { return x; }\nEXECUTORCH_LIBRARY(k, \"scale.out\", f);\n") == "");
}

TEST_CASE("bindings: a known macro that registers no op puts none in doubt") {
  CHECK(removed("scale",
                functions + "TORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\", &scale);\n  " + def +
                    "}\n#define REGISTER_UNARY(name, f) static int name(int x) { return f(x); }\n"
                    "struct Trait {\n  REGISTER_UNARY(scale, ::live);\n};\nint use() { return Trait::scale(1); }\n")
            .find("m.def(\"scale") == std::string::npos);
}

TEST_CASE("bindings: the methods of a custom class are told of, and no ops") {
  const std::string bag =
      "//- a.cu\nstruct Bag { int scale(); };\nTORCH_LIBRARY(k, m) {\n  m.class_<Bag>(\"Bag\")\n    "
      ".def(torch::init<>())\n    .def(\"scale\", &Bag::scale)\n    .def(\"grow\", &Bag::grow);\n";
  CHECK(removed("scale", bag + "}\n") == "unsure: a.cu:3: a method of a custom class; take it out by hand\n");
  CHECK(removed("scale", bag + "  m.def(\"scale(int x) -> int\");\n}\n") == bag + "}\n");
}

TEST_CASE("bindings: under force, what is not taken apart stays and is told of") {
  const std::string repo = functions + "IPEX_OP_REGISTER(\"scale\", scale);\n";
  Options force;
  force.force = true;
  CHECK(removed("scale", repo, force) == repo);
  CHECK(notes(removal_of("scale", repo, force)) ==
        std::vector<std::string>{"a.cu:2: still names scale",
                                 "a.cu:4: a macro that is not known here may register it; take it out by hand"});
}

TEST_CASE("bindings: an op that C++ looks up by its name is live") {
  for (const std::string lookup : {"findSchemaOrThrow(\"k::scale\", \"\")", "findOp({\"k::scale\", \"\"})"}) {
    CHECK(removed("scale", functions + "TORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\", &scale);\n  " + def +
                               "}\n//- b.cpp\nvoid call() { static auto op = dispatcher()." + lookup + "; }\n")
              .starts_with("live: "));
  }
}

TEST_CASE("bindings: a macro that registers a class registers no op") {
  const std::string code = "//- a.cu\nstruct LiveData {};\nREGISTER_DATA_CLASS(Live, LiveData)\n";
  CHECK(removed("Live", code).starts_with("error: Live: no op"));
}

}  // namespace remove_op
