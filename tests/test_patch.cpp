#include "patch.h"

#include <catch2/catch.hpp>

#include "mini_repo.h"

namespace remove_op {
namespace {

using namespace std::string_literals;

std::string refusal(const Snapshot& before, const Snapshot& after, std::string_view patch) {
  return llvm::toString(verify_patch(before, after, patch));
}

// The patch between the two, which must verify.
std::string patch_between(const Snapshot& before, const Snapshot& after) {
  llvm::Expected<std::string> patch = unified_patch(before, after);
  if (!patch) FAIL(llvm::toString(patch.takeError()));
  INFO(*patch);
  CHECK(refusal(before, after, *patch) == "");
  return *patch;
}

std::string patch_of(const std::string& path, const std::string& before, std::optional<std::string> after,
                     unsigned mode = 0100644) {
  const Snapshot first({{path, Text(before), mode}});
  return patch_between(first, first.with({{path, after ? std::optional(Text(*after)) : std::nullopt}}));
}

}  // namespace

TEST_CASE("a patch is written as git writes it") {
  CHECK(patch_of("csrc/ops.h", "a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nd\nf\ng\n") ==
        "diff --git a/csrc/ops.h b/csrc/ops.h\n"
        "index f9d9a01..dee7593 100644\n"
        "--- a/csrc/ops.h\n"
        "+++ b/csrc/ops.h\n"
        "@@ -2,6 +2,5 @@ a\n"
        " b\n c\n d\n-e\n f\n g\n");
}

TEST_CASE("a hunk that could slide begins where a block begins, as with git") {
  CHECK(patch_of("a.py", "def a():\n    x\n    y\n\ndef b():\n    x\n    y\n\ndef c():\n    x\n    y\n",
                 "def a():\n    x\n    y\n\ndef c():\n    x\n    y\n")
            .find("-def b():\n-    x\n-    y\n-\n def c():\n") != std::string::npos);
  CHECK(patch_of("a.cpp", "ops.def(\n  a);\nops.def(\n  b,\n  c);\nops.def(\n  d);\n",
                 "ops.def(\n  a);\nops.def(\n  d);\n")
            .find(" ops.def(\n   a);\n-ops.def(\n-  b,\n-  c);\n ops.def(\n") != std::string::npos);
}

TEST_CASE("a dropped file keeps its mode in the patch") {
  CHECK(patch_of("tools/run.sh", "echo\n", std::nullopt, 0100755) ==
        "diff --git a/tools/run.sh b/tools/run.sh\n"
        "deleted file mode 100755\n"
        "index fa11a6a..0000000\n"
        "--- a/tools/run.sh\n"
        "+++ /dev/null\n"
        "@@ -1 +0,0 @@\n"
        "-echo\n");
}

TEST_CASE("an edited executable stays executable") {
  CHECK(patch_of("run.sh", "a\nb\n", "a\n", 0100755).find(" 100755\n--- a/run.sh\n") != std::string::npos);
}

TEST_CASE("an emptied file is not a dropped one") {
  const std::string patch = patch_of("a.py", "x\n", "");
  CHECK(patch.find("+++ b/a.py\n@@ -1 +0,0 @@\n-x\n") != std::string::npos);
  CHECK(patch.find("deleted") == std::string::npos);
}

TEST_CASE("a dropped file that was empty has a patch without hunks") {
  CHECK(patch_of("pkg/__init__.py", "", std::nullopt) ==
        "diff --git a/pkg/__init__.py b/pkg/__init__.py\n"
        "deleted file mode 100644\n"
        "index e69de29..0000000\n");
}

TEST_CASE("line endings and missing final newlines survive") {
  CHECK(patch_of("a.cu", "x\r\ny\r\nz", "x\r\nz")
            .find("@@ -1,3 +1,2 @@\n x\r\n-y\r\n z\n\\ No newline at end of file\n") != std::string::npos);
  CHECK(patch_of("a.cu", "x\ny", "x\n").find("-y\n\\ No newline at end of file\n") != std::string::npos);
  CHECK(patch_of("a.cu", "x\ny\n", "x").find("-x\n-y\n+x\n\\ No newline at end of file\n") != std::string::npos);
  CHECK(patch_of("a.cu", "x\ry\rz\n", "x\rz\n").find("-x\ry\rz\n+x\rz\n") != std::string::npos);
}

TEST_CASE("bytes that are not UTF-8 pass through") {
  CHECK(patch_of("a.cu", "// caf\xe9\nint a;\n\xff\xfe\n", "// caf\xe9\n\xff\xfe\n")
            .find(" // caf\xe9\n-int a;\n \xff\xfe\n") != std::string::npos);
}

TEST_CASE("a NUL far into a file does not make the patch binary") {
  const std::string head(9000, 'x');
  CHECK(patch_of("a.cu", head + "\n\0\nend\n"s, head + "\n\0\n"s).find("-end\n") != std::string::npos);
}

TEST_CASE("odd paths are quoted as git quotes them") {
  CHECK(patch_of("a b/c d.py", "x\ny\n", "x\n").find("diff --git a/a b/c d.py b/a b/c d.py\n") == 0);
  CHECK(patch_of("a b/c d.py", "x\ny\n", "x\n").find("\n--- a/a b/c d.py\t\n+++ b/a b/c d.py\t\n") !=
        std::string::npos);
  CHECK(patch_of("caf\xc3\xa9.py", "x\ny\n", "x\n").find("\n--- \"a/caf\\303\\251.py\"\n") != std::string::npos);
  CHECK(patch_of("say\"hi\".py", "x\ny\n", "x\n").find("diff --git \"a/say\\\"hi\\\".py\" \"b/say\\\"hi\\\".py\"\n") ==
        0);
  CHECK(patch_of("back\\slash\t.py", "x\ny\n", std::nullopt).find("--- \"a/back\\\\slash\\t.py\"\n+++ /dev/null\n") !=
        std::string::npos);
  CHECK(patch_of("sp ace \xc3\xa9.py", "x\ny\n", std::nullopt).find("--- \"a/sp ace \\303\\251.py\"\n") !=
        std::string::npos);
}

TEST_CASE("lines that look like headers are only lines") {
  patch_of("a.txt", "-- a/x\n++ b/x\n@@ -1 +1 @@\ndiff --git a/x b/x\nz\n", "diff --git a/x b/x\nz\n");
  patch_of("a.txt", "k\n-- a/x\n+++ b/x\n\nz\n", "k\n\nz\n");
}

TEST_CASE("files come in order of path, with what changed only") {
  const Snapshot before = mini_repo("//- b.py\n1\n//- a.py\n1\n//- a/z.py\n1\n//- keep.py\n1\n");
  const Snapshot after =
      before.with({{"b.py", Text("2\n")}, {"a.py", std::nullopt}, {"a/z.py", Text("")}, {"keep.py", Text("1\n")}});
  CHECK(changed_paths(before, after) == std::vector<std::string>{"a.py", "a/z.py", "b.py"});
  const std::string patch = patch_between(before, after);
  CHECK(patch.find("a.py") < patch.find("a/z.py"));
  CHECK(patch.find("a/z.py") < patch.find("b.py"));
  CHECK(patch.find("keep.py") == std::string::npos);
}

TEST_CASE("equal snapshots have no patch") {
  const Snapshot before = mini_repo("//- a.py\n1\n");
  CHECK(patch_between(before, before).empty());
}

TEST_CASE("a patch that does something else does not verify") {
  const Snapshot before = mini_repo("//- a.py\n1\n2\n//- b.py\n1\n");
  const Snapshot after = before.with({{"a.py", Text("1\n")}});
  const std::string patch = patch_between(before, after);
  CHECK(refusal(before, before.with({{"a.py", Text("2\n")}}), patch) != "");
  CHECK(refusal(before, after.with({{"b.py", std::nullopt}}), patch) != "");
  CHECK(refusal(before, after, "") != "");
  CHECK(refusal(before, after, "nonsense") != "");
  CHECK(refusal(before, before, patch) == "a patch was made although nothing changed");
}

}  // namespace remove_op
