// What is reached in ways that no parse sees: by spellings of the build's, by other languages, by strings, by linkers.
#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {
namespace {

const std::string bind =
    "//- csrc/bind.cpp\n#include \"ops.h\"\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\", &live);\n";
const std::string def = "  m.def(\"dead(int x) -> int\", &dead);\n";
const std::string ops = "//- csrc/ops.h\n#pragma once\nint live(int x);\n";

// The removal of `dead`, which includes csrc/util.h, in sight of `live`, which is `text`.
std::string after(const std::string& dead_code, const std::string& live_code, const std::string& more) {
  return removed("dead", bind + def + "}\n//- csrc/dead.cpp\n" + dead_code + "//- csrc/live.cpp\n" + live_code + ops +
                             "int dead(int x);\n" + more);
}

bool keeps_header(const std::string& include_lines) {
  const std::string util =
      "//- csrc/util.h\n#pragma once\n#define ROUND(x) ((x) + 1)\ninline int pad(int x) { return x; }\n";
  const std::string rest =
      after("#include \"ops.h\"\n#include \"util.h\"\nint dead(int x) { return pad(ROUND(x)); }\n",
            "#include \"ops.h\"\n" + include_lines + "int live(int x) { return pad(ROUND(x)); }\n", util);
  CHECK(rest.find("int dead(") == std::string::npos);
  return rest.find(util) != std::string::npos;
}

bool keeps_helper(const std::string& helper, const std::string& more, const std::string& live_code = {}) {
  const std::string rest = after("#include \"ops.h\"\n" + helper + "int dead(int x) { return helper(x); }\n",
                                 "#include \"ops.h\"\n" + live_code + "int live(int x) { return x; }\n", more);
  CHECK(rest.find("int dead(") == std::string::npos);
  return rest.find("helper(int x) {") != std::string::npos;
}

const std::string exported = "extern \"C\" int helper(int x) { return x; }\n";

}  // namespace

TEST_CASE("a header stays where an include line may lead to it in a way that only the build knows") {
  CHECK(keeps_header("#include \"util.h\"\n"));
  CHECK(keeps_header("#include <mylib/util.h>\n"));  // a link, or a copy, of the folder
  CHECK(keeps_header("#include \"shared/x/util.h\"\n"));
  CHECK(keeps_header("#include_next <util.h>\n"));
  CHECK(keeps_header("#import \"util.h\"\n"));
  CHECK(keeps_header("#define QUOTED(x) #x\n#include QUOTED(util.h)\n"));
  CHECK(keeps_header("#define UTIL util.h\n#define QUOTED(x) #x\n#include QUOTED(UTIL)\n"));
  CHECK(keeps_header("#define UTIL <mylib/util.h>\n#include UTIL\n"));
  CHECK_FALSE(keeps_header("#include <vector>\n"));
}

TEST_CASE("a header stays where one of its own name includes the next") {
  const std::string next = "//- csrc/sub/util.h\n#pragma once\n#define ROUND(x) ((x) + 1)\n";
  CHECK(after("#include \"ops.h\"\n#include \"sub/util.h\"\nint dead(int x) { return ROUND(x); }\n",
              "#include \"ops.h\"\n#include \"util.h\"\nint live(int x) { return ROUND(x); }\n",
              next + "//- csrc/util.h\n#pragma once\n#include_next <util.h>\n")
            .find(next) != std::string::npos);
}

TEST_CASE("a function with C linkage stays where another language, a linker or a string names it") {
  CHECK(keeps_helper(exported, "//- k/fast.pyx\ncdef extern from \"helpers.h\":\n    int helper(int x)\n"));
  CHECK(keeps_helper(exported, "//- src/lib.rs\nextern \"C\" { fn helper(x: i32) -> i32; }\n"));
  CHECK(keeps_helper(exported, "//- exports.map\n{ global: helper; local: *; };\n"));
  CHECK(keeps_helper(exported, "//- k.def\nEXPORTS\n  helper\n"));
  CHECK(keeps_helper(exported, "//- k/load.py\nlib.helper(1)\n"));
  CHECK(keeps_helper(exported, "", "void* find() { return dlsym(0, \"helper\"); }\n"));
  CHECK(keeps_helper(exported, "", "int other(int x) asm(\"helper\");\n"));
  CHECK_FALSE(keeps_helper(exported, ""));
  CHECK_FALSE(keeps_helper(exported, "", "const char* text = \"the helper of old\";\n"));
}

