// What counts as the repository: work trees, folders, commits, and all that is odd in them.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tool/command.h"
#include "tool/shop.h"

namespace remove_op {
namespace {

using Catch::Contains;
namespace fs = std::filesystem;

constexpr std::string_view user = "import torch\n\ntorch.ops._C.dead_op(1)\n";
// Production code by this name keeps the op alive.
const std::string user_path = "shop/other_caller.py";

struct Shop : Folder {
  Shop() {
    add(shop);
    commit_all();
  }
};

}  // namespace

TEST_CASE("outside of a repository nothing is read") {
  const Folder empty;
  const Finished done = empty.remove_op({"dead_op"});
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("no git repository") && Contains("--repo DIR"));
  CHECK(empty.remove_op({"-C", "no/such", "dead_op"}).status == 2);
  empty.write("file", "");
  CHECK_THAT(empty.remove_op({"-C", "file", "dead_op"}).err, Contains("not a folder"));
}

TEST_CASE("a plain folder is read whole, but not changed") {
  const Folder folder;
  folder.add(shop);
  CHECK(folder.remove_op({"-C", ".", "dead_op"}).status == 0);
  const Finished refused = folder.remove_op({"-C", ".", "--apply", "dead_op"});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("--apply needs a git work tree"));
  CHECK(folder.remove_op({"-C", ".", "--rev", "HEAD", "dead_op"}).status == 2);
}

TEST_CASE("the work tree is read from anywhere inside it") {
  const Shop repo;
  const Finished done = run({.arguments = {REMOVE_OP_BINARY, "dead_op"}, .folder = repo.path() / "shop"});
  CHECK(done.out == repo.remove_op({"dead_op"}).out);
}

TEST_CASE("a folder named with --repo is read alone, and says so") {
  const Folder outer, inner;
  outer.write("caller.py", user);
  inner.add(shop);
  fs::copy(inner.path(), outer.path() / "inner", fs::copy_options::recursive);
  outer.commit_all();
  const Finished done = outer.remove_op({"-C", "inner", "dead_op"});
  CHECK(done.status == 0);
  CHECK_THAT(done.err, Contains("note: only inner/ of the git work tree is read"));
  CHECK_THAT(done.out, Contains("--- a/csrc/ops.h"));
  CHECK(outer.remove_op({"-C", "inner", "--apply", "dead_op"}).status == 0);
  CHECK(outer.read("inner/csrc/ops.h") == header_without_dead_op);
}

TEST_CASE("what is on disk counts, also where it is not committed") {
  const Shop repo;
  repo.write(user_path, user);
  CHECK(repo.remove_op({"dead_op"}).status == 1);
  CHECK(repo.remove_op({"--rev", "HEAD", "dead_op"}).status == 0);
  repo.write(".gitignore", user_path + "\n");
  CHECK(repo.remove_op({"dead_op"}).status == 0);
}

TEST_CASE("an ignored folder is not read, but tracked files in it are") {
  const Shop repo;
  repo.write("build/caller.py", user);
  repo.write(".gitignore", "build/\n");
  CHECK(repo.remove_op({"dead_op"}).status == 0);
  repo.git({"add", "-f", "build/caller.py"});
  CHECK(repo.remove_op({"dead_op"}).status == 1);
}

TEST_CASE("every version of git's index is read") {
  const Shop repo;
  const std::string expected = repo.remove_op({"dead_op"}).out;
  for (const char* version : {"2", "3", "4"}) {
    repo.git({"update-index", "--index-version", version});
    CHECK(repo.remove_op({"dead_op"}).out == expected);
  }
  repo.git({"update-index", "--split-index"});
  CHECK_THAT(repo.remove_op({"dead_op"}).err, Contains("split or sparse"));
  repo.git({"update-index", "--no-split-index"});
  repo.write(".git/index", "DIRC nonsense");
  CHECK_THAT(repo.remove_op({"dead_op"}).err, Contains("index cannot be read"));
}

TEST_CASE("users that a sparse check-out leaves out still count") {
  const Shop repo;
  repo.write(user_path, user);
  repo.commit_all();
  repo.git({"sparse-checkout", "set", "--no-cone", "/*", "!/" + user_path});
  REQUIRE_FALSE(repo.has(user_path));
  CHECK(repo.remove_op({"dead_op"}).status == 1);
}

TEST_CASE("a commit is read from a bare repository") {
  const Shop repo;
  const Folder away;
  const std::string bare = (away.path() / "bare.git").string();
  REQUIRE(away.git({"clone", "-q", "--bare", repo.path().string(), bare}).status == 0);
  CHECK(away.remove_op({"-C", bare, "--rev", "HEAD", "dead_op"}).out == repo.remove_op({"dead_op"}).out);
  CHECK_THAT(away.remove_op({"-C", bare, "dead_op"}).err, Contains("name a commit with --rev"));
  CHECK_THAT(away.remove_op({"-C", bare, "--rev", "nope", "dead_op"}).err, Contains("--rev nope: names no commit"));
}

