// C++ and CUDA through the whole job: what goes with an op, and what must not.
#include <catch2/catch.hpp>

#include "removed.h"
#include "scale_and_live.h"

namespace remove_op {

TEST_CASE("c++: functions that only call one another go together") {
  check(
      "void ping(int n);\nvoid pong(int n) { if (n) ping(n - 1); }\nvoid ping(int n) { if (n) pong(n - 1); }\n"
      "int scale(int x) { ping(3); return x; }\n" +
          live,
      live);
}

TEST_CASE("c++: a kernel that a live op launches stays") {
  check(
      "__global__ void shared() {}\n__global__ void own() {}\nint scale(int x) { shared<<<1, 1>>>(); own<<<1, 1>>>(); "
      "return x; }\n"
      "int live(int x) { shared<<<1, 1>>>(); return x; }\n",
      "__global__ void shared() {}\nint live(int x) { shared<<<1, 1>>>(); return x; }\n");
}

TEST_CASE("c++: a kernel named by its address or launched with cudaLaunchKernelEx is used") {
  check(
      "__global__ void shared(int n) {}\n__global__ void own(int n) {}\n"
      "int scale(int x) { cudaLaunchKernelEx(&config, own, 1); auto* p = &shared<int>; return x; }\n"
      "int live(int x) { cudaLaunchKernelEx(&config, shared, 1); return x; }\n",
      "__global__ void shared(int n) {}\nint live(int x) { cudaLaunchKernelEx(&config, shared, 1); return x; }\n");
}

TEST_CASE("c++: overloads of one name stay together while one is used") {
  check(
      "int help(int x) { return x; }\nfloat help(float x) { return x; }\nint scale(int x) { return help(x); }\n"
      "int live(int x) { return help(1.f); }\n",
      "int help(int x) { return x; }\nfloat help(float x) { return x; }\nint live(int x) { return help(1.f); }\n");
  check(
      "int help(int x) { return x; }\nfloat help(float x) { return x; }\nint scale(int x) { return help(x) + "
      "help(1.f); }\n" +
          live,
      live);
}

TEST_CASE("c++: a template goes with its specialisations and instantiations") {
  check(
      "template <typename T> T conv(T x) { return x; }\ntemplate <> float conv<float>(float x) { return x + 1; }\n"
      "template int conv<int>(int);\nint scale(int x) { return conv<float>(x); }\n" +
          live,
      live);
}

TEST_CASE("c++: a template stays whole while one instantiation is used") {
  const std::string conv =
      "template <typename T> T conv(T x) { return x; }\ntemplate <> float conv<float>(float x) { return x + 1; }\n"
      "template int conv<int>(int);\n";
  check(conv + "int scale(int x) { return conv<float>(x); }\nint live(int x) { return conv<int>(x); }\n",
        conv + "int live(int x) { return conv<int>(x); }\n");
  const std::string traits =
      "template <typename T> struct Traits { static const int width = 1; };\n"
      "template <> struct Traits<float> { static const int width = 4; };\n"
      "template <> struct Traits<short> { static const int width = 8; };\n";
  check(
      traits + "int scale(int x) { return Traits<float>::width; }\nint live(int x) { return Traits<short>::width; }\n",
      traits + "int live(int x) { return Traits<short>::width; }\n");
}

TEST_CASE("c++: an instantiation in the file of the template's definition keeps it for other files") {
  const std::string rest = R"(//- b.cu
#include "run.cuh"
int wide(int x) { return run<float>(1); }
TORCH_LIBRARY_FRAGMENT(k, m) {
  m.def("wide(int x) -> int", &wide);
}
//- run.cu
#include "run.cuh"
template <class T> int run(T x) { return 1; }
template int run<int>(int);
template int run<float>(float);
//- run.cuh
#pragma once
template <class T> int run(T x);
)";
  const std::string include = "#include \"run.cuh\"\n";
  CHECK(removed("scale", with_ops(include + "int scale(int x) { return run<int>(x); }\n" + live, rest)) ==
        without_scale(live, rest));
}

TEST_CASE("c++: using-declarations and aliases go with what they name") {
  check(
      "namespace in {\nint help(int x) { return x; }\nint other(int x) { return x; }\n}\nusing in::help;\nusing "
      "in::other;\n"
      "using Row = int;\ntypedef float Col;\nint scale(Row x) { return help(x); }\nint live(Col x) { return other(x); "
      "}\n",
      "namespace in {\nint other(int x) { return x; }\n}\nusing in::other;\ntypedef float Col;\nint live(Col x) { "
      "return other(x); }\n");
}