TEST_CASE("a kernel with C linkage stays where a string names it, another does not for the name of a dispatch") {
  const auto rest = [](const std::string& kernel, const std::string& live_code) {
    return after("#include \"ops.h\"\n" + kernel +
                     "int dead(int x) { return DISPATCH(x, \"step\", [&] { step<<<1, 1>>>(x); }); }\n",
                 "#include \"ops.h\"\nint live(int x) { return " + live_code + "; }\n", "");
  };
  CHECK(rest("extern \"C\" __global__ void step(int x) {}\n", "launch(\"step\", x)").find("void step") !=
        std::string::npos);
  CHECK(rest("__global__ void step(int x) {}\n", "x").find("void step") == std::string::npos);
}

TEST_CASE("a function of C++ stays where Cython names it, and a word of another language is no use of it") {
  const std::string plain = "int helper(int x) { return x; }\n";
  CHECK(keeps_helper(plain, "//- k/fast.pyx\ncdef extern from \"helpers.h\":\n    int helper(int x)\n"));
  CHECK_FALSE(keeps_helper(plain, "//- src/lib.rs\nfn helper(x: i32) -> i32 { x }\n"));
}

TEST_CASE("a function that is left over is in doubt where another language names it") {
  const std::string left = "//- csrc/left.cpp\nextern \"C\" int helper(int x) { return x; }\n";
  CHECK(removed("helper", left + "//- k/fast.pyx\ncdef extern from \"helpers.h\":\n    int helper(int x)\n") ==
        "unsure: csrc/left.cpp:1: a string, another language or a linker's list names it, which may be a use\n");
  CHECK(removed("helper", left) == "");
}

TEST_CASE("a header stays where Cython includes it") {
  const std::string util = "//- csrc/util.h\n#pragma once\ninline int pad(int x) { return x; }\n";
  CHECK(after("#include \"ops.h\"\n#include \"util.h\"\nint dead(int x) { return pad(x); }\n",
              "#include \"ops.h\"\nint live(int x) { return x; }\n",
              util + "//- k/fast.pyx\ncdef extern from \"util.h\":\n    int pad(int x)\n")
            .find(util) != std::string::npos);
}

TEST_CASE("a function stays where a macro names its namespace and another file declares it in that by its name") {
  const std::string flash = "namespace FLASH_SPACE { int helper(int x) { return x; } }\n";
  const std::string user = "namespace flash { int helper(int x); }\n";
  const auto rest = [&](const std::string& live_code) {
    return after("#include \"ops.h\"\n" + flash + "int dead(int x) { return FLASH_SPACE::helper(x); }\n",
                 "#include \"ops.h\"\n" + live_code, "");
  };
  CHECK(rest(user + "int live(int x) { return flash::helper(x); }\n").find("helper(int x) {") != std::string::npos);
  CHECK(rest("int live(int x) { return x; }\n").find("helper") == std::string::npos);
}

TEST_CASE("a header that a folder, a unity build or a precompiled header may bring in stays") {
  const std::string util = "//- csrc/util.h\n#pragma once\n#define ROUND(x) ((x) + 1)\n";
  const std::string dead = "#include \"ops.h\"\n#include \"util.h\"\nint dead(int x) { return ROUND(x); }\n";
  const std::string live = "#include \"ops.h\"\nint live(int x) { return ROUND(x); }\n";
  CHECK(after(dead, live, util + "//- CMakeLists.txt\ntarget_precompile_headers(k PRIVATE csrc/util.h)\n").find(util) !=
        std::string::npos);
  CHECK(after(dead, live,
              util + "//- CMakeLists.txt\nset(PCH csrc/util.h)\ntarget_precompile_headers(k PRIVATE ${PCH})\n")
            .find(util) != std::string::npos);
}

}  // namespace remove_op
