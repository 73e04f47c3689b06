// Runs the real binary, and git, on folders that a test made.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace remove_op {

struct Finished {
  int status = -1;  // the exit status, or 128 and the signal
  std::string out;
  std::string err;
};

struct Command {
  std::vector<std::string> arguments;
  std::filesystem::path folder = ".";
  std::vector<std::string> environment = {};  // "NAME=value"
  std::function<void()> in_child = {};        // limits, closed streams
  std::function<void(pid_t)> while_it_runs = {};
};

Finished run(const Command& command);

// A folder of its own that goes with the test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // `//- path` sections, as mini_repo reads them.
  void add(std::string_view sections) const;
  void write(const std::string& path, std::string_view bytes) const;
  std::string read(const std::string& path) const;
  bool has(const std::string& path) const {
    return std::filesystem::exists(std::filesystem::symlink_status(path_ / path));
  }
  // Every file but those of .git, with its bytes.
  std::string everything() const;

  Finished git(std::vector<std::string> arguments) const;
  void commit_all() const;  // a repository is made where there is none
  Finished remove_op(std::vector<std::string> arguments) const;

 private:
  std::filesystem::path path_;
};

}  // namespace remove_op
