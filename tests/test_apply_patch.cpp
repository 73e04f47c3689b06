#include "apply_patch.h"

#include <catch2/catch.hpp>

#include "mini_repo.h"

namespace remove_op {
namespace {

const std::string header = "diff --git a/a.py b/a.py\nindex 1..2 100644\n--- a/a.py\n+++ b/a.py\n";

// What a.py becomes, or why it does not.
std::string applied(std::string_view text, const std::string& patch, Direction direction = Direction::forwards) {
  const Snapshot from({{"a.py", Text(std::string(text))}});
  auto files = apply_patch(from, patch, direction);
  if (!files) return llvm::toString(files.takeError());
  const auto& file = files->at("a.py");
  return file ? std::string(file->text.view()) : "dropped";
}

}  // namespace

TEST_CASE("apply_patch goes both ways") {
  const std::string patch = header + "@@ -2,3 +2,2 @@ def f\n b\n-c\n d\n@@ -6 +5,2 @@\n-f\n+F\n+G\n";
  CHECK(applied("a\nb\nc\nd\ne\nf\n", patch) == "a\nb\nd\ne\nF\nG\n");
  CHECK(applied("a\nb\nd\ne\nF\nG\n", patch, Direction::backwards) == "a\nb\nc\nd\ne\nf\n");
}

TEST_CASE("apply_patch inserts behind the line that an empty range names") {
  CHECK(applied("a\nb\n", header + "@@ -1,0 +2 @@\n+x\n") == "a\nx\nb\n");
  CHECK(applied("a\nx\nb\n", header + "@@ -1,0 +2 @@\n+x\n", Direction::backwards) == "a\nb\n");
}

TEST_CASE("apply_patch allows no offset and no other text") {
  CHECK(applied("0\na\nb\nc\n", header + "@@ -1,3 +1,2 @@\n a\n-b\n c\n") ==
        "line 6 of the patch: the file has another line here");
  CHECK(applied("a\nbc", header + "@@ -1,2 +1 @@\n a\n-b\n\\ No newline at end of file\n") ==
        "line 8 of the patch: the file has another line here");
  CHECK(applied("a\nb", header + "@@ -1,2 +1 @@\n a\n-b\n") == "line 7 of the patch: the file has another line here");
}

TEST_CASE("apply_patch refuses what is not whole") {
  CHECK(applied("a\nb\n", header + "@@ -1,2 +1 @@\n a\n") == "line 6 of the patch: the hunk is cut short");
  CHECK(applied("a\n", header + "@@ -x +1 @@\n a\n") == "line 5 of the patch: a hunk's header cannot be read");
  CHECK(applied("a\n", "--- a/a.py\n") == "line 0 of the patch: a file's header was expected");
  CHECK(applied("a\n", "diff --git a/a.py b/b.py\n") ==
        "line 1 of the patch: the two names of the file differ or cannot be read");
  CHECK(applied("a\n", "diff --git a/x.py b/x.py\n") == "line 1 of the patch: x.py is not there");
  CHECK(applied("a\nb\n",
                "diff --git a/a.py b/a.py\ndeleted file mode 100644\n--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n") ==
        "line 6 of the patch: a.py is dropped although something is left in it");
  CHECK(applied("a\n",
                "diff --git a/a.py b/a.py\ndeleted file mode 100755\n--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n") ==
        "line 4 of the patch: the mode of a.py is another");
}

}  // namespace remove_op
