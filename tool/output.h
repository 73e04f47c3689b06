// Writing text out: to a stream that somebody may close, or to a file that is there whole or not at all.
#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <string_view>

#include "file_descriptor.h"

namespace remove_op {

// All of `text`. That nobody reads any more (a pipe into `head`) is no error.
llvm::Error write_all(int descriptor, std::string_view text, const std::string& called);

// A new file beside `path`, on disk before this returns. It is removed again unless it was renamed.
class TemporaryFile {
 public:
  static llvm::Expected<TemporaryFile> write(const std::string& path, std::string_view text, unsigned mode);
  TemporaryFile(TemporaryFile&& other) noexcept : name_(std::exchange(other.name_, {})) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  llvm::Error rename_to(const std::string& path);

 private:
  explicit TemporaryFile(std::string name) : name_(std::move(name)) {}
  std::string name_;
};

// The whole text or nothing. A device or a pipe is written to; a symbolic link is refused, for what it points to may
// be anything.
llvm::Error write_file(const std::string& path, std::string_view text);

}  // namespace remove_op
