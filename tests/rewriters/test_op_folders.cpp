// Folders of ops that only the names of an API lead to.
#include <catch2/catch.hpp>

#include <algorithm>

#include "removed.h"

namespace remove_op {

namespace {

// A binding of `scale`, with `body` for what it does, beside one of `live`.
std::string binding(const std::string& body, const std::string& more = {}) {
  return "//- csrc/binding.cpp\n#include \"exec.h\"\n" + more + "void run_scale(int x) { " + body +
         " }\nvoid run_live(int x) { EXEC_NPU_CMD(aclnnLive, x); }\n"
         "TORCH_LIBRARY(k, m) {\n  m.def(\"npu_scale(int x) -> ()\", &run_scale);\n"
         "  m.def(\"npu_live(int x) -> ()\", &run_live);\n}\n";
}
const std::string without_scale =
    "//- csrc/binding.cpp\n#include \"exec.h\"\nvoid run_live(int x) { EXEC_NPU_CMD(aclnnLive, x); }\n"
    "TORCH_LIBRARY(k, m) {\n  m.def(\"npu_live(int x) -> ()\", &run_live);\n}\n";
const std::string scale_binding = binding("EXEC_NPU_CMD(aclnnScale, x);");

// A folder whose API the build generates from the op's definition.
std::string folder(const std::string& path, const std::string& op) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return "//- " + path + "/CMakeLists.txt\nadd_op_to_compiled_list()\n" + "//- " + path + "/README.md\nIt scales.\n" +
         "//- " + path + "/op_host/config/" + name + ".ini\n[key]\n" + "//- " + path + "/op_host/" + name +
         "_def.cpp\nclass " + op + " : public OpDef {};\nOP_ADD(" + op + ");\n" + "//- " + path + "/op_kernel/" + name +
         ".cpp\n#include \"" + name + ".h\"\nextern \"C\" void " + name + "(int x) { process(x); }\n" + "//- " + path +
         "/op_kernel/" + name +
         ".h\n#pragma once\nconstexpr int WIDTH = 8;\n"
         "inline void process(int x) { use(x + WIDTH); }\n";
}

const std::string live_folder = folder("csrc/moe/live", "Live");
const std::string scale_folder = folder("csrc/moe/scale", "Scale");

std::string list(const std::string& elements) {
  return "//- csrc/build.sh\nOPS=(\n" + elements + ")\nbash make.sh -n \"${OPS[*]}\"\n";
}

// The files of a printed repository.
std::string paths_of(const std::string& repo) {
  std::string paths;
  for (std::size_t at = repo.find("//- "); at != std::string::npos; at = repo.find("\n//- ", at)) {
    at = repo.find("//- ", at) + 4;
    paths += repo.substr(at, repo.find('\n', at) - at) + "\n";
  }
  return paths;
}

}  // namespace

TEST_CASE("op folders: a folder goes with the last use of the API that is generated from it") {
  const std::string after = without_scale + list("  \"live\"\n") + live_folder;
  CHECK(removed("npu_scale", scale_binding + list("  \"live\"\n  \"scale\"\n") + live_folder + scale_folder) == after);
  // In glue of its own, which the binding includes.
  const std::string glue =
      "//- csrc/moe/scale/scale_adapter.h\n#pragma once\nvoid run_scale(int x) { EXEC_NPU_CMD(aclnnScale, x); }\n";
  const std::string included =
      "//- csrc/binding.cpp\n#include \"exec.h\"\n#include \"moe/scale/scale_adapter.h\"\n"
      "void run_live(int x) { EXEC_NPU_CMD(aclnnLive, x); }\nTORCH_LIBRARY(k, m) {\n"
      "  m.def(\"npu_scale(int x) -> ()\", &run_scale);\n  m.def(\"npu_live(int x) -> ()\", &run_live);\n}\n";
  CHECK(removed("npu_scale", included + list("  \"live\"\n  \"scale\"\n") + live_folder + scale_folder + glue) ==
        after);
}