TEST_CASE("c++: a namespace alias and a using-directive are looked through") {
  check(
      "namespace d {\nint help(int x) { return x; }\nint other(int x) { return x; }\n}\nnamespace e = d;\nusing "
      "namespace d;\n"
      "int scale(int x) { return e::help(x); }\nint live(int x) { return other(x); }\n",
      "namespace d {\nint other(int x) { return x; }\n}\nusing namespace d;\nint live(int x) { return other(x); }\n");
}

TEST_CASE("c++: a function whose address stands in a table stays") {
  check(
      "int square(int x) { return x * x; }\nint cube(int x) { return x * x * x; }\nint scale(int x) { return "
      "square(cube(x)); }\n"
      "int (*const table[])(int) = {&square};\nint live(int x) { return table[0](x); }\n",
      "int square(int x) { return x * x; }\nint (*const table[])(int) = {&square};\nint live(int x) { return "
      "table[0](x); }\n");
}

TEST_CASE("c++: the same name in anonymous namespaces of two files is two functions") {
  const std::string other = R"(//- b.cu
namespace {
int help(int x) { return x; }
}
int wide(int x) { return help(x); }
TORCH_LIBRARY_FRAGMENT(k, m) {
  m.def("wide(int x) -> int", &wide);
}
)";
  CHECK(removed("scale",
                with_ops("namespace {\nint help(int x) { return x; }\n}\nint scale(int x) { return help(x); }\n" + live,
                         other)) == without_scale(live, other));
}

TEST_CASE("c++: an enum is used by its enumerators") {
  check("enum Mode { kFast, kSlow };\nint scale(Mode m) { return kFast; }\nint live(int x) { return kSlow; }\n",
        "enum Mode { kFast, kSlow };\nint live(int x) { return kSlow; }\n");
  check(
      "enum Mode { kFast, kSlow };\nenum { kLanes = 32 };\nenum class Kind { a, b };\n"
      "int scale(int x) { return kFast + kLanes + int(Kind::a); }\n" +
          live,
      live);
  check("enum { kLanes = 32, kWarps };\nint scale(int x) { return kLanes; }\nint live(int x) { return kWarps; }\n",
        "enum { kLanes = 32, kWarps };\nint live(int x) { return kWarps; }\n");
}

TEST_CASE("c++: an enum of a header is used by enumerators in other files") {
  const std::string rest = R"(//- b.cu
#include "mode.h"
int wide(int x) { return kSlow + kWarps; }
TORCH_LIBRARY_FRAGMENT(k, m) {
  m.def("wide(int x) -> int", &wide);
}
//- mode.h
#pragma once
enum Mode { kFast, kSlow };
enum { kLanes, kWarps };
)";
  const std::string include = "#include \"mode.h\"\n";
  CHECK(removed("scale", with_ops(include + "int scale(Mode m) { return kFast + kLanes; }\n" + live, rest)) ==
        without_scale(include + live, rest));
}

TEST_CASE("c++: C linkage, with or without braces") {
  check(
      "extern \"C\" int plain(int x) { return x; }\nextern \"C\" {\nint grouped(int x) { return x; }\n}\n"
      "int scale(int x) { return plain(grouped(x)); }\n" +
          live,
      live);
}

TEST_CASE("c++: a function with C linkage that Python looks up in the library stays") {
  const std::string plain = "extern \"C\" int plain(int x) { return x; }\n";
  const std::string loader = "//- pkg/load.py\nimport ctypes\n\nlib = ctypes.CDLL(\"lib.so\")\nlib.plain(1)\n";
  CHECK(removed("scale", with_ops(plain + "int scale(int x) { return plain(x); }\n" + live, loader)) ==
        without_scale(plain + live, loader));
}

TEST_CASE("c++: what a script that writes C++ names stays") {
  const std::string rest = R"(//- generate.py
TEMPLATE = """
#include "tile.cuh"
template __global__ void tile<{{ n }}>(int*);
"""
print(TEMPLATE)
//- tile.cuh
#pragma once
template <int N> __global__ void tile(int* p) {}
)";
  const std::string include = "#include \"tile.cuh\"\n";
  CHECK(removed("scale", with_ops(include + "int scale(int x) { tile<4><<<1, 1>>>(nullptr); return x; }\n" + live,
                                  rest)) == without_scale(live, rest));
}

TEST_CASE("c++: a forward declaration in another file goes with the function, and keeps it where it is called") {
  const std::string bindings =
      "TORCH_LIBRARY(k, m) {\n  m.def(\"scale(int x) -> int\", &scale);\n  m.def(\"live(int x) -> int\", &live);\n}\n";
  const std::string bindings_left = "TORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n}\n";
  const std::string function = "//- s.cu\nint scale(int x) { return x; }\nint other(int x) { return x; }\n";
  CHECK(removed("scale", "//- b.cu\nint scale(int x);\nint live(int x) { return x; }\n" + bindings + function) ==
        "//- b.cu\nint live(int x) { return x; }\n" + bindings_left + "//- s.cu\nint other(int x) { return x; }\n");
  CHECK(removed("scale", "//- b.cu\nint scale(int x);\nint live(int x) { return scale(x); }\n" + bindings + function) ==
        "//- b.cu\nint scale(int x);\nint live(int x) { return scale(x); }\n" + bindings_left + function);
}

