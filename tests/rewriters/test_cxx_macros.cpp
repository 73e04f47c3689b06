// Macros of C++ through the whole job: what they define, instantiate and use.
#include <catch2/catch.hpp>

#include "removed.h"
#include "scale_and_live.h"

namespace remove_op {

TEST_CASE("c++: a macro call that only instantiates templates goes with them") {
  const std::string macros = "#define ONE(N) template int twice<N>(int);\n#define BOTH(A, B) ONE(A) ONE(B)\n";
  const std::string twice = "template <int N> int twice(int x) { return N * x; }\n";
  check(twice + macros + "BOTH(1, 2)\nONE(3);\n#undef BOTH\n#undef ONE\nint scale(int x) { return twice<1>(x); }\n" +
            live,
        live);
  const std::string kept = twice + macros + "BOTH(1, 2)\n#undef BOTH\n#undef ONE\n";
  check(kept + "int scale(int x) { return twice<1>(x); }\nint live(int x) { return twice<2>(x); }\n",
        kept + "int live(int x) { return twice<2>(x); }\n");
}

TEST_CASE("c++: a macro call that does more than to instantiate keeps what it names") {
  const std::string twice = "template <int N> int twice(int x) { return N * x; }\n";
  for (const char* macro : {"#define USE(N) template int twice<N>(int); static int used##N = twice<N>(1);\n",
                            "#define USE(N) gone::Registrar reg(&twice<N>);\n"}) {
    const std::string code = twice + macro + "USE(1)\n";
    check(code + "int scale(int x) { return twice<1>(x); }\n" + live, code + live);
  }
}

TEST_CASE("c++: functions that a macro call makes end with the call") {
  const std::string make = "#define MAKE(T) int twice_##T(int x) { return 2 * x; }\n";
  check(make + "MAKE(a)\nint other = 1;\nint scale(int x) { return twice_a(x); }\n" + live, "int other = 1;\n" + live);
}

TEST_CASE("c++: a call of an unknown macro at namespace scope defines nothing") {
  const std::string other = "//- b.h\nTPL_ARGS(Live, 1);\n";
  CHECK(removed("scale", with_ops("#include \"a.h\"\nint scale(int x) { return help(x); }\n" + live,
                                  "//- a.h\nTPL_ARGS(Dead, 1);\ninline int help(int x) { return x; }\n" + other)) ==
        without_scale("#include \"a.h\"\n" + live, "//- a.h\nTPL_ARGS(Dead, 1);\n" + other));
}

TEST_CASE("c++: a macro that launches goes with its #undef and its kernel") {
  check(
      "template <int N> __global__ void tile(int* p) {}\ntemplate <int N> __global__ void wide(int* p) {}\n"
      "#define LAUNCH(N) tile<N><<<1, 1>>>(p);\n#define LAUNCH_WIDE(N) wide<N><<<1, 1>>>(p);\n"
      "int scale(int* p) { LAUNCH(4) }\nint live(int* p) { LAUNCH_WIDE(4) }\n#undef LAUNCH\n#undef LAUNCH_WIDE\n",
      "template <int N> __global__ void wide(int* p) {}\n#define LAUNCH_WIDE(N) wide<N><<<1, 1>>>(p);\n"
      "int live(int* p) { LAUNCH_WIDE(4) }\n#undef LAUNCH_WIDE\n");
}

TEST_CASE("c++: a macro that another macro uses, or a condition tests, stays") {
  check(
      "#define LANES 32\n#define WARPS (128 / LANES)\n#define FAST 1\nint scale(int x) { return LANES + FAST; }\n"
      "#if FAST\nint live(int x) { return WARPS; }\n#endif\n",
      "#define LANES 32\n#define WARPS (128 / LANES)\n#define FAST 1\n#if FAST\nint live(int x) { return WARPS; "
      "}\n#endif\n");
}

TEST_CASE("c++: a name that a macro pastes is used by whoever uses the macro") {
  const std::string kernels = "__global__ void k_4() {}\n__global__ void k_8() {}\n";
  check(kernels +
            "__global__ void own() {}\n#define RUN(N) k_##N<<<1, 1>>>();\n"
            "int scale(int x) { k_4<<<1, 1>>>(); own<<<1, 1>>>(); return x; }\nint live(int x) { RUN(4) RUN(8) return "
            "x; }\n",
        kernels + "#define RUN(N) k_##N<<<1, 1>>>();\nint live(int x) { RUN(4) RUN(8) return x; }\n");
  check(kernels + "#define RUN(N) k_##N<<<1, 1>>>();\nint scale(int x) { RUN(4) RUN(8) return x; }\n" + live, live);
}

TEST_CASE("c++: a bare macro that opens or closes something stays where a declaration beside it goes") {
  const std::string begin = "#define LIB_BEGIN namespace lib {\n#define LIB_END }\nLIB_BEGIN\n";
  check(begin +
            "int help(int x) { return x; }\nint other(int x) { return x; }\nLIB_END\n"
            "int scale(int x) { return lib::help(x); }\nint live(int x) { return lib::other(x); }\n",
        begin + "int other(int x) { return x; }\nLIB_END\nint live(int x) { return lib::other(x); }\n");
  check("OUTSIDE_NAMESPACE_BEGIN\nint scale(int x);\nint live(int x);\nOUTSIDE_NAMESPACE_END\n",
        "OUTSIDE_NAMESPACE_BEGIN\nint live(int x);\nOUTSIDE_NAMESPACE_END\n");
}

}  // namespace remove_op