TEST_CASE("op folders: each thing that goes says why") {
  const auto lines = reasons(removal_of("npu_scale", scale_binding + scale_folder));
  const auto has = [&](const std::string& line) { return std::find(lines.begin(), lines.end(), line) != lines.end(); };
  CHECK(
      has("csrc/moe/scale/op_host/scale_def.cpp:2 op folder of folder:csrc/moe/scale: only function run_scale in "
          "csrc/binding.cpp, which goes, referred to it (csrc/binding.cpp:2)"));
  CHECK(
      has("csrc/moe/scale/op_kernel/scale.cpp:1 source file of file:csrc/moe/scale/op_kernel/scale.cpp: only op "
          "folder csrc/moe/scale in csrc/moe/scale/op_host/scale_def.cpp, which goes, referred to it "
          "(csrc/moe/scale/op_host/scale_def.cpp:2)"));
}

TEST_CASE("op folders: an API that is written by hand leads to its folder") {
  const std::string api =
      "//- csrc/moe/scale/op_host/op_api/aclnn_scale.cpp\n#include \"aclnn_scale.h\"\n"
      "extern \"C\" {\nextern aclnnStatus aclnnInnerScale(int x);\n"
      "aclnnStatus aclnnScaleGetWorkspaceSize(int x) { return aclnnInnerScaleGetWorkspaceSize(x); }\n"
      "aclnnStatus aclnnScale(int x) { return aclnnInnerScale(x); }\n}\n"
      "//- csrc/moe/scale/op_host/op_api/aclnn_scale.h\n#pragma once\nextern \"C\" aclnnStatus aclnnScale(int x);\n";
  CHECK(removed("npu_scale", scale_binding + live_folder + scale_folder + api) == without_scale + live_folder);
  // Without a definition of an op, as the parts that run on the host alone have none.
  const std::string only_api = "//- csrc/moe/scale/op_api/aclnn_scale.cpp\nint aclnnScale(int x) { return x; }\n";
  CHECK(removed("npu_scale", scale_binding + live_folder + only_api) == without_scale + live_folder);
}

TEST_CASE("op folders: a name beside the op's own is found by its definition") {
  const std::string api =
      "//- csrc/moe/scale/op_api/aclnn_scale.cpp\nint aclnnScaleWeightNz(int x) { return x; }\n"
      "int aclnnScale(int x) { return x; }\n";
  const std::string weights = binding("EXEC_NPU_CMD(aclnnScaleWeightNz, x);");
  CHECK(removed("npu_scale", weights + live_folder + scale_folder + api) == without_scale + live_folder);
  // Either name keeps all of it.
  const std::string both = binding("EXEC_NPU_CMD(aclnnScale, x);",
                                   "void wide(int x) { EXEC_NPU_CMD(aclnnScaleWeightNz, x); }\n"
                                   "TORCH_LIBRARY_FRAGMENT(k, m) { m.def(\"wide(int x) -> ()\", &wide); }\n");
  CHECK(removed("npu_scale", both + scale_folder + api).find(scale_folder.substr(0, 60)) != std::string::npos);
  // A longer name of nobody's is none of it.
  CHECK(paths_of(removed("npu_scale", binding("EXEC_NPU_CMD(aclnnScaleV2, x);") + scale_folder)) ==
        "csrc/binding.cpp\n" + paths_of(scale_folder));
}

TEST_CASE("op folders: an API that another op uses stays") {
  const std::string two = binding("EXEC_NPU_CMD(aclnnScale, x);",
                                  "void wide(int x) { EXEC_NPU_CMD(aclnnScale, x); }\n"
                                  "TORCH_LIBRARY_FRAGMENT(k, m) { m.def(\"wide(int x) -> ()\", &wide); }\n");
  const std::string before = two + list("  \"live\"\n  \"scale\"\n") + live_folder + scale_folder;
  CHECK(paths_of(removed("npu_scale", before)) == paths_of(before));
  CHECK(removed("npu_scale", before).find("  \"scale\"\n") != std::string::npos);
  CHECK(removed(std::vector<std::string>{"npu_scale", "wide"}, before).find("csrc/moe/scale") == std::string::npos);
}