TEST_CASE("a partial clone is read as far as it goes") {
  const Shop repo;
  repo.write("docs/about.md", "about\n");
  repo.commit_all();
  repo.git({"config", "uploadpack.allowFilter", "true"});
  const Folder away;
  REQUIRE(away.git({"clone", "-q", "--bare", "--filter=blob:none", "file://" + repo.path().string(), "partial.git"})
              .status == 0);
  const Finished done = away.remove_op({"-C", "partial.git", "--rev", "HEAD", "dead_op"});
  CHECK(done.status == 2);
  CHECK(done.out == "");
}

TEST_CASE("symbolic links are never followed") {
  const Shop repo;
  const Folder outside;
  outside.write("caller.py", user);
  fs::create_directory_symlink("..", repo.path() / "csrc/loop");
  fs::create_directory_symlink(outside.path(), repo.path() / "away");
  fs::create_symlink(outside.path() / "caller.py", repo.path() / "shop/linked_caller.py");
  fs::create_symlink("ops.h", repo.path() / "csrc/same_ops.h");
  repo.commit_all();
  const Finished done = repo.remove_op({"dead_op"});
  CHECK(done.status == 0);
  CHECK_THAT(done.out, !Contains("same_ops.h") && !Contains("loop"));
  CHECK(repo.remove_op({"--rev", "HEAD", "dead_op"}).out == done.out);
}

TEST_CASE("submodules and repositories inside are not entered, and are named") {
  const Shop repo;
  const Folder other;
  other.write("caller.py", user);
  other.commit_all();
  REQUIRE(repo.git({"submodule", "add", "-q", other.path().string(), "third_party"}).status == 0);
  repo.commit_all();
  REQUIRE(repo.git({"clone", "-q", other.path().string(), "nested"}).status == 0);
  const Finished done = repo.remove_op({"dead_op"});
  CHECK(done.status == 0);
  CHECK_THAT(done.err, Contains("note: third_party: a submodule, not read\n") &&
                           Contains("note: nested: a repository of its own, not read\n"));
  CHECK_THAT(repo.remove_op({"--rev", "HEAD", "dead_op"}).err, Contains("note: third_party: a submodule, not read\n"));
}

TEST_CASE("binary, empty and odd files do not disturb") {
  const Shop repo;
  using namespace std::string_literals;
  repo.write("weights.dat", "dead_op\0\0dead_op"s);
  repo.write("caller.so", "dead_op");
  repo.write("empty.py", "");
  repo.write("latin1.txt", "caf\xe9 \xff\xfe\n");
  repo.write("a dir/wei\"rd \xc3\xa9\n.txt", "x\n");
  REQUIRE(mkfifo((repo.path() / "pipe.py").c_str(), 0600) == 0);
  const Finished done = repo.remove_op({"dead_op"});
  CHECK(done.status == 0);
  CHECK_THAT(done.out, !Contains("weights.dat") && !Contains("caller.so"));
}

TEST_CASE("a file over 50 MB is not read, and is named") {
  const Shop repo;
  repo.write("huge.txt", std::string(9000, 'x'));
  fs::resize_file(repo.path() / "huge.txt", 60'000'000);
  const Finished done = repo.remove_op({"dead_op"});
  CHECK(done.status == 0);
  CHECK_THAT(done.err, Contains("note: huge.txt: not read: larger than 50 MB\n"));
}

TEST_CASE("a file that cannot be read is named") {
  // Also for root: the text of a sparse check-out whose object is gone.
  const Shop repo;
  repo.write("docs/about.md", "about\n");
  repo.commit_all();
  const std::string id = repo.git({"rev-parse", "HEAD:docs/about.md"}).out.substr(0, 40);
  repo.git({"sparse-checkout", "set", "--no-cone", "/*", "!/docs/"});
  fs::remove(repo.path() / ".git/objects" / id.substr(0, 2) / id.substr(2));
  const Finished done = repo.remove_op({"dead_op"});
  CHECK(done.status == 0);
  CHECK_THAT(done.err, Contains("note: docs/about.md: not read: missing in this clone"));
}

TEST_CASE("files that come and go while they are read are survived") {
  const Shop repo;
  const pid_t busy = fork();
  if (busy == 0) {
    for (;;) {
      for (int i = 0; i < 50; ++i) repo.write("churn/" + std::to_string(i) + ".txt", "x\n");
      std::error_code ignored;
      fs::remove_all(repo.path() / "churn", ignored);
    }
  }
  for (int i = 0; i < 10; ++i) CHECK(repo.remove_op({"dead_op"}).status == 0);
  kill(busy, SIGKILL);
  waitpid(busy, nullptr, 0);
}

}  // namespace remove_op
