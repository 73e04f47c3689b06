#include "apply.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

#include "output.h"
#include "patch.h"

namespace remove_op {
namespace {

llvm::Error failure(const std::string& path, const char* what) {
  const int error = errno;
  return llvm::createStringError(path + ": " + what + ": " + std::strerror(error) + "; the work tree is as it was");
}

// Holds back what would stop us half-way, and lets it through at the end.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigemptyset(&held_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP}) sigaddset(&held_, signal);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  bool one_waits() const {
    sigset_t waiting;
    sigpending(&waiting);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
      if (sigismember(&waiting, signal)) return true;
    return false;
  }

 private:
  sigset_t held_, before_;
};

// One file on its way from its old text to the new one, or to nothing.
class Change {
 public:
  Change(std::string path, std::optional<TemporaryFile> replacement, std::string backup)
      : path_(std::move(path)), replacement_(std::move(replacement)), backup_(std::move(backup)) {}

  llvm::Error make() {
    if (!replacement_)
      return rename(path_.c_str(), backup_.c_str()) == 0 ? done() : failure(path_, "cannot be removed");
    // A second name keeps the old file while the new one takes its place at once. Where the file system has no second
    // names, the old file steps aside.
    if (link(path_.c_str(), backup_.c_str()) != 0 && rename(path_.c_str(), backup_.c_str()) != 0)
      return failure(path_, "cannot be kept aside");
    kept_ = true;
    return replacement_->rename_to(path_);
  }
  void undo() {
    if (kept_) rename(backup_.c_str(), path_.c_str());
    kept_ = false;
  }
  void finish() {
    if (kept_) unlink(backup_.c_str());
  }

 private:
  llvm::Error done() {
    kept_ = true;
    return llvm::Error::success();
  }

  std::string path_;
  std::optional<TemporaryFile> replacement_;
  std::string backup_;
  bool kept_ = false;  // the old file is under its other name
};

// Why `path` must not be touched; empty where it may.
std::string objection(const Repository& repository, const Snapshot& before, const std::string& path) {
  unsigned status = 0;
  const std::string git_path = repository.prefix + path;
  if (git_status_file(&status, repository.git.get(), git_path.c_str()) != 0) return "git does not know it";
  if (status & (GIT_STATUS_WT_NEW | GIT_STATUS_IGNORED)) return "git does not track it";
  if (status != GIT_STATUS_CURRENT) return "has uncommitted changes";
  std::ifstream file(repository.root + '/' + path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return file && bytes == before.text(path) ? "" : "was changed while it was read, or is not checked out";
}

llvm::Error check(const Repository& repository, const Snapshot& before, const std::vector<std::string>& paths) {
  if (repository.bare || !repository.git)
    return llvm::createStringError(repository.root +
                                   ": --apply needs a git work tree, so that what goes can be brought "
                                   "back; write the patch with -o instead");
  std::string objections;
  for (const std::string& path : paths)
    if (const std::string why = objection(repository, before, path); !why.empty())
      objections += "\n  " + path + ": " + why;
  if (objections.empty()) return llvm::Error::success();
  return llvm::createStringError("nothing was applied; commit or stash these first, or write the patch with -o:" +
                                 objections);
}

llvm::Expected<std::vector<Change>> prepare(const Repository& repository, const Snapshot& after,
                                            const std::vector<std::string>& paths, const SignalsHeld& signals) {
  std::vector<Change> changes;
  for (const std::string& path : paths) {
    if (signals.one_waits()) return llvm::createStringError("interrupted; the work tree is as it was");
    const std::string whole = repository.root + '/' + path;
    struct stat status;
    if (lstat(whole.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return failure(path, "cannot be replaced");
    const std::string backup = whole.substr(0, whole.rfind('/') + 1) + ".remove-op-old-" + std::to_string(getpid()) +
                               "-" + std::to_string(changes.size());
    std::optional<TemporaryFile> replacement;
    if (const File* file = after.find(path)) {
      llvm::Expected<TemporaryFile> written = TemporaryFile::write(whole, file->text.view(), status.st_mode & 07777);
      if (!written)
        return llvm::createStringError(llvm::toString(written.takeError()) + "; the work tree is as it was");
      replacement.emplace(std::move(*written));
    }
    changes.emplace_back(whole, std::move(replacement), backup);
  }
  return changes;
}

// The folders above `path` that hold nothing any more, up to the root.
void remove_empty_folders(const Repository& repository, std::string path) {
  for (auto slash = path.rfind('/'); slash != std::string::npos; slash = path.rfind('/')) {
    path.resize(slash);
    if (rmdir((repository.root + '/' + path).c_str()) != 0) return;
  }
}

}  // namespace

llvm::Error apply_to_work_tree(const Repository& repository, const Snapshot& before, const Snapshot& after) {
  const std::vector<std::string> paths = changed_paths(before, after);
  if (llvm::Error error = check(repository, before, paths)) return error;
  const SignalsHeld signals;
  llvm::Expected<std::vector<Change>> changes = prepare(repository, after, paths, signals);
  if (!changes) return changes.takeError();
  for (auto change = changes->begin(); change != changes->end(); ++change) {
    llvm::Error error = change->make();
    if (!error) continue;
    do change->undo();
    while (change-- != changes->begin());
    return error;
  }
  for (Change& change : *changes) change.finish();
  for (const std::string& path : paths)
    if (!after.find(path)) remove_empty_folders(repository, path);
  return llvm::Error::success();
}

}  // namespace remove_op
