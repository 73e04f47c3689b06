// Kinds of native code, one by one: what only the op used goes, and stays as soon as anything else uses it.
#include <catch2/catch.hpp>

#include "removed.h"
#include "scale_and_live.h"

namespace remove_op {
namespace {

// `part` stands above both functions; `use` is an expression that uses it.
void check_part(const std::string& part, const std::string& use) {
  INFO(part);
  const std::string scale = "int scale(int x) { return x + " + use + "; }\n";
  const std::string shared = "int live(int x) { return x + " + use + "; }\n";
  check(part + scale + live, live);
  check(part + scale + shared, part + shared);
}

}  // namespace

TEST_CASE("c++: constants, however they are written") {
  check_part("#define WIDTH 8\n", "WIDTH");
  check_part("#define WIDTH(n) ((n) * 8)\n", "WIDTH(2)");
  check_part("constexpr int kWidth = 8;\n", "kWidth");
  check_part("static const int kWidth = 8;\n", "kWidth");
  check_part("inline constexpr int kWidth = 8;\n", "kWidth");
  check_part("namespace w {\nconstexpr int kWidth = 8;\n}  // namespace w\n", "w::kWidth");
  check_part("__constant__ int widths[2] = {1, 2};\n", "widths[0]");
}

TEST_CASE("c++: templates of variables, aliases and concepts") {
  check_part("template <int N>\nconstexpr int kWidth = N * 8;\n", "kWidth<2>");
  check_part("template <class T>\nusing item = T;\n", "item<int>(1)");
  check_part("template <class T>\nstruct Size {\n  static constexpr int value = 1;\n};\n", "Size<int>::value");
  check_part("template <class T>\nconcept Small = sizeof(T) < 8;\n", "int(Small<int>)");
}

TEST_CASE("c++: enumerators, scoped and not, and members") {
  check_part("enum Mode { kFast, kSlow };\n", "kFast");
  check_part("enum class Mode { fast, slow };\n", "int(Mode::fast)");
  check_part("struct Params {\n  int rows = 1;\n  int grow(int n) { return n + rows; }\n};\n", "Params().grow(1)");
}

TEST_CASE("c++: lambdas in dispatch macros use what they name") {
  const std::string dispatch = "#define DISPATCH(T, NAME, ...) [&] { using scalar_t = int; __VA_ARGS__(); }()\n";
  const std::string kernel = "template <class T>\n__global__ void step(T* x) {}\n";
  const auto calls = [](const std::string& name) {
    return "int " + name + "(int x) {\n  DISPATCH(x, \"" + name +
           "\", [&] { step<scalar_t><<<1, 1>>>(&x); });\n  return x;\n}\n";
  };
  check(dispatch + kernel + calls("scale") + live, live);
  check(dispatch + kernel + calls("scale") + calls("live"), dispatch + kernel + calls("live"));
}

TEST_CASE("c++: declarations in other files go with what they declare, in every form") {
  for (const std::string declaration :
       {"int scale(int x);\n", "extern int scale(int);\n", "namespace {\n}  // namespace\nint scale(int x);\n"}) {
    INFO(declaration);
    const std::string left = declaration.starts_with("namespace") ? "namespace {\n}  // namespace\n" : "";
    const std::string other = "int other(int x) { return x; }\n";
    CHECK(removed("scale", with_ops("int scale(int x) { return x; }\n" + live, "//- b.cpp\n" + declaration + other)) ==
          without_scale(live, "//- b.cpp\n" + left + other));
  }
}

TEST_CASE("c++: the whole cascade, from helper to include line") {
  CHECK(removed("scale",
                with_ops("#include \"limits.h\"\n#include \"part.h\"\nint scale(int x) { return part(x); }\n" + live,
                         "//- limits.h\n#pragma once\n#define LIMIT 4\n//- part.h\n#pragma once\n"
                         "#include \"limits.h\"\nstruct Part {\n  int rows = LIMIT;\n};\n"
                         "inline int part(int x) { return x + Part().rows; }\n")) == without_scale(live));
}

}  // namespace remove_op
