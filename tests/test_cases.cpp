// Whole repositories, before and after: each folder of tests/cases is one test, run on the real binary.
//
//   before/          the tree
//   args             the arguments, one a line
//   expected.patch   what a careful maintainer would have done; absent where no patch may come
//   expected.exit    the exit status; 0 where absent
//   expected.stderr  lines that must stand in what the tool says for people
//   later            the case is known not to pass yet, and why; it must go as soon as the case passes
//
// UPDATE_GOLDEN=1 writes expected.patch anew, for review. Every case that passes is also held against the properties
// that hold of any removal.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "patch.h"
#include "python_linter.h"
#include "removal.h"
#include "scratch_repo.h"
#include "turned_layers.h"

namespace remove_op {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

std::string read(const fs::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

struct Case {
  fs::path folder;
  std::vector<std::string> arguments = lines_of(folder / "args");
  std::string patch = read(folder / "expected.patch");
  int status = fs::exists(folder / "expected.exit") ? std::stoi(read(folder / "expected.exit")) : 0;
  bool later = fs::exists(folder / "later");
};

std::vector<fs::path> case_folders() {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(REMOVE_OP_CASES))
    if (fs::exists(entry.path() / "args")) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

Ran remove_op(const ScratchRepo& repo, const Case& it) {
  std::vector<std::string> arguments = {"--repo", repo.root().string()};
  arguments.insert(arguments.end(), it.arguments.begin(), it.arguments.end());
  return run(REMOVE_OP_BINARY, arguments);
}

// The files of `before` after `patch`, by git's own hand.
Files patched(const fs::path& before, const std::string& patch) {
  const ScratchRepo repo(before);
  if (!patch.empty()) {
    const Ran ran = repo.apply(patch);
    INFO(ran.err);
    REQUIRE(ran.status == 0);
  }
  return repo.files();
}

void check_same_files(const Files& got, const Files& expected) {
  for (const auto& [path, bytes] : expected) {
    INFO(path);
    const auto at = got.find(path);
    REQUIRE(at != got.end());
    CHECK(at->second == bytes);
  }
  for (const auto& [path, bytes] : got) {
    INFO(path << " should be gone");
    CHECK(expected.count(path) == 1);
  }
}

// The removal in this process, with the layers turned by `turn` places.
llvm::Expected<Removal> removal_with_layers_turned(const Case& it, const Snapshot& before, std::size_t turn) {
  const auto layers = turned_layers(turn);
  Options options;
  std::vector<std::string> names;
  for (const std::string& argument : it.arguments) {
    if (argument == "--force")
      options.force = true;
    else if (argument == "--keep-tests")
      options.keep_tests = true;
    else if (!argument.starts_with("-"))
      names.push_back(argument);
  }
  return plan_removal(before, names, layers, options);
}

void check_properties(const Case& it, const ScratchRepo& repo, const std::string& patch) {
  const Files before = repo.files();
  const Snapshot snapshot = snapshot_of(before);
  SECTION("the order of the layers changes nothing, and a linter finds nothing new") {
    for (std::size_t turn = 0; turn < all_layers().size(); ++turn) {
      INFO("reversed, turned by " << turn);
      auto removal = removal_with_layers_turned(it, snapshot, turn);
      REQUIRE(static_cast<bool>(removal));
      CHECK(llvm::cantFail(unified_patch(snapshot, removal->after)) == patch);
      if (turn == 0) CHECK(lint_faults(snapshot, *removal) == std::vector<std::string>());
    }
  }
  SECTION("the patch applies, and in reverse gives the exact original") {
    CHECK(repo.apply(patch, {"--check"}).status == 0);
    REQUIRE(repo.apply(patch).status == 0);
    CHECK(repo.apply(patch, {"--reverse"}).status == 0);
    CHECK(repo.files() == before);
  }
  SECTION("files that the patch does not name are untouched") {
    const Files after = patched(it.folder / "before", patch);
    for (const auto& [path, bytes] : before) {
      if (patch.find("diff --git a/" + path + " ") != std::string::npos) continue;
      INFO(path);
      CHECK((after.count(path) == 1 && after.at(path) == bytes));
    }
  }
  SECTION("a second run finds nothing") {
    REQUIRE(repo.apply(patch).status == 0);
    repo.commit();
    const Ran again = remove_op(repo, it);
    INFO(again.err);
    CHECK(again.out.empty());
    CHECK((again.status >= 0 && again.status <= 2));  // 1: a live namesake that the op left behind
  }
}

void check_case(const fs::path& folder) {
  const Case it{folder};
  const ScratchRepo repo(folder / "before");
  const Ran ran = remove_op(repo, it);
  INFO(ran.err);

  if (std::getenv("UPDATE_GOLDEN") != nullptr && !it.later && ran.status == it.status) {
    if (ran.out.empty())
      fs::remove(folder / "expected.patch");
    else
      std::ofstream(folder / "expected.patch", std::ios::binary) << ran.out;
    return;
  }

  REQUIRE(ran.status == it.status);
  check_same_files(patched(folder / "before", ran.out), patched(folder / "before", it.patch));
  for (const std::string& line : lines_of(folder / "expected.stderr")) CHECK_THAT(ran.err, Catch::Contains(line));
  if (it.later) return;
  CHECK(ran.out == it.patch);
  if (!ran.out.empty()) check_properties(it, repo, ran.out);
}

class CaseInvoker final : public Catch::ITestInvoker {
 public:
  explicit CaseInvoker(fs::path folder) : folder_(std::move(folder)) {}
  void invoke() const override { check_case(folder_); }

 private:
  fs::path folder_;
};

// One Catch2 test for each folder, named as CMake names it to ctest.
const bool registered = [] {
  for (const fs::path& folder : case_folders()) {
    const bool later = fs::exists(folder / "later");
    Catch::AutoReg(new CaseInvoker(folder), CATCH_INTERNAL_LINEINFO, "",
                   Catch::NameAndTags("case " + folder.filename().string(), later ? "[case][!shouldfail]" : "[case]"));
  }
  return true;
}();

}  // namespace

TEST_CASE("every expected patch applies to its tree and says something") {
  for (const fs::path& folder : case_folders()) {
    const Case it{folder};
    INFO(folder.filename().string());
    CHECK_FALSE(it.arguments.empty());
    CHECK(it.patch.empty() == (it.status != 0));
    const Files before = files_under(folder / "before");
    CHECK((patched(folder / "before", it.patch) == before) == it.patch.empty());
  }
}

}  // namespace remove_op
