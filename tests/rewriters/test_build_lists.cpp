// A source that goes leaves every build's list of it; where a build names it otherwise it stays, emptied, and is told
// of.
#include <algorithm>
#include <catch2/catch.hpp>

#include "removed.h"

namespace remove_op {
namespace {

const std::string live = "//- csrc/live.cu\nTORCH_LIBRARY(k, m) {\n  m.def(\"live(int x) -> int\");\n}\n";
const std::string dead =
    "//- csrc/dead.cu\n#include <torch.h>\n\nTORCH_LIBRARY_FRAGMENT(k, m) {\n  m.def(\"dead(int x) -> int\");\n}\n";
const std::string emptied = "//- csrc/dead.cu\n#include <torch.h>\n";

std::string file(const std::string& path, const std::string& text) { return "//- " + path + "\n" + text; }

// What is left of a build file once csrc/dead.cu is gone.
void check_entry(const std::string& path, const std::string& before, const std::string& after) {
  INFO(path << "\n" << before);
  const std::string rest = removed("dead", live + dead + file(path, before));
  const bool first = path < std::string("csrc/live.cu");
  CHECK(rest == (first ? file(path, after) + live : live + file(path, after)));
}

// That csrc/dead.cu stays, without what was in it, and that `note` says why.
void check_kept(const std::string& path, const std::string& text, const std::string& note) {
  INFO(path << "\n" << text);
  const std::string repo = live + dead + file(path, text);
  const bool first = path < std::string("csrc/dead.cu");
  CHECK(removed("dead", repo) == (first ? file(path, text) + emptied + live : emptied + live + file(path, text)));
  const auto said = notes(removal_of("dead", repo));
  CHECK(std::find(said.begin(), said.end(), path + ":" + note) != said.end());
}

}  // namespace

TEST_CASE("build lists: Bazel, Buck, GN and Meson") {
  const std::string rule =
      "cc_library(\n    name = \"k\",\n    srcs = [\n        \"dead.cu\",\n        \"live.cu\",\n    ],\n)\n";
  const std::string left = "cc_library(\n    name = \"k\",\n    srcs = [\n        \"live.cu\",\n    ],\n)\n";
  for (const std::string path :
       {"csrc/BUILD", "csrc/BUILD.bazel", "csrc/TARGETS", "csrc/BUCK", "csrc/defs.bzl", "csrc/x.gni"})
    check_entry(path, rule, left);
  check_entry("BUILD", "cc_library(srcs = [\"//csrc:live.cu\", \"//csrc:dead.cu\"])\n",
              "cc_library(srcs = [\"//csrc:live.cu\"])\n");
  check_entry("csrc/BUILD", "x(srcs = select({\"//c\": [\":dead.cu\", \":live.cu\"]}))\n",
              "x(srcs = select({\"//c\": [\":live.cu\"]}))\n");
  check_entry("csrc/meson.build", "sources = files('dead.cu', 'live.cu')\nlibrary('k', sources)\n",
              "sources = files('live.cu')\nlibrary('k', sources)\n");
  check_entry("meson.build", "sources = [\n  'csrc/dead.cu',\n  'csrc/live.cu',\n]\n",
              "sources = [\n  'csrc/live.cu',\n]\n");
  check_entry("csrc/BUILD", "x(srcs = glob([\"*.cu\"]))\n", "x(srcs = glob([\"*.cu\"]))\n");
}

TEST_CASE("build lists: a rule is not left without sources, and a name elsewhere keeps") {
  check_kept("csrc/BUILD", "cc_library(name = \"dead\", srcs = [\"dead.cu\"])\n",
             "1: csrc/dead.cu stays, emptied: it is all that is listed here");
  check_kept("csrc/BUILD", "compile(\"dead.cu\")\n", "1: csrc/dead.cu stays, emptied: it is named here");
  check_kept("csrc/meson.build", "library('k', 'dead.cu', 'live.cu')\n",
             "1: csrc/dead.cu stays, emptied: it is named here");
}

TEST_CASE("build lists: Makefiles") {
  check_entry("Makefile", "SRCS := csrc/dead.cu csrc/live.cu\n", "SRCS := csrc/live.cu\n");
  check_entry("Makefile", "SRCS = csrc/live.cu csrc/dead.cu # all\n", "SRCS = csrc/live.cu # all\n");
  check_entry("Makefile", "SRCS = \\\n  csrc/dead.cu \\\n  csrc/live.cu\nall: $(SRCS)\n",
              "SRCS = \\\n  csrc/live.cu\nall: $(SRCS)\n");
  check_entry("Makefile", "SRCS = \\\n  csrc/live.cu \\\n  csrc/dead.cu\nall: $(SRCS)\n",
              "SRCS = \\\n  csrc/live.cu\nall: $(SRCS)\n");
  check_entry("csrc/k.mk", "OBJS += $(OUT)/dead.o $(OUT)/live.o\n", "OBJS += $(OUT)/live.o\n");
  check_entry("Makefile", "SRCS := $(wildcard csrc/*.cu)\n", "SRCS := $(wildcard csrc/*.cu)\n");
  check_kept("Makefile", "dead.o: csrc/dead.cu\n\tnvcc -c csrc/dead.cu\n",
             "1: csrc/dead.cu stays, emptied: it is named here");
}

TEST_CASE("build lists: TOML and JSON") {
  check_entry("build.toml", "[kernel.k]\nsrc = [\n  \"csrc/dead.cu\",\n  \"csrc/live.cu\",\n]\n",
              "[kernel.k]\nsrc = [\n  \"csrc/live.cu\",\n]\n");
  check_entry("build.toml", "[kernel.k]\nsrc = [\"csrc/dead.cu\", \"csrc/live.cu\"]\n",
              "[kernel.k]\nsrc = [\"csrc/live.cu\"]\n");
  check_entry("jit/config.json", "{\"k\": {\"srcs\": [\"csrc/live.cu\", \"csrc/dead.cu\"]}}\n",
              "{\"k\": {\"srcs\": [\"csrc/live.cu\"]}}\n");
  check_entry("jit/config.json",
              "{\n  \"k\": {\n    \"srcs\": [\n      \"f'{ROOT}/csrc/dead.cu'\",\n      \"f'{ROOT}/csrc/live.cu'\"\n   "
              " ]\n  }\n}\n",
              "{\n  \"k\": {\n    \"srcs\": [\n      \"f'{ROOT}/csrc/live.cu'\"\n    ]\n  }\n}\n");
  check_kept("build.toml", "[kernel.dead]\nsrc = [\"csrc/dead.cu\"]\n",
             "2: csrc/dead.cu stays, emptied: it is all that is listed here");
}

TEST_CASE("build lists: Python that compiles when it runs") {
  check_entry("k/jit.py", "m = load(name=\"k\", sources=[\"csrc/dead.cu\", \"csrc/live.cu\"])\n",
              "m = load(name=\"k\", sources=[\"csrc/live.cu\"])\n");
  check_entry("k/jit.py", "spec = gen_jit_spec(\"k\", [CSRC / \"dead.cu\", CSRC / \"live.cu\"])\n",
              "spec = gen_jit_spec(\"k\", [CSRC / \"live.cu\"])\n");
  check_entry("k/jit.py", "sources = [\n    f\"{ROOT}/csrc/dead.cu\",\n    env.root() / \"csrc\" / \"live.cu\",\n]\n",
              "sources = [\n    env.root() / \"csrc\" / \"live.cu\",\n]\n");
  check_entry("k/plain.py", "KERNELS = {\"a\": [\"csrc/dead.cu\", \"csrc/live.cu\"]}\n",
              "KERNELS = {\"a\": [\"csrc/live.cu\"]}\n");
  check_kept("k/jit.py", "m = load(name=\"k\", sources=[\"csrc/dead.cu\"])\n",
             "1: csrc/dead.cu stays, emptied: it is all that is listed here");
  check_kept("k/jit.py", "m = load_jit(\"k\", cuda_files=[\"dead.cu\", \"live.cu\"])\n",
             "1: csrc/dead.cu stays, emptied: it is named here");
  check_kept("k/jit.py", "sources = (\"csrc/dead.cu\", \"csrc/live.cu\")\n",
             "1: csrc/dead.cu stays, emptied: it is named here");
}

TEST_CASE("build lists: a name that a build puts together keeps the file") {
  const std::string why = "csrc/dead.cu stays, emptied: its name may be put together here";
  check_kept("setup.py", "s = [f\"csrc/{n}.cu\" for n in (\"dead\", \"live\")]\n", "1: " + why);
  check_kept("setup.py", "names = [\"dead\", \"live\"]\ns = [\"csrc/\" + n + \".cu\" for n in names]\n", "1: " + why);
  check_kept("setup.py", "s = [\"csrc/%s.cu\" % n for n in \"dead live\".split()]\n", "1: " + why);
  check_kept("CMakeLists.txt", "foreach(f dead live)\n  list(APPEND S csrc/${f}.cu)\nendforeach()\n", "1: " + why);
  check_kept("CMakeLists.txt", "set(S dead live)\nlist(TRANSFORM S APPEND .cu)\n", "1: " + why);
  check_kept("build.sh", "for f in dead live; do\n  nvcc -c csrc/$f.cu\ndone\n", "1: " + why);
  check_kept("Makefile", "OPS = dead live\nOBJS = $(OPS:=.o)\n", "1: " + why);
  check_kept("BUILD", "[x(srcs = [\"csrc/%s.cu\" % n]) for n in [\"dead\", \"live\"]]\n", "1: " + why);
  check_kept("setup.py", "s = [f\"csrc/de{n}.cu\" for n in (\"ad\", \"ep\")]\n", "1: " + why);
  check_kept("setup.py", "s = [join(\"csrc\", \"de\" + n + \".cu\") for n in (\"ad\", \"ep\")]\n", "1: " + why);
  check_kept("setup.py", "s = [join(\"csrc\", n) for n in (\"dead.cu\", \"live.cu\")]\n",
             "1: csrc/dead.cu stays, emptied: it is named here");
  check_kept("setup.py", "s = [join(\"csrc\", n) for n in \"dead.cu live.cu\".split()]\n",
             "1: csrc/dead.cu stays, emptied: it is named here");
}

TEST_CASE("build lists: a build that names the file and not the op is asked too") {
  const std::string code =
      "//- csrc/gone.cu\n#include <torch.h>\nTORCH_LIBRARY_FRAGMENT(k, m) {\n  m.def(\"dead(int x) -> int\");\n}\n";
  const std::string kept = "//- csrc/gone.cu\n#include <torch.h>\n";
  for (const std::string build :
       {"//- setup.py\ns = [join(\"csrc\", n) for n in (\"gone.cu\", \"live.cu\")]\n",
        "//- setup.py\nload(cuda_files=(\"gone.cu\", \"live.cu\"))\n", "//- Makefile\ncsrc/gone.o: x.h\n"})
    CHECK(removed("dead", code + live + build).find(kept) != std::string::npos);
  CHECK(removed("dead", code + live + "//- Makefile\nOBJS = csrc/gone.o csrc/live.o\n") ==
        "//- Makefile\nOBJS = csrc/live.o\n" + live);
}

TEST_CASE("build lists: a name that stands beside no such thing keeps nothing") {
  check_entry("setup.py", "import k\nif k.dead(\"dead\"):\n    s = glob(\"csrc/*.cu\")\n",
              "import k\nif k.dead(\"dead\"):\n    s = glob(\"csrc/*.cu\")\n");
  const std::string other = "s = [\"csrc/other_\" + n + \".cu\" for n in (\"dead\", \"ep\")]\n";
  check_entry("setup.py", other, other);
  const std::string compared = "s = [s for s in glob(\"csrc/*.cu\") if basename(s) != \"dead.cu\"]\n";
  check_entry("setup.py", compared, compared);
}

TEST_CASE("build lists: the lists and registrations of every backend go together") {
  const std::string ops = "m.def(\"dead(int x) -> int\");\n  m.impl(\"dead\", &dead);\n  ";
  const std::string one = "m.def(\"live(int x) -> int\", &live);\n}\n";
  const auto bindings = [](const std::string& body) {
    return "//- csrc/ext.cc\n#include \"ops.h\"\nTORCH_LIBRARY_FRAGMENT(k, m) {\n  " + body +
           "//- csrc/ext_musa.cc\n#include \"ops.h\"\nTORCH_LIBRARY_FRAGMENT(k, m) {\n  " + body +
           "//- csrc/ext_rocm.cc\n#include \"ops.h\"\nTORCH_LIBRARY_FRAGMENT(k, m) {\n  " + body;
  };
  const auto set_up = [](const std::string& name, const std::string& entry) {
    return "//- " + name + "\nsources = [\n    \"csrc/live.cu\",\n" + entry +
           "]\nsetup(ext_modules=[Extension(\"k\", sources)])\n";
  };
  const std::string header = "//- csrc/ops.h\n#pragma once\nint live(int x);\n";
  const std::string code = "//- csrc/kernel.cu\n#include \"ops.h\"\nint dead(int x) { return x; }\n";
  const std::string cmake =
      "//- CMakeLists.txt\nadd_library(k csrc/ext.cc csrc/live.cu csrc/kernel.cu)\n"
      "//- CMakeLists_rocm.txt\nadd_library(k csrc/ext_rocm.cc csrc/live.cu csrc/kernel.cu)\n";
  const std::string cmake_left =
      "//- CMakeLists.txt\nadd_library(k csrc/ext.cc csrc/live.cu)\n"
      "//- CMakeLists_rocm.txt\nadd_library(k csrc/ext_rocm.cc csrc/live.cu)\n";
  const std::string list = "    \"csrc/kernel.cu\",\n";
  const std::string live_source = "//- csrc/live.cu\nint live(int x) { return x; }\n";
  CHECK(removed("dead", cmake + bindings(ops + one) + code + live_source + header + "int dead(int x);\n" +
                            set_up("setup.py", list) + set_up("setup_musa.py", list) + set_up("setup_rocm.py", list)) ==
        cmake_left + bindings(one) + live_source + header + set_up("setup.py", "") + set_up("setup_musa.py", "") +
            set_up("setup_rocm.py", ""));
}

}  // namespace remove_op
