// What holds other things: files, include lines, namespaces, blocks, conditionals.
#include <catch2/catch.hpp>

#include "removed.h"
#include "scale_and_live.h"

namespace remove_op {

TEST_CASE("c++ files: namespaces that are left empty go, from the inside out") {
  check(
      "namespace a {\nnamespace b {\nint help(int x) { return x; }\n}  // namespace b\n}  // namespace a\n"
      "int scale(int x) { return a::b::help(x); }\n" +
          live,
      live);
  check(
      "namespace a {\nnamespace b {\nint help(int x) { return x; }\n}  // namespace b\nint other(int x) { return x; "
      "}\n}  // namespace a\n"
      "int scale(int x) { return a::b::help(x); }\nint live(int x) { return a::other(x); }\n",
      "namespace a {\nint other(int x) { return x; }\n}  // namespace a\nint live(int x) { return a::other(x); }\n");
  check("namespace a::b {\nint help(int x) { return x; }\n}\nint scale(int x) { return a::b::help(x); }\n" + live,
        live);
}

TEST_CASE("c++ files: conditionals that are left empty go, else only the branch") {
  check("#ifndef USE_ROCM\nint scale(int x) { return x; }\n#endif\n" + live, live);
  check("#ifdef A\n#ifdef B\nint scale(int x) { return x; }\n#endif\n#endif\n" + live, live);
  check("#ifdef A\nint scale(int x) { return x; }\n#endif  // A\n" + live, live);
  check("#ifdef A\nint live(int x) { return x; }\n#else\nint scale(int x) { return x; }\n#endif\n",
        "#ifdef A\nint live(int x) { return x; }\n#endif\n");
  check("#if A\nint live(int x) { return x; }\n#elif B\nint scale(int x) { return x; }\n#endif\n",
        "#if A\nint live(int x) { return x; }\n#endif\n");
}

TEST_CASE("c++ files: a first branch that is left empty never makes the rest unconditional") {
  const std::string before = "#ifdef A\nint scale(int x) { return x; }\n#else\nint live(int x) { return x; }\n#endif\n";
  const std::string after = removed("scale", with_ops(before));
  CHECK(after.find("int scale") == std::string::npos);
  CHECK(after.find("int live(int x) { return x; }\n#endif\n") != std::string::npos);
  CHECK((after.find("#ifdef A\n#else\n") != std::string::npos || after.find("#ifndef A\n") != std::string::npos));
}

TEST_CASE("c++ files: a header goes with its last includer, and what it alone included too") {
  const std::string headers = R"(//- inner.cuh
#pragma once
inline int inner(int x) { return x; }
//- outer.cuh
#pragma once
#include "inner.cuh"
inline int outer(int x) { return inner(x); }
)";
  const std::string source = R"(//- s.cu
#include "outer.cuh"
int scale(int x) { return outer(x); }
)";
  const std::string declared = "int scale(int x);\n";
  CHECK(removed("scale", with_ops(declared + live, headers + source)) == without_scale(live));
}

TEST_CASE("c++ files: a header that another file includes stays, with what is used there") {
  const std::string rest = R"(//- b.cu
#include "help.cuh"
int wide(int x) { return other(x); }
TORCH_LIBRARY_FRAGMENT(k, m) {
  m.def("wide(int x) -> int", &wide);
}
//- help.cuh
#pragma once
inline int help(int x) { return x; }
inline int other(int x) { return x; }
)";
  const std::string left = R"(//- b.cu
#include "help.cuh"
int wide(int x) { return other(x); }
TORCH_LIBRARY_FRAGMENT(k, m) {
  m.def("wide(int x) -> int", &wide);
}
//- help.cuh
#pragma once
inline int other(int x) { return x; }
)";
  CHECK(removed("scale", with_ops("int scale(int x);\n" + live,
                                  rest + "//- s.cu\n#include \"help.cuh\"\nint scale(int x) { return help(x); }\n")) ==
        without_scale(live, left));
}