TEST_CASE("c++: names that begin or end like the op's are others") {
  check(
      "int scale(int x) { return x; }\nint scale_all(int x) { return x; }\nint fast_scale(int x) { return x; }\n"
      "int live(int x) { return scale_all(fast_scale(x)); }\n",
      "int scale_all(int x) { return x; }\nint fast_scale(int x) { return x; }\nint live(int x) { return "
      "scale_all(fast_scale(x)); }\n");
}

TEST_CASE("c++: a name in a string or a comment is no use") {
  check(
      "int help(int x) { return x; }\nint scale(int x) { return help(x); }\nint live(int x) { check(x, \"help "
      "failed\"); return x; /* help */ }\n",
      "int live(int x) { check(x, \"help failed\"); return x; /* help */ }\n");
}

TEST_CASE("c++: an operator stays, since its uses have no name") {
  const std::string rest = R"(//- b.cu
#include "v.h"
int wide(int x) { auto v = make() + make(); return x; }
TORCH_LIBRARY_FRAGMENT(k, m) {
  m.def("wide(int x) -> int", &wide);
}
//- v.h
#pragma once
struct V {};
inline V operator+(V a, V b) { return a; }
V make();
)";
  const std::string include = "#include \"v.h\"\n";
  CHECK(removed("scale", with_ops(include + "int scale(int x) { operator+(make(), make()); return x; }\n" + live,
                                  rest)) == without_scale(include + live, rest));
}

TEST_CASE("c++: a class goes with the methods that stand outside of it, or stays with them") {
  const std::string work = "struct Work {\n  int run();\n};\nint Work::run() { return 1; }\n";
  check(work + "int scale(int x) { return Work().run(); }\n" + live, live);
  check(work + "int scale(int x) { return Work().run(); }\nint live(int x) { return Work().run(); }\n",
        work + "int live(int x) { return Work().run(); }\n");
  check(work + "Work* make();\nint scale(int x) { return Work().run(); }\nint live(int x) { return make()->run(); }\n",
        work + "Work* make();\nint live(int x) { return make()->run(); }\n");
}

TEST_CASE("c++: several in one statement go or stay together") {
  check("static int a = 1, b = 2;\nint scale(int x) { return a; }\nint live(int x) { return b; }\n",
        "static int a = 1, b = 2;\nint live(int x) { return b; }\n");
  check("static int a = 1, b = 2;\nint scale(int x) { return a + b; }\n" + live, live);
}

TEST_CASE("c++: a struct without a name goes with the typedef that names it") {
  check("typedef struct {\n  int k;\n} config_t;\nint scale(int x) { return config_t{x}.k; }\n" + live, live);
}

TEST_CASE("c++: what a parse drops for types that it does not know is let go of all the same") {
  check("using Frag = gone::Vec<gone::half2, 4>;\nint scale(int x) { return sizeof(Frag); }\n" + live, live);
  check(
      "template <class T> struct Cfg { int n; };\ntemplate <> struct Cfg<gone::half> { int n = 2; };\n"
      "int scale(int x) { return Cfg<int>{x}.n; }\n" +
          live,
      live);
  check("static const gone::Kind kinds[] = {gone::a, gone::b};\nint scale(int x) { return kinds[x]; }\n" + live, live);
}

TEST_CASE("c++: the words of an include line are no uses") {
  const std::string include = "#include <lib/scale.cuh>\n";
  check(include + "int scale(int x) { return x; }\n" + live, include + live);
}

TEST_CASE("c++: a variable whose initialiser runs at start-up keeps what it calls") {
  check("int help() { return 1; }\nstatic int started = help();\nint scale(int x) { return help(); }\n" + live,
        "int help() { return 1; }\nstatic int started = help();\n" + live);
}

TEST_CASE("c++: a function cut in two by a conditional stays whole") {
  const std::string cut =
      "#ifdef USE_ROCM\nint scale(int x, int y) {\n#else\nint scale(int x) {\n#endif\n  return x;\n}\n";
  check(cut + live, cut + live);
}

TEST_CASE("c++: both sides of a conditional in a function that goes are let go of") {
  check(
      "__device__ int fast(int x) { return x; }\n__device__ int slow(int x) { return x; }\nint scale(int x) {\n#if A\n "
      " return fast(x);\n"
      "#else\n  return slow(x);\n#endif\n}\n" +
          live,
      live);
}

}  // namespace remove_op
