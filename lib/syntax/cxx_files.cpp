#include "cxx_files.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include "cxx_prelude.h"
#include "cxx_unit.h"

namespace remove_op {
namespace {

class MemoryFile : public llvm::vfs::File {
 public:
  MemoryFile(llvm::vfs::Status status, std::string_view text) : status_(std::move(status)), text_(text) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  // A copy, because Clang needs a terminator behind the text.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_, name);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status status_;
  std::string_view text_;
};

class HermeticFiles : public llvm::vfs::FileSystem {
 public:
  HermeticFiles(const Snapshot& snapshot, std::string_view main_path, std::string main_text)
      : snapshot_(snapshot), main_path_(main_path), main_text_(std::move(main_text)) {}

  // Clang asks this of folders and of the main file, and opens all else: what is no file of the snapshot is a folder.
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    const std::string name = path.str();
    if (!name.starts_with(last_resort))
      if (const auto found = look_up(name)) return found->first;
    const unsigned long id = 4 + 2 * std::hash<std::string>()(name);
    return llvm::vfs::Status(name, llvm::sys::fs::UniqueID(2, id), {}, 0, 0, 0,
                             llvm::sys::fs::file_type::directory_file, llvm::sys::fs::all_read);
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    const auto found = look_up(path.str());
    if (!found) return std::make_error_code(std::errc::no_such_file_or_directory);
    return std::make_unique<MemoryFile>(found->first, found->second);
  }

  llvm::vfs::directory_iterator dir_begin(const llvm::Twine&, std::error_code& error) override {
    error = std::make_error_code(std::errc::not_supported);
    return {};
  }
  std::error_code setCurrentWorkingDirectory(const llvm::Twine&) override { return {}; }
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override { return "/r"; }

 private:
  // The identity of a file is its place in the snapshot, so that `#pragma once` works however a header is reached.
  std::optional<std::pair<llvm::vfs::Status, std::string_view>> look_up(const std::string& path) {
    const auto answer = [&](unsigned long id, std::string_view text) {
      return std::make_pair(llvm::vfs::Status(path, llvm::sys::fs::UniqueID(1, id), {}, 0, 0, text.size(),
                                              llvm::sys::fs::file_type::regular_file, llvm::sys::fs::all_read),
                            text);
    };
    if (path == prelude_path) return answer(1, cxx_prelude);
    llvm::SmallString<256> plain(path);
    llvm::sys::path::remove_dots(plain, /*remove_dot_dot=*/true);
    std::string repo_path;
    if (plain.starts_with(mount_point)) {
      repo_path = plain.substr(mount_point.size()).str();
    } else if (plain.starts_with(last_resort)) {
      const std::string spelled = plain.substr(last_resort.size()).str();
      const auto paths = resolve_include(snapshot_, main_path_, spelled);
      if (paths.empty()) return answer(2 + 2 * std::hash<std::string>()(spelled), "");
      repo_path = paths.front();
    }
    if (repo_path == main_path_) return answer(3, main_text_);
    const File* file = snapshot_.find(repo_path);
    if (!file) return std::nullopt;
    return answer(5 + 2 * static_cast<unsigned long>(file - snapshot_.files().data()), file->text.view());
  }

  const Snapshot& snapshot_;
  std::string main_path_;
  std::string main_text_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> hermetic_files(const Snapshot& snapshot, std::string_view main_path,
                                                               std::string main_text) {
  return llvm::makeIntrusiveRefCnt<HermeticFiles>(snapshot, main_path, std::move(main_text));
}

}  // namespace remove_op