TEST_CASE("c++ files: a header is reached through others, by a tail of its path, through .. and by a macro") {
  const std::string header =
      "//- csrc/core/help.cuh\n#pragma once\ninline int other(int x) { return x; }\ninline int help(int x) { return x; "
      "}\n";
  for (const std::string include :
       {"#include \"csrc/core/help.cuh\"", "#include <core/help.cuh>", "#include \"../core/help.cuh\"",
        "#include \"help.cuh\"", "#define HELP \"help.cuh\"\n#include HELP"}) {
    INFO(include);
    const std::string other =
        "//- csrc/other/b.cu\n" + include +
        "\nint wide(int x) { return x; }\nTORCH_LIBRARY_FRAGMENT(k, m) {\n  m.def(\"wide(int x) -> int\", &wide);\n}\n";
    const std::string source = "//- csrc/s.cu\n#include \"core/help.cuh\"\nint scale(int x) { return help(x); }\n";
    const std::string after = removed("scale", with_ops("int scale(int x);\n" + live, header + other + source));
    CHECK(after.find("//- csrc/core/help.cuh\n#pragma once\n") != std::string::npos);
    CHECK(after.find("//- csrc/s.cu") == std::string::npos);
  }
}

TEST_CASE("c++ files: a source file goes with the last that stands in it, not before") {
  const std::string declared = "int scale(int x);\nint other(int x);\nint live(int x) { return other(x); }\n";
  CHECK(removed("scale",
                with_ops(
                    declared,
                    "//- s.cu\n#include <cuda.h>\nusing namespace std;\nnamespace {\nint help(int x) { return x; }\n}\n"
                    "int scale(int x) { return help(x); }\nint other(int x) { return x; }\n")) ==
        without_scale("int other(int x);\nint live(int x) { return other(x); }\n",
                      "//- s.cu\n#include <cuda.h>\nusing namespace std;\nint other(int x) { return x; }\n"));
  CHECK(removed("scale",
                with_ops(
                    "int scale(int x);\n" + live,
                    "//- s.cu\n#include <cuda.h>\nusing namespace std;\nnamespace {\nint help(int x) { return x; }\n}\n"
                    "int scale(int x) { return help(x); }\n")) == without_scale(live));
}

TEST_CASE("c++ files: a header that others include stays though nothing is left in it") {
  const std::string after =
      removed("scale", with_ops("#include \"scale.h\"\n" + live,
                                "//- s.cu\n#include \"scale.h\"\nint scale(int x) { return x; }\n"
                                "//- scale.h\n#pragma once\n#include <vector>\nint scale(int x);\n"));
  CHECK(after.find("#include <vector>") != std::string::npos);
  CHECK(after.find("int scale") == std::string::npos);
}

TEST_CASE("c++ files: a source goes when what is left serves its own translation unit alone") {
  const std::string rest =
      "#define UNUSED 8\ntemplate <class T> T unused(T x) { return x; }\n"
      "static_assert(sizeof(int) == 4);\nnamespace alias = lib;\n"
      "__device__ __forceinline__ int helper(int x) { return x; }\n"
      "namespace {\nconstexpr int kept = 1;\n}\nstruct S {\n  int n;\n};\n";
  const std::string scale = "int scale(int x) { return x; }\n";
  CHECK(removed("scale", with_ops("int scale(int x);\n" + live, "//- s.cu\n" + rest + scale)) == without_scale(live));
  const std::string user = "//- t.cu\n#include \"s.cu\"\nint main() { return unused(0); }\n";
  CHECK(removed("scale", with_ops("int scale(int x);\n" + live, "//- s.cu\n" + rest + scale + user)) ==
        without_scale(live, "//- s.cu\n" + rest + user));
  for (const char* offered :
       {"int offered(int x) { return x; }\n", "extern \"C\" int c_name() { return 1; }\n",
        "static int started = start();\n", "REGISTER(x)\n", "int global;\n", "template int unused<int>(int);\n"}) {
    INFO(offered);
    CHECK(removed("scale", with_ops("int scale(int x);\n" + live, "//- s.cu\n" + rest + offered + scale)) ==
          without_scale(live, "//- s.cu\n" + rest + offered));
  }
}