TEST_CASE("op folders: a name of the API is a use wherever it stands in code") {
  const std::string before = scale_binding + scale_folder;
  for (const std::string use :
       {"//- csrc/b.cpp\nbool has() { return GetOpApiFuncAddr(\"aclnnScale\") != nullptr; }\n",
        "//- csrc/b.cpp\nbool has() { return GetOpApiFuncAddr(\"aclnnScaleGetWorkspaceSize\") != nullptr; }\n",
        "//- csrc/b.cpp\n#define RUN(op, x) EXEC_NPU_CMD(aclnn##op, x)\nvoid b(int x) { RUN(Scale, x); }\n",
        "//- csrc/moe/live/op_host/l0.cpp\nint live_size(int x) { return l0op::Scale(x); }\n",
        "//- pkg/load.py\nimport ctypes\nlib = ctypes.CDLL(\"a.so\")\nlib.aclnnScale(1)\n",
        "//- pkg/load.py\nload([\"aclnnScale\"])\n", "//- pkg/build.py\ncompile(\"csrc/moe/scale/op_kernel\")\n"}) {
    INFO(use);
    CHECK(paths_of(removed("npu_scale", before + use)).find(paths_of(scale_folder)) != std::string::npos);
  }
  for (const std::string mention : {"//- csrc/b.cpp\n// Like aclnnScale.\nint b;\n",
                                    "//- pkg/load.py\n\"\"\"Does what aclnnScale does.\"\"\"\nA = 1  # aclnnScale\n",
                                    "//- tests/test_load.py\ndef test_it():\n    assert lib.aclnnScale\n"}) {
    INFO(mention);
    CHECK(paths_of(removed("npu_scale", before + mention)).find("csrc/moe/scale") == std::string::npos);
  }
}

TEST_CASE("op folders: where names of the API are made up, no folder goes") {
  const std::string made_up =
      "//- csrc/b.cpp\nvoid* find(const std::string& op) { return GetOpApiFuncAddr((\"aclnn\" + op).c_str()); }\n";
  const std::string before = scale_binding + scale_folder;
  CHECK(paths_of(removed("npu_scale", made_up + before)) == paths_of(made_up + before));
}

TEST_CASE("op folders: an element of a list is told from its siblings") {
  const std::string inverse = folder("csrc/moe/scale_inv", "ScaleInv");
  const std::string uses = binding("EXEC_NPU_CMD(aclnnScale, x);",
                                   "void inv(int x) { EXEC_NPU_CMD(aclnnScaleInv, x); }\n"
                                   "TORCH_LIBRARY_FRAGMENT(k, m) { m.def(\"inv(int x) -> ()\", &inv); }\n");
  const std::string after =
      removed("npu_scale", uses + list("  \"scale_inv\"\n  \"scale\"\n  \"pre_scale\"\n") + inverse + scale_folder);
  CHECK(after.find(list("  \"scale_inv\"\n  \"pre_scale\"\n")) != std::string::npos);
  CHECK(after.find(inverse) != std::string::npos);
  CHECK(after.find("csrc/moe/scale/") == std::string::npos);
}

TEST_CASE("op folders: what another folder includes stays, and the rest goes") {
  const std::string user =
      "//- csrc/moe/live/op_kernel/wide.cpp\n#include \"../../scale/op_kernel/scale.h\"\n"
      "extern \"C\" void wide(int x) { process(x); }\n";
  const std::string header = scale_folder.substr(scale_folder.find("//- csrc/moe/scale/op_kernel/scale.h"));
  CHECK(removed("npu_scale", scale_binding + live_folder + user + scale_folder) ==
        without_scale + live_folder + user + header);
  // What a declaration of its own reaches stays too.
  const std::string helper = "//- csrc/moe/scale/op_host/helper.cpp\nint helper(int x) { return x; }\n";
  const std::string caller = "//- csrc/b.cpp\nextern int helper(int x);\nint b(int x) { return helper(x); }\n";
  CHECK(removed("npu_scale", scale_binding + caller + scale_folder + helper).find(helper) != std::string::npos);
}

TEST_CASE("op folders: a folder that another's build names stays") {
  for (const std::string command :
       {"add_modules_sources_aicpu(DEPENDENCIES scale)\n",
        "set(live_depends moe/common moe/scale CACHE INTERNAL \"\")\n",
        "add_modules_sources(OPTYPE scale ACLNNTYPE aclnn)\n", "add_ops_compile_options(OP_NAME Scale)\n"}) {
    INFO(command);
    const std::string user = "//- csrc/moe/live/op_host/CMakeLists.txt\n" + command;
    CHECK(removed("npu_scale", scale_binding + live_folder + user + scale_folder).find(scale_folder) !=
          std::string::npos);
  }
  // With the folder that named it, it goes too.
  const std::string user = "//- csrc/moe/scale/op_host/CMakeLists.txt\nadd_modules_sources_aicpu(DEPENDENCIES wide)\n";
  CHECK(removed("npu_scale", scale_binding + live_folder + scale_folder + user + folder("csrc/moe/wide", "Wide")) ==
        without_scale + live_folder);
}

