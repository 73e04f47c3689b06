// --apply: all files or none, and never anything that git could not bring back.
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <thread>

#include "tool/command.h"
#include "tool/shop.h"

namespace remove_op {
namespace {

using Catch::Contains;
namespace fs = std::filesystem;

struct Shop : Folder {
  Shop() {
    add(shop);
    commit_all();
  }
};

bool has_leftovers(const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().filename().string().starts_with(".remove-op")) return true;
  return false;
}

}  // namespace

TEST_CASE("option apply: makes of the work tree what the patch would make of it") {
  const Shop repo, other;
  fs::permissions(repo.path() / "csrc/ops.h", fs::perms(0640));
  other.write(".git/p", other.remove_op({"dead_op"}).out);
  REQUIRE(other.git({"apply", ".git/p"}).status == 0);
  const Finished done = repo.remove_op({"--apply", "dead_op"});
  CHECK(done.status == 0);
  CHECK(done.out == "");
  CHECK_THAT(done.err, Contains("dead_op is dead"));
  CHECK(repo.everything() == other.everything());
  CHECK(fs::status(repo.path() / "csrc/ops.h").permissions() == fs::perms(0640));
  CHECK(repo.remove_op({"dead_op"}).status == 2);
}

TEST_CASE("option apply: removes dropped files, and the folders that they leave empty") {
  const Folder repo;
  repo.add(shop);
  fs::create_directories(repo.path() / "csrc/attic/old");
  fs::rename(repo.path() / "csrc/dead.cu", repo.path() / "csrc/attic/old/dead.cu");
  repo.commit_all();
  CHECK(repo.remove_op({"--apply", "dead_op"}).status == 0);
  CHECK_FALSE(repo.has("csrc/attic"));
  CHECK(repo.has("csrc"));
}

TEST_CASE("option apply: refuses where a touched file has changes that git does not hold") {
  const Shop repo;
  repo.write("csrc/ops.h", repo.read("csrc/ops.h") + "// mine\n");
  const std::string before = repo.everything();
  const Finished changed = repo.remove_op({"--apply", "dead_op"});
  CHECK(changed.status == 2);
  CHECK_THAT(changed.err, Contains("nothing was applied") && Contains("csrc/ops.h: has uncommitted changes"));
  repo.git({"add", "csrc/ops.h"});
  CHECK_THAT(repo.remove_op({"--apply", "dead_op"}).err, Contains("csrc/ops.h: has uncommitted changes"));
  CHECK(repo.everything() == before);
  repo.commit_all();
  repo.write("unrelated.txt", "mine\n");
  CHECK(repo.remove_op({"--apply", "dead_op"}).status == 0);
}

TEST_CASE("option apply: refuses to touch an untracked file, and a tree without commits") {
  const Shop repo;
  repo.git({"rm", "-q", "--cached", "csrc/ops.h"});
  repo.git({"commit", "-q", "-m", "less"});
  const std::string before = repo.everything();
  CHECK_THAT(repo.remove_op({"--apply", "dead_op"}).err, Contains("csrc/ops.h: git does not track it"));
  CHECK(repo.everything() == before);
  const Folder unborn;
  unborn.add(shop);
  unborn.git({"init", "-q"});
  unborn.git({"add", "-A"});
  CHECK(unborn.remove_op({"--apply", "dead_op"}).status == 2);
}

TEST_CASE("a disk that fills up while applying leaves the tree whole") {
  const Folder repo;
  repo.add(shop);
  // The header comes last of those that are replaced, and is too large for the limit.
  repo.write("csrc/ops.h", repo.read("csrc/ops.h") + "// " + std::string(20000, 'x') + "\n");
  repo.commit_all();
  const std::string before = repo.everything();
  const Finished done =
      run({.arguments = {REMOVE_OP_BINARY, "--apply", "dead_op"}, .folder = repo.path(), .in_child = [] {
             const rlimit small = {10000, 10000};
             setrlimit(RLIMIT_FSIZE, &small);
           }});
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("csrc/ops.h: cannot be written") && Contains("the work tree is as it was"));
  CHECK(repo.everything() == before);
  CHECK_FALSE(has_leftovers(repo.path()));
}

TEST_CASE("a full file system leaves the tree whole") {
  const Folder repo;
  if (mount("tmpfs", repo.path().c_str(), "tmpfs", 0, "size=512k") != 0) {
    WARN("skipped: this user may not mount a small file system");
    return;
  }
  repo.add(shop);
  repo.write("csrc/ops.h", repo.read("csrc/ops.h") + "// " + std::string(60000, 'x') + "\n");
  repo.commit_all();
  repo.write("filler", "");
  for (std::size_t size = 0; fs::space(repo.path()).available >= 16384;) {
    size += 4096;
    repo.write("filler", std::string(size, 'x'));
  }
  const std::string before = repo.everything();
  const Finished done = repo.remove_op({"--apply", "dead_op"});
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("No space left on device"));
  CHECK(repo.everything() == before);
  CHECK_FALSE(has_leftovers(repo.path()));
  umount(repo.path().c_str());
}

TEST_CASE("a tree that may not be written stays as it is") {
  const Shop repo;
  const std::string before = repo.everything();
  const auto apply = [&] { return repo.remove_op({"--apply", "dead_op"}); };
  if (getuid() == 0) {  // root may write anywhere but on a read-only mount
    const char* path = repo.path().c_str();
    if (mount(path, path, nullptr, MS_BIND, nullptr) != 0 ||
        mount(path, path, nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) != 0) {
      WARN("skipped: root may not mount here");
      return;
    }
    const Finished done = apply();
    umount(path);
    CHECK(done.status == 2);
    CHECK_THAT(done.err, Contains("Read-only file system") && Contains("the work tree is as it was"));
  } else {
    fs::permissions(repo.path() / "csrc", fs::perms(0555));
    const Finished done = apply();
    fs::permissions(repo.path() / "csrc", fs::perms(0755));
    CHECK(done.status == 2);
    CHECK_THAT(done.err, Contains("Permission denied") && Contains("the work tree is as it was"));
  }
  CHECK(repo.everything() == before);
}

TEST_CASE("SIGINT while applying leaves the tree as it was, or as it should be") {
  const Shop done;
  REQUIRE(done.remove_op({"--apply", "dead_op"}).status == 0);
  bool stopped = false, finished = false;
  for (int attempt = 0; attempt < 16; ++attempt) {
    const Shop repo;
    const std::string before = repo.everything();
    const Finished end =
        run({.arguments = {REMOVE_OP_BINARY, "--apply", "dead_op"},
             .folder = repo.path(),
             .while_it_runs = [&](pid_t child) {
               std::this_thread::sleep_for(std::chrono::microseconds(attempt % 2 ? 2000 * attempt : 0));
               for (int i = 0; attempt % 2 == 0 && i < 2000 && !has_leftovers(repo.path()); ++i)
                 std::this_thread::sleep_for(std::chrono::microseconds(100));
               kill(child, SIGINT);
             }});
    const std::string after = repo.everything();
    CHECK((after == before || after == done.everything()));
    CHECK((end.status == 128 + SIGINT || end.status == 2 || end.status == 0));
    CHECK_FALSE(has_leftovers(repo.path()));
    (after == before ? stopped : finished) = true;
  }
  INFO("stopped in time: " << stopped << ", finished: " << finished);
  CHECK((stopped || finished));
}

}  // namespace remove_op