TEST_CASE("c++ files: a header left with include lines goes where its includers have them otherwise") {
  const std::string source = "//- s.cu\n#include \"scale.h\"\nint scale(int x) { return x; }\n";
  CHECK(removed("scale", with_ops("#include <vector>\n#include \"scale.h\"\n" + live,
                                  source + "//- scale.h\n#pragma once\n#include <vector>\nint scale(int x);\n")) ==
        without_scale("#include <vector>\n" + live));
}

TEST_CASE("c++ files: an include line goes when only what went used anything of the header") {
  const auto both = [](const std::string& source, const std::string& header) {
    return "//- help.h\n" + header + "//- s.cu\n" + source +
           "//- t.cu\n#include \"help.h\"\nint other(int x) { return help(x); }\n";
  };
  const std::string kept = "int kept(int x) { return x; }\n";
  const std::string scale = "int scale(int x) { return help(x); }\n";
  const std::string bind =
      "int scale(int x);\nint kept(int x);\nint other(int x);\nint live(int x) { return kept(x) + other(x); }\n";
  const std::string bind_left = "int kept(int x);\nint other(int x);\nint live(int x) { return kept(x) + other(x); }\n";
  const std::string help =
      "#pragma once\n#include <vector>\ninline int help(int x) { return x; }\nenum Kind { first_kind };\n#define LIMIT "
      "4\n";
  const auto goes = [&](const std::string& lines, const std::string& left, const std::string& header,
                        const std::string& rest) {
    CHECK(removed("scale", with_ops(bind, both(lines + rest + scale, header))) ==
          without_scale(bind_left, both(left + rest, header)));
  };
  goes("#include <vector>\n#include \"help.h\"\n", "#include <vector>\n", help, kept);
  // What the file would lose: a header of the outside, an enumerator, a macro, what no token tells.
  const std::string line = "#include \"help.h\"\n";
  goes(line, line, help, kept);
  const std::string lines = "#include <vector>\n" + line;
  goes(lines, lines, help, "int kept(int x) { return x + first_kind; }\n");
  goes(lines, lines, help, "int kept(int x) { return x + LIMIT; }\n");
  goes(lines, lines, help + "DECLARE(kept_too)\n", kept);
}

TEST_CASE("c++ files: an include line that served nothing before stays") {
  const std::string header = "//- help.h\n#pragma once\ninline int help(int x) { return x; }\n";
  const std::string lines = header + "//- s.cu\n#include \"help.h\"\nint kept(int x) { return x; }\n";
  const std::string bind = "int kept(int x);\nint live(int x) { return kept(x); }\n";
  CHECK(removed("scale", with_ops("int scale(int x);\n" + bind, lines + "int scale(int x) { return x; }\n")) ==
        without_scale(bind, lines));
}

TEST_CASE("c++ files: what makes a Python module goes with the last op of its library") {
  const std::string build =
      "//- CMakeLists.txt\nfunction(define_extension NAME)\n  cmake_parse_arguments(PARSE_ARGV 1 A \"\" \"\" "
      "\"SOURCES\")\n"
      "  add_library(${NAME} MODULE ${A_SOURCES})\nendfunction()\n"
      "define_extension(_C SOURCES live.cpp)\n";
  const std::string live_bind = "//- live.cpp\nTORCH_LIBRARY(_C, m) { m.def(\"live() -> ()\"); }\n";
  const std::string module = "REGISTER_EXTENSION(TORCH_EXTENSION_NAME)\n";
  const std::string bind = "//- scan.cpp\nTORCH_LIBRARY(_scan, m) {\n  m.def(\"scan() -> ()\");\n}\n";
  CHECK(removed("scan", build + "define_extension(_scan SOURCES scan.cpp)\n" + live_bind + bind + module) ==
        build + live_bind);
  const std::string both = build + "define_extension(_scan SOURCES scan.cpp more.cpp)\n" + live_bind +
                           "//- more.cpp\nTORCH_LIBRARY_IMPL(other, CUDA, m) { m.impl(\"f\", &f); }\n";
  CHECK(removed("scan", both + bind + module) == both + "//- scan.cpp\n" + module);
}

