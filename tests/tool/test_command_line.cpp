// What the command prints, where, and how it ends.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tool/command.h"
#include "tool/shop.h"

namespace remove_op {
namespace {

using Catch::Contains;

struct Shop : Folder {
  Shop() {
    add(shop);
    commit_all();
  }
};

}  // namespace

TEST_CASE("the patch goes to stdout, the summary to stderr, and nothing changes on disk") {
  const Shop repo;
  const std::string before = repo.everything();
  const Finished done = repo.remove_op({"dead_op"});
  CHECK(done.status == 0);
  CHECK_THAT(done.out,
             Contains("--- a/csrc/ops.h\n+++ b/csrc/ops.h\n") && Contains("-void dead_op(torch::Tensor& x);\n"));
  CHECK_THAT(done.out, !Contains("-void live_op"));
  CHECK_THAT(done.err, Contains("dead_op is dead\n") && Contains("csrc/ops.h:6"));
  CHECK(repo.everything() == before);
}

TEST_CASE("git applies the patch, forwards and in reverse") {
  const Shop repo;
  const std::string before = repo.everything();
  repo.write("../" + repo.path().filename().string() + ".patch", repo.remove_op({"dead_op"}).out);
  const std::string patch = repo.path().string() + ".patch";
  CHECK(repo.git({"apply", "--check", patch}).err == "");
  CHECK(repo.git({"apply", patch}).status == 0);
  CHECK(repo.read("csrc/ops.h") == header_without_dead_op);
  CHECK(repo.git({"apply", "-R", patch}).status == 0);
  CHECK(repo.everything() == before);
  std::filesystem::remove(patch);
}

TEST_CASE("a live op is refused with its users, and --force removes it all the same") {
  const Shop repo;
  const Finished refused = repo.remove_op({"live_op"});
  CHECK(refused.status == 1);
  CHECK(refused.out == "");
  CHECK_THAT(refused.err, Contains("live_op is live\n") && Contains("shop/caller.py:5") && Contains("--force"));
  const Finished forced = repo.remove_op({"--force", "live_op"});
  CHECK(forced.status == 0);
  CHECK_THAT(forced.out, Contains("-void live_op(torch::Tensor& x);\n"));
  CHECK_THAT(forced.err, Contains("shop/caller.py:5") && Contains("removed all the same"));
}

TEST_CASE("the list names every op with its places, and takes no NAME") {
  const Shop repo;
  const Finished listed = repo.remove_op({"--list"});
  CHECK(listed.status == 0);
  CHECK(listed.out ==
        "_C::dead_op  csrc/torch_bindings.cpp:6:3  def, impl\n_C::live_op  csrc/torch_bindings.cpp:4:3  def, impl\n2 "
        "ops\n");
  CHECK(nlohmann::json::parse(repo.remove_op({"--list", "--format", "json"}).out)["ops"].size() == 2);
  const Finished both = repo.remove_op({"--list", "dead_op"});
  CHECK(both.status == 2);
  CHECK_THAT(both.err, Contains("--list takes no NAME"));
  CHECK(repo.remove_op({"--list", "--format", "sarif"}).status == 2);
  CHECK_THAT(repo.remove_op({}).err, Contains("NAME is missing"));
}

TEST_CASE("an unknown name ends with 2 and nothing on stdout") {
  const Shop repo;
  const Finished unknown = repo.remove_op({"ded_op"});
  CHECK(unknown.status == 2);
  CHECK(unknown.out == "");
  CHECK_THAT(unknown.err, Contains("remove-op: ") && Contains("ded_op"));
}

TEST_CASE("a computed name withholds the patch with 3") {
  const Folder repo;
  repo.add(shop);
  repo.add(
      "//- shop/doubt.py\nimport torch\n\n\ndef reach(name, x):\n    return getattr(torch.ops._C, name)(x)  # "
      "dead_op\n\n\nreach(input(), 1)\n");
  repo.commit_all();
  const Finished withheld = repo.remove_op({"dead_op"});
  CHECK(withheld.status == 3);
  CHECK(withheld.out == "");
  CHECK_THAT(withheld.err, Contains("perhaps live"));
}

TEST_CASE("bad usage ends with 2 and points to the help") {
  const Shop repo;
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{},
                                             {"--frobnicate", "x"},
                                             {"--format", "yaml", "x"},
                                             {"-n", "--apply", "x"},
                                             {"-n", "-o", "f", "x"},
                                             {"--rev", "HEAD", "--apply", "x"}}) {
    const Finished done = repo.remove_op(wrong);
    CHECK(done.status == 2);
    CHECK(done.out == "");
    CHECK_THAT(done.err, Catch::StartsWith("remove-op: ") && Contains("; see remove-op --help\n"));
  }
  CHECK_FALSE(repo.has("f"));
}

TEST_CASE("help and version need no repository") {
  const Folder empty;
  const Finished help = empty.remove_op({"--help"});
  CHECK(help.status == 0);
  CHECK_THAT(help.out, Contains("Examples:") && Contains("Exit status:") && Contains("--dry-run"));
  const Finished version = empty.remove_op({"--version"});
  CHECK(version.status == 0);
  CHECK_THAT(version.out, Catch::Matches("remove-op [0-9.]+\n"));
}

TEST_CASE("option dry-run: tells people on stdout, without colour where it is no terminal") {
  const Shop repo;
  const Finished done = repo.remove_op({"-n", "dead_op"});
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("dead_op is dead") && Contains("csrc/ops.h:6") && Contains("diff --git "));
  CHECK_THAT(done.out, !Contains("\x1b"));
  CHECK(repo.remove_op({"-n", "live_op"}).status == 1);
}

