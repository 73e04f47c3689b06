// A folder's copy as a clean git work tree in the temporary folder, gone with the object.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "program.h"
#include "snapshot.h"

namespace remove_op {

// Path -> bytes of every file under `folder`, git's own left out.
std::map<std::string, std::string> files_under(const std::filesystem::path& folder);

// The same as the tool would read it.
Snapshot snapshot_of(const std::map<std::string, std::string>& files);

class ScratchRepo {
 public:
  explicit ScratchRepo(const std::filesystem::path& from);
  ~ScratchRepo();
  ScratchRepo(const ScratchRepo&) = delete;
  ScratchRepo& operator=(const ScratchRepo&) = delete;

  const std::filesystem::path& root() const { return root_; }
  std::map<std::string, std::string> files() const { return files_under(root_); }

  // `git apply` of `patch` with `options`, as what git said.
  Ran apply(const std::string& patch, std::vector<std::string> options = {}) const;
  void commit() const;

 private:
  std::filesystem::path root_;
};

}  // namespace remove_op