TEST_CASE("c++ files: a bare include that no build is known to look up may mean a file of the outside") {
  const std::string header = "//- csrc/dead/op/aid.h\n#pragma once\ninline int aid(int x) { return x; }\n";
  const std::string source = "//- csrc/dead/op/s.cu\n#include \"aid.h\"\nint scale(int x) { return aid(x); }\n";
  const std::string user = "//- csrc/other/b.cu\n#include \"aid.h\"\nint b(int x) { return x; }\n";
  const std::string declared = "int scale(int x);\n";
  const auto after = [&](const std::string& more) {
    return removed("scale", with_ops(declared + live, source + header + user + more));
  };
  // The line stays as it was written, and with it a file that it may mean.
  CHECK(after("").find(user) != std::string::npos);
  CHECK(after("").find("//- csrc/dead/op/aid.h\n") != std::string::npos);
  CHECK(after("").find("s.cu") == std::string::npos);
  // In a folder that a build looks up, it means the file, and goes with it.
  for (const std::string build :
       {"//- CMakeLists.txt\ninclude_directories(csrc/dead/op)\n",
        "//- csrc/CMakeLists.txt\ninclude_directories(${CMAKE_CURRENT_SOURCE_DIR}/dead/op)\n",
        "//- CMakeLists.txt\ninclude_directories(${SOURCES}/dead/op)\n", "//- setup.py\nDIRS = [\"csrc/dead/op\"]\n"}) {
    INFO(build);
    CHECK(after(build).find("aid.h") == std::string::npos);
  }
  CHECK(after("//- CMakeLists.txt\ninclude_directories(${SOURCES}/op)\n").find(user) != std::string::npos);
}

TEST_CASE("c++ files: an include line goes with its header only where it means no other file") {
  const std::string source = "//- csrc/op/s.cu\n#include \"only.h\"\nint scale(int x) { return x; }\n";
  const std::string header = "//- csrc/op/only.h\n#pragma once\nint scale(int x);\n";
  const std::string user = "//- csrc/other/b.cu\n#include \"only.h\"\nint b(int x) { return x; }\n";
  const std::string declared = "int scale(int x);\n";
  const std::string guessed = removed("scale", with_ops(declared + live, source + header + user));
  CHECK(guessed.find(user) != std::string::npos);
  CHECK(guessed.find("csrc/op/only.h") != std::string::npos);
  const std::string build = "//- CMakeLists.txt\ninclude_directories(csrc/op)\n";
  const std::string meant = removed("scale", with_ops(declared + live, source + header + user + build));
  CHECK(meant.find("only.h") == std::string::npos);
  CHECK(meant.find("//- csrc/other/b.cu\nint b(int x) { return x; }\n") != std::string::npos);
}

TEST_CASE("c++ files: an include line that may mean a file of the outside is never left unused") {
  const std::string files =
      "//- csrc/dead/op/aid.h\n#pragma once\n#include <vector>\ninline int aid(int x) { return x; }\n"
      "//- csrc/dead/op/t.cu\n#include \"aid.h\"\nint other(int x) { return aid(x); }\n"
      "//- csrc/near/s.cu\n#include <vector>\n#include \"aid.h\"\nint kept(int x) { return x; }\n";
  const std::string bind = "int other(int x);\nint kept(int x);\nint live(int x) { return other(x) + kept(x); }\n";
  const std::string before = with_ops("int scale(int x);\n" + bind, files + "int scale(int x) { return aid(x); }\n");
  CHECK(removed("scale", before) == without_scale(bind, files));
  const std::string build = "//- setup.py\nDIRS = [\"csrc/dead/op\"]\n";
  CHECK(removed("scale", before + build) != without_scale(bind, files + build));
}