TEST_CASE("op folders: entries of CMake lists go with their folder") {
  const std::string lists =
      "//- csrc/CMakeLists.txt\nlist(APPEND OP_LIST \"live\")\n"
      "list(APPEND OP_DIR_LIST ${CMAKE_CURRENT_SOURCE_DIR}/moe/live)\n";
  const std::string more =
      "list(APPEND OP_LIST \"scale\")\nlist(APPEND OP_DIR_LIST ${CMAKE_CURRENT_SOURCE_DIR}/moe/scale)\n"
      "foreach(dir ${OP_DIR_LIST})\n  add_subdirectory(${dir})\nendforeach()\nmessage(${OP_LIST})\n";
  const std::string rest = more.substr(more.find("foreach"));
  CHECK(removed("npu_scale", lists + more + scale_binding + live_folder + scale_folder) ==
        lists + rest + without_scale + live_folder);
}

TEST_CASE("op folders: a folder with headers and constants of the same names is left alone") {
  const auto more = [](const std::string& path) {
    return "//- " + path + "/op_kernel/aid.h\n#pragma once\nconstexpr int DIM_TWO = 2;\n" +
           "inline int helper(int x) { return x + DIM_TWO; }\n" + "//- " + path +
           "/op_kernel/also.cpp\n#include \"aid.h\"\nextern \"C\" int also(int x) { return helper(x); }\n";
  };
  const std::string before =
      scale_binding + live_folder + more("csrc/moe/live") + scale_folder + more("csrc/moe/scale");
  const std::string after = removed("npu_scale", before);
  CHECK(after.find("csrc/moe/scale") == std::string::npos);
  CHECK(after == removed("npu_scale", scale_binding + live_folder + more("csrc/moe/live")));
  // A live folder may get a header of that name from elsewhere, where several have one; the only one stays with it.
  const std::string user =
      "//- csrc/moe/live/op_kernel/wide.cpp\n#include \"aid.h\"\nextern \"C\" int wide(int x) { return "
      "helper(x); }\n";
  const std::string aid =
      "//- csrc/moe/scale/op_kernel/aid.h\n#pragma once\nconstexpr int DIM_TWO = 2;\n"
      "inline int helper(int x) { return x + DIM_TWO; }\n";
  CHECK(removed("npu_scale", scale_binding + live_folder + user + scale_folder + more("csrc/moe/scale")) ==
        without_scale + live_folder + user + aid);
  const std::string third = "//- lib/aid.h\n#pragma once\nint other(int x);\n";
  const std::string apart =
      "//- csrc/moe/live/op_kernel/wide.cpp\n#include \"aid.h\"\nextern \"C\" int wide(int x) { return x; }\n";
  CHECK(removed("npu_scale", scale_binding + live_folder + apart + scale_folder + more("csrc/moe/scale") + third) ==
        without_scale + live_folder + apart + third);
}

TEST_CASE("op folders: a header that only one folder has is kept for who includes it by its bare name") {
  const std::string aid = "/op_kernel/aid.h\n#pragma once\nconstexpr int DIM_TWO = 2;\n";
  const std::string user =
      "//- csrc/moe/live/op_kernel/wide.cpp\n#include \"aid.h\"\nextern \"C\" int wide(int x) { return x; }\n";
  const std::string alone = scale_binding + live_folder + user + scale_folder + "//- csrc/moe/scale" + aid;
  CHECK(removed("npu_scale", alone).find("//- csrc/moe/scale" + aid) != std::string::npos);
  // Where several have one, it may as well come from elsewhere: it holds nothing back, and its line stays.
  const std::string third = "//- csrc/moe/third" + aid;
  CHECK(removed("npu_scale", alone + third) == without_scale + live_folder + user + third);
}

