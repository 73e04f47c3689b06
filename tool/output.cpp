#include "output.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace remove_op {
namespace {

llvm::Error failure(const std::string& path, const char* what) {
  const int error = errno;
  return llvm::createStringError(path + ": " + what + ": " + std::strerror(error));
}

// A file's name is on disk only once its folder is.
void sync_folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const FileDescriptor handle(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle) fsync(handle.get());
}

unsigned usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

llvm::Error write_all(int descriptor, std::string_view text, const std::string& called) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0)
      text.remove_prefix(written);
    else if (errno == EPIPE)
      return llvm::Error::success();
    else if (errno != EINTR)
      return failure(called, "cannot be written");
  }
  return llvm::Error::success();
}

llvm::Expected<TemporaryFile> TemporaryFile::write(const std::string& path, std::string_view text, unsigned mode) {
  std::string name = path.substr(0, path.rfind('/') + 1) + ".remove-op-XXXXXX";
  const FileDescriptor file(mkostemp(name.data(), O_CLOEXEC));
  if (!file) return failure(path, "cannot make a file beside it");
  TemporaryFile temporary(name);
  if (llvm::Error error = write_all(file.get(), text, path)) return error;
  if (fchmod(file.get(), mode) != 0 || fsync(file.get()) != 0) return failure(path, "cannot be written");
  return temporary;
}

TemporaryFile::~TemporaryFile() {
  if (!name_.empty()) unlink(name_.c_str());
}

llvm::Error TemporaryFile::rename_to(const std::string& path) {
  if (rename(name_.c_str(), path.c_str()) != 0) return failure(path, "cannot be replaced");
  name_.clear();
  sync_folder_of(path);
  return llvm::Error::success();
}

llvm::Error write_file(const std::string& path, std::string_view text) {
  struct stat status;
  const bool exists = lstat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return failure(path, "cannot be written");
  if (exists && S_ISLNK(status.st_mode))
    return llvm::createStringError(path + ": is a symbolic link; name the file itself, or redirect stdout");
  if (exists && S_ISDIR(status.st_mode)) return llvm::createStringError(path + ": is a folder; name a file");
  if (exists && !S_ISREG(status.st_mode)) {
    const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file) return failure(path, "cannot be written");
    return write_all(file.get(), text, path);
  }
  llvm::Expected<TemporaryFile> file = TemporaryFile::write(path, text, exists ? status.st_mode & 07777 : usual_mode());
  if (!file) return file.takeError();
  return file->rename_to(path);
}

}  // namespace remove_op
