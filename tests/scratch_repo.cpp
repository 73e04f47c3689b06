#include "scratch_repo.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace remove_op {
namespace fs = std::filesystem;
namespace {

Ran git(const fs::path& root, const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {"-C", root.string(), "-c", "core.autocrlf=false", "-c", "core.safecrlf=false"};
  for (const char* setting : {"user.name=test", "user.email=test@localhost", "commit.gpgsign=false"})
    all.insert(all.end(), {"-c", setting});
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run("git", all);
}

void must(const Ran& ran) {
  if (ran.status != 0) throw std::runtime_error("git failed: " + ran.err);
}

}  // namespace

std::map<std::string, std::string> files_under(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
    if (at->path().filename() == ".git") {
      at.disable_recursion_pending();
    } else if (at->is_regular_file()) {
      std::ostringstream bytes;
      bytes << std::ifstream(at->path(), std::ios::binary).rdbuf();
      files[at->path().lexically_relative(folder).generic_string()] = bytes.str();
    }
  }
  return files;
}

Snapshot snapshot_of(const std::map<std::string, std::string>& files) {
  std::vector<File> all;
  all.reserve(files.size());
  for (const auto& [path, bytes] : files) all.push_back({path, Text(bytes)});
  return Snapshot(std::move(all));
}

ScratchRepo::ScratchRepo(const fs::path& from) {
  llvm::SmallString<128> made;
  if (llvm::sys::fs::createUniqueDirectory("remove-op-test", made))
    throw std::runtime_error("no temporary folder could be made");
  root_ = made.str().str();
  fs::copy(from, root_, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  must(git(root_, {"init", "-q"}));
  commit();
}

ScratchRepo::~ScratchRepo() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

Ran ScratchRepo::apply(const std::string& patch, std::vector<std::string> options) const {
  const fs::path file = root_ / ".git" / "test.patch";
  std::ofstream(file, std::ios::binary) << patch;
  options.insert(options.begin(), {"apply", "--whitespace=nowarn"});
  options.push_back(file.string());
  return git(root_, options);
}

void ScratchRepo::commit() const {
  must(git(root_, {"add", "-A", "-f"}));
  must(git(root_, {"commit", "-q", "--allow-empty", "-m", "state"}));
}

}  // namespace remove_op