TEST_CASE("op folders: a kernel is found by the name of its folder, so it lives with it") {
  CHECK(removed("scale", scale_binding + scale_folder) ==
        "live: code in csrc/moe/scale (csrc/moe/scale/op_kernel/scale.cpp:1) -> op folder csrc/moe/scale in "
        "csrc/moe/scale/op_kernel/scale.cpp (csrc/moe/scale/op_kernel/scale.cpp:2)\n");
}

TEST_CASE("op folders: elements of a string go with one separator") {
  const auto script = [](const std::string& ops) {
    return "//- csrc/build.sh\nOPS=\"" + ops + "\"\nbash make.sh -n \"$OPS\"\n";
  };
  const auto check = [&](const std::string& before, const std::string& after) {
    INFO(before);
    CHECK(removed("npu_scale", scale_binding + script(before) + scale_folder) == without_scale + script(after));
  };
  check("scale;live;wide", "live;wide");
  check("live;scale;wide", "live;wide");
  check("live;wide;scale", "live;wide");
  check("live;wide;scale;", "live;wide;");
  check("scale;live;scale", "live");
  check("scale_inv;scale", "scale_inv");
}

TEST_CASE("op folders: an array on one line, and one that would be left empty") {
  const auto script = [](const std::string& line) {
    return "//- csrc/build.sh\n" + line + "\nbash make.sh \"${OPS[*]}\"\n";
  };
  const auto check = [&](const std::string& before, const std::string& after) {
    INFO(before);
    CHECK(removed("npu_scale", scale_binding + script(before) + scale_folder) == without_scale + script(after));
  };
  check("OPS=(scale live)", "OPS=(live)");
  check("OPS=(live 'scale')", "OPS=(live)");
  check("OPS+=(\"live\" scale wide)", "OPS+=(\"live\" wide)");
  check("OPS=(scale $MORE)", "OPS=($MORE)");
  check("OPS=(scale)", "OPS=(scale)");
  check("OPS=(\n  live  # the first\n  scale  # the second\n)", "OPS=(\n  live  # the first\n)");
  CHECK(notes(removal_of("npu_scale", scale_binding + script("OPS=(scale)") + scale_folder)) ==
        std::vector<std::string>{"csrc/build.sh:1: a list holds nothing but csrc/moe/scale, which goes"});
}

TEST_CASE("op folders: a script that reaches into the folder is reported") {
  const std::string script =
      "//- csrc/build.sh\ncp header.h \"$ROOT/moe/scale/op_kernel/\"\ncp header.h \"$ROOT/moe/scale_inv/\"\n";
  CHECK(notes(removal_of("npu_scale", scale_binding + script + scale_folder)) ==
        std::vector<std::string>{"csrc/build.sh:1: a line names csrc/moe/scale, which goes"});
}

TEST_CASE("op folders: what no folder defines leads nowhere") {
  const std::string before = binding("EXEC_NPU_CMD(aclnnToolkitNorm, x);") + live_folder + scale_folder;
  CHECK(removed("npu_scale", before) == without_scale + live_folder + scale_folder);
}

TEST_CASE("op folders: a folder in which more than an op lives is none") {
  const std::string sub = "//- csrc/moe/scale/lib/more.cpp\nint more(int x) { return x; }\n";
  const std::string project = "//- csrc/moe/scale/CMakeLists.txt\nproject(scale)\n";
  const std::string nested = folder("csrc/moe/scale/inner", "Inner");
  const std::string odd = "//- csrc/moe/scale/op_host/odd_def.cpp\nOP_ADD(NAME(Odd));\n";
  for (const std::string& more : {sub, project, nested, odd}) {
    INFO(more);
    const std::string rest = scale_folder.substr(scale_folder.find("//- csrc/moe/scale/op_host"));
    CHECK(paths_of(removed("npu_scale", scale_binding + rest + more)).find("op_host/scale_def.cpp") !=
          std::string::npos);
  }
  // The folder of the binding itself.
  const std::string flat = folder("csrc", "Scale");
  CHECK(
      paths_of(removed("npu_scale", scale_binding + flat)) ==
      "csrc/CMakeLists.txt\ncsrc/README.md\n" + paths_of(scale_binding) +
          "csrc/op_host/config/csrc.ini\ncsrc/op_host/csrc_def.cpp\ncsrc/op_kernel/csrc.cpp\ncsrc/op_kernel/csrc.h\n");
}