TEST_CASE("option format: json is whole and machine-readable, for every verdict") {
  const Shop repo;
  const auto dead = nlohmann::json::parse(repo.remove_op({"--format", "json", "dead_op"}).out);
  CHECK(dead["verdict"] == "dead");
  CHECK(dead["patch"] == repo.remove_op({"dead_op"}).out);
  CHECK(dead["gone"].size() >= 3);
  const Finished live = repo.remove_op({"--format", "json", "live_op"});
  CHECK(live.status == 1);
  CHECK(nlohmann::json::parse(live.out)["chains"][0][0]["path"] == "shop/caller.py");
}

TEST_CASE("option output: writes the whole patch beside nothing else") {
  const Shop repo;
  const std::string patch = repo.remove_op({"dead_op"}).out;
  const Finished done = repo.remove_op({"-o", "out.patch", "dead_op"});
  CHECK(done.status == 0);
  CHECK(done.out == "");
  CHECK(repo.read("out.patch") == patch);
  CHECK(repo.git({"status", "--porcelain"}).out == "?? out.patch\n");
}

TEST_CASE("option output: leaves the file alone where there is no patch") {
  const Shop repo;
  repo.write("out.patch", "mine");
  CHECK(repo.remove_op({"-o", "out.patch", "live_op"}).status == 1);
  CHECK(repo.read("out.patch") == "mine");
}

TEST_CASE("option output: refuses a symbolic link, a folder and a folder that is not there") {
  const Shop repo;
  repo.write("target", "mine");
  std::filesystem::create_symlink("target", repo.path() / "link");
  CHECK_THAT(repo.remove_op({"-o", "link", "dead_op"}).err, Contains("link: is a symbolic link"));
  CHECK(repo.read("target") == "mine");
  CHECK(repo.remove_op({"-o", "csrc", "dead_op"}).status == 2);
  CHECK(repo.remove_op({"-o", "no/such/out", "dead_op"}).status == 2);
}

TEST_CASE("option output: to a device writes to it and keeps it") {
  const Shop repo;
  CHECK(repo.remove_op({"-o", "/dev/null", "dead_op"}).status == 0);
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a file that cannot grow is not left half-written") {
  const Shop repo;
  repo.write("out.patch", "mine");
  const Finished done =
      run({.arguments = {REMOVE_OP_BINARY, "-o", "out.patch", "dead_op"}, .folder = repo.path(), .in_child = [] {
             const rlimit tiny = {100, 100};
             setrlimit(RLIMIT_FSIZE, &tiny);
           }});
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("out.patch: cannot be written"));
  CHECK(repo.read("out.patch") == "mine");
  CHECK(repo.git({"status", "--porcelain"}).out == "?? out.patch\n");
}

TEST_CASE("stdout that is closed early is no failure") {
  const Shop repo;
  const Finished done = run({.arguments = {"sh", "-c", std::string(REMOVE_OP_BINARY) + " dead_op 2>err | true; wait"},
                             .folder = repo.path()});
  CHECK(done.status == 0);
  CHECK_THAT(repo.read("err"), Contains("dead_op is dead") && !Contains("remove-op:"));
}

TEST_CASE("stdout that was never open, or is full, is a failure") {
  const Shop repo;
  const Finished closed = run(
      {.arguments = {REMOVE_OP_BINARY, "dead_op"}, .folder = repo.path(), .in_child = [] { close(STDOUT_FILENO); }});
  CHECK(closed.status == 2);
  CHECK_THAT(closed.err, Contains("stdout: cannot be written"));
  const Finished full = run({.arguments = {REMOVE_OP_BINARY, "dead_op"}, .folder = repo.path(), .in_child = [] {
                               dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
                             }});
  CHECK(full.status == 2);
  CHECK_THAT(full.err, Contains("stdout: cannot be written"));
}

TEST_CASE("a path as NAME is found from where the user stands") {
  const Shop repo;
  const std::string expected = repo.remove_op({"dead_op", "csrc/dead.cu"}).out;
  CHECK_THAT(expected, Contains("diff --git a/csrc/dead.cu b/csrc/dead.cu\ndeleted file mode 100644\n"));
  const auto from_csrc = [&](const std::string& name) {
    return run({.arguments = {REMOVE_OP_BINARY, "dead_op", name}, .folder = repo.path() / "csrc"}).out;
  };
  CHECK(from_csrc("dead.cu") == expected);
  CHECK(from_csrc("./dead.cu") == expected);
  CHECK(from_csrc("../csrc/dead.cu") == expected);
  CHECK(from_csrc((repo.path() / "csrc/dead.cu").string()) == expected);
  CHECK(from_csrc("csrc/dead.cu") == expected);
}

TEST_CASE("a NAME outside the repository, or with shell or control characters, is refused") {
  const Shop repo;
  for (const std::string& name : {std::string("/etc/passwd"), std::string("../x.cu"), std::string("csrc/../../x.cu")})
    CHECK_THAT(repo.remove_op({name}).err, Contains("lies outside the repository"));
  for (const std::string& name :
       {std::string("a;rm -rf ."), std::string("$(id)"), std::string("a|b"), std::string("*"), std::string("csrc/*.cu"),
        std::string("a\nb"), std::string("`id`"), std::string("")}) {
    const Finished done = repo.remove_op({"--", name});
    CHECK(done.status == 2);
    CHECK(done.out == "");
    CHECK_THAT(done.err, Catch::StartsWith("remove-op: "));
  }
  CHECK_THAT(repo.remove_op({"a\x1b[31mb"}).err, !Contains("\x1b"));
}

}  // namespace remove_op