TEST_CASE("c++ files: a registration block that registers nothing any more goes with what sets it up") {
  const std::string block =
      "TORCH_LIBRARY_FRAGMENT(k, m) {\n  m.set_python_module(\"pkg.ops\");\n"
      "  m.impl_abstract_pystub(\"pkg.fakes\", \"//pkg:fakes\");\n  m.def(\"wide(int x) -> int\", &wide);\n}\n";
  const std::string wide = "int wide(int x) { return x; }\n";
  CHECK(removed("wide", with_ops(live + wide + block)) ==
        removed("wide", with_ops(live + wide +
                                 "TORCH_LIBRARY_FRAGMENT(k, m) {\n  m.def(\"wide(int x) -> int\", &wide);\n}\n")));
  // What does more than that stays.
  const std::string busy =
      "TORCH_LIBRARY_FRAGMENT(k, m) {\n  m.set_python_module(\"pkg.ops\");\n  start(m);\n"
      "  m.def(\"wide(int x) -> int\", &wide);\n}\n";
  CHECK(removed("wide", with_ops(live + wide + busy)).find("set_python_module") != std::string::npos);
  // And a block that was never more than that.
  const std::string idle = "TORCH_LIBRARY_FRAGMENT(k, m) { m.set_python_module(\"pkg.ops\"); }\n";
  CHECK(removed("wide", with_ops(live + wide + idle + block)).find(idle) != std::string::npos);
}

TEST_CASE("c++ files: what a build or another file may need in ways that no name tells stays") {
  const std::string scale = "int scale(int x) { return x; }\n";
  for (const char* needed :
       {"#include \"other.cu\"\n", "static Registrar registrar{\"x\", 3};\n", "static Init init;\n",
        "static void __attribute__((constructor)) start() {}\n", "[[gnu::constructor]] static void start() {}\n",
        "template <> int width<float>(float) { return 4; }\n", "template <> int Tr<float>::width = 4;\n",
        "__device__ float dev_scale(float x) { return x; }\n"}) {
    INFO(needed);
    CHECK(removed("scale", with_ops("int scale(int x);\n" + live, "//- s.cu\n" + std::string(needed) + scale)) ==
          without_scale(live, "//- s.cu\n" + std::string(needed)));
  }
}

TEST_CASE("c++ files: a header of aliases stays, for whoever includes it may use them") {
  for (const char* alias : {"using fp8_t = lib::fp8;\n", "typedef lib::fp8 fp8_t;\n", "using namespace lib;\n",
                            "namespace cg = lib::groups;\n"}) {
    const std::string include = "#include \"types.h\"\n";
    const std::string header = "//- types.h\n#pragma once\n" + std::string(alias);
    const std::string user = "int live(int x) { return sizeof(fp8_t); }\n";
    CHECK(removed("scale", with_ops(include + "int scale(int x) { return help(x); }\n" + user,
                                    header + "inline int help(int x) { return x; }\n")) ==
          without_scale(include + user, header));
  }
}

TEST_CASE("c++ files: an include line that holds in one branch, or comes too late, is no other way to a header") {
  for (const std::string lines :
       {"#ifdef A\n#include <vector>\n#endif\n#include \"scale.h\"\n", "#include \"scale.h\"\n#include <vector>\n"}) {
    CHECK(removed("scale", with_ops(lines + live,
                                    "//- scale.h\n#pragma once\n#include <vector>\nint scale(int x);\n"
                                    "//- t.cu\n#include \"scale.h\"\nint scale(int x) { return x; }\n"))
              .find("//- scale.h\n#pragma once\n#include <vector>\n") != std::string::npos);
  }
}

}  // namespace remove_op