TEST_CASE("op folders: two folders of one name are told apart in no list") {
  const std::string other = folder("csrc/gmm/scale", "ScaleGmm");
  const std::string before = scale_binding + list("  \"live\"\n  \"scale\"\n") + other + scale_folder;
  CHECK(paths_of(removed("npu_scale", before)) == paths_of(before));
}

TEST_CASE("op folders: scripts and tests of the folder go with it") {
  const std::string scripts =
      "//- csrc/moe/scale/tests/test_scale.py\nimport torch\n\n\ndef test_scale():\n    assert torch.npu\n"
      "//- csrc/moe/scale/tools/fix.py\nprint(1)\n";
  CHECK(removed("npu_scale", scale_binding + list("  \"live\"\n  \"scale\"\n") + scale_folder + scripts) ==
        without_scale + list("  \"live\"\n"));
}

TEST_CASE("op folders: glue goes where only includes of the outside are left in it") {
  const auto glue = [](const std::string& includes, const std::string& more) {
    return "//- csrc/moe/scale/adapter.h\n#pragma once\n" + includes +
           "namespace k {\nvoid run_scale(int x) { EXEC_NPU_CMD(aclnnScale, x); }\n" + more + "}\n";
  };
  const std::string including =
      "//- csrc/binding.cpp\n#include \"exec.h\"\n#include \"moe/scale/adapter.h\"\n"
      "void run_live(int x) { EXEC_NPU_CMD(aclnnLive, x); }\nTORCH_LIBRARY(k, m) {\n"
      "  m.def(\"npu_scale(int x) -> ()\", &k::run_scale);\n  m.def(\"npu_live(int x) -> ()\", &run_live);\n}\n";
  CHECK(removed("npu_scale", including + scale_folder + glue("#include <tuple>\n", "")) == without_scale);
  const std::string shared = "//- csrc/tools.h\n#pragma once\ninline int tool(int x) { return x; }\n";
  CHECK(removed("npu_scale", including + scale_folder + glue("#include \"../../tools.h\"\n", "") + shared)
            .find("adapter.h") != std::string::npos);
  CHECK(removed("npu_scale", including + scale_folder + glue("", "inline int other(int x) { return x; }\n"))
            .find("adapter.h") != std::string::npos);
}

TEST_CASE("op folders: tests of the folder are left alone where that is asked for") {
  const std::string test = "//- csrc/moe/scale/tests/test_scale.py\nimport torch\n";
  const std::string before = scale_binding + list("  \"live\"\n  \"scale\"\n") + scale_folder + test;
  Options options;
  options.keep_tests = true;
  CHECK(removed("npu_scale", before, options) == without_scale + list("  \"live\"\n") + test);
}

TEST_CASE("op folders: only lists of ops in scripts around the folder lose an element") {
  const std::string other = "//- csrc/build.sh\nMODELS=(\n  \"live\"\n  \"scale\"\n)\nrun \"${MODELS[@]}\"\n";
  CHECK(removed("npu_scale", scale_binding + other + scale_folder) == without_scale + other);
  const std::string apart = "//- docker/build.sh\nOPS=(\n  \"live\"\n  \"scale\"\n)\nrun \"${OPS[@]}\"\n";
  CHECK(removed("npu_scale", scale_binding + scale_folder + apart) == without_scale + apart);
  CHECK(notes(removal_of("npu_scale", scale_binding + scale_folder + apart)) ==
        std::vector<std::string>{"docker/build.sh:3: still mentions op folder csrc/moe/scale in "
                                 "csrc/moe/scale/op_host/scale_def.cpp"});
}

TEST_CASE("op folders: a Python file that builds keeps the folders that it names") {
  const std::string setup = "//- setup.py\nOPS = [\"live\", \"scale\"]\nbuild(OPS)\n";
  CHECK(paths_of(removed("npu_scale", scale_binding + scale_folder + setup)) ==
        paths_of(scale_binding + scale_folder + setup));
  const std::string layers = "//- pkg/layers.py\nOPS = [\"live\", \"scale\"]\nbuild(OPS)\n";
  CHECK(removed("npu_scale", scale_binding + scale_folder + layers) == without_scale + layers);
}

}  // namespace remove_op
