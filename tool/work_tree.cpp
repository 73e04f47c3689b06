#include "work_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "arena.h"
#include "file_descriptor.h"

namespace remove_op {
namespace {

constexpr std::size_t text_probe = 8000;
constexpr std::size_t usual_room = 256 << 10;  // as much as most files need, so that one read() sees the end
constexpr std::array<std::string_view, 45> binary_extensions = {
    "7z",  "a",    "bin", "bmp", "bz2", "class", "dll", "dylib", "eot", "exe",  "gguf", "gif", "gz",   "icns",  "ico",
    "jar", "jpeg", "jpg", "lib", "mov", "mp3",   "mp4", "npy",   "npz", "o",    "onnx", "otf", "pdf",  "pkl",   "png",
    "pt",  "pth",  "pyc", "so",  "tar", "tgz",   "tif", "ttf",   "wav", "webm", "webp", "whl", "woff", "woff2", "zip"};

const char* reason(int error) { return std::strerror(error); }

// The folders that are still to be read; every thread takes from it and adds to it.
class Folders {
 public:
  void add(std::string folder) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(folder));
    changed_.notify_one();
  }
  // The next folder; none once all are done. The one taken before counts as done.
  std::optional<std::string> take(bool had_one) {
    std::unique_lock lock(mutex_);
    busy_ -= had_one;
    changed_.wait(lock, [&] { return !waiting_.empty() || busy_ == 0; });
    if (waiting_.empty()) {
      changed_.notify_all();
      return std::nullopt;
    }
    std::string folder = std::move(waiting_.back());
    waiting_.pop_back();
    ++busy_;
    return folder;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> waiting_;
  unsigned busy_ = 0;
};

// What git knows, as the walk asks for it.
class Tracked {
 public:
  Tracked(const std::vector<IndexEntry>* entries, const Ignored& ignored) : entries_(entries), ignored_(ignored) {
    if (!entries) return;
    by_path_.reserve(entries->size());
    for (const IndexEntry& entry : *entries) by_path_.emplace(entry.path, &entry);
  }

  bool everything() const { return !entries_; }
  const IndexEntry* find(std::string_view path) const {
    const auto at = by_path_.find(path);
    return at == by_path_.end() ? nullptr : at->second;
  }
  // Whether any tracked file lies in `folder`, which ends in a slash.
  bool has_any_in(std::string_view folder) const {
    if (!entries_) return true;
    const auto at = std::lower_bound(entries_->begin(), entries_->end(), folder,
                                     [](const IndexEntry& entry, std::string_view f) { return entry.path < f; });
    return at != entries_->end() && at->path.starts_with(folder);
  }
  bool ignores(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return ignored_(path);
  }

 private:
  const std::vector<IndexEntry>* entries_;
  const Ignored& ignored_;
  std::unordered_map<std::string_view, const IndexEntry*> by_path_;
  mutable std::mutex mutex_;
};

struct Listed {
  std::string name;
  unsigned char type;
};

// One thread's share of the work.
class Walker {
 public:
  Walker(int root, const Tracked& tracked, Folders& folders) : root_(root), tracked_(tracked), folders_(folders) {}

  void run() {
    for (std::optional<std::string> folder; (folder = folders_.take(folder.has_value()));) read_folder(*folder);
  }

  Reading result;

 private:
  void read_folder(const std::string& folder) {
    const FileDescriptor handle(
        openat(root_, folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    std::vector<Listed> entries;
    if (!handle || !list(handle.get(), entries)) {
      result.unread.push_back({folder, reason(errno)});
      return;
    }
    const bool is_repository =
        std::any_of(entries.begin(), entries.end(), [](const Listed& e) { return e.name == ".git"; });
    if (is_repository && !folder.empty() && !(!tracked_.everything() && tracked_.has_any_in(folder))) {
      result.notes.push_back(folder.substr(0, folder.size() - 1) + ": a repository of its own, not read");
      return;
    }
    for (Listed& entry : entries) {
      if (entry.name == ".git") continue;
      const std::string path = folder + entry.name;
      if (entry.type == DT_DIR)
        consider_folder(path);
      else if (entry.type == DT_REG)
        consider_file(handle.get(), entry.name, path);
    }
  }

  bool list(int folder, std::vector<Listed>& entries) {
    for (;;) {
      const long size = syscall(SYS_getdents64, folder, listing_.data(), listing_.size());
      if (size <= 0) return size == 0;
      for (long at = 0; at < size;) {
        const auto* entry = reinterpret_cast<const dirent64*>(listing_.data() + at);
        at += entry->d_reclen;
        const std::string_view name = entry->d_name;
        if (name == "." || name == "..") continue;
        entries.push_back(
            {std::string(name), entry->d_type == DT_UNKNOWN ? type_of(folder, entry->d_name) : entry->d_type});
      }
    }
  }

  static unsigned char type_of(int folder, const char* name) {
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
    return IFTODT(status.st_mode);
  }

  void consider_folder(const std::string& path) {
    if (const IndexEntry* entry = tracked_.find(path); entry && is_submodule(entry->mode)) {
      result.notes.push_back(path + ": a submodule, not read");
      return;
    }
    const std::string folder = path + '/';
    if (tracked_.has_any_in(folder) || !tracked_.ignores(folder)) folders_.add(folder);
  }

  void consider_file(int folder, const std::string& name, const std::string& path) {
    if (is_surely_binary(name)) return;
    const IndexEntry* entry = tracked_.find(path);
    if (entry ? !S_ISREG(entry->mode) : !tracked_.everything() && tracked_.ignores(path)) return;
    const FileDescriptor file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!file) {
      result.unread.push_back({path, reason(errno)});
      return;
    }
    unsigned mode = entry ? entry->mode : 0;
    if (!entry) {
      struct stat status;
      mode = fstat(file.get(), &status) == 0 && (status.st_mode & S_IXUSR) ? 0100755 : 0100644;
    }
    if (const std::optional<Text> text = read_text(file.get(), entry ? entry->size : 0, path))
      result.files.push_back({path, *text, mode});
  }

  // None where the file is binary, or was noted as unread.
  std::optional<Text> read_text(int file, std::size_t expected, const std::string& path) {
    std::size_t least = std::max(std::min(expected, largest_file) + 1, usual_room);
    char* room = arena_.room(least);
    std::size_t size = 0;
    for (;;) {
      const ssize_t got = read(file, room + size, arena_.room_size() - size);
      if (got < 0) {
        if (errno == EINTR) continue;
        result.unread.push_back({path, reason(errno)});
        return std::nullopt;
      }
      const bool probed = size >= text_probe;
      size += got;
      if (!probed && !is_text({room, size})) return std::nullopt;
      if (size > largest_file) {
        result.unread.push_back({path, "larger than 50 MB"});
        return std::nullopt;
      }
      if (size < arena_.room_size()) break;  // a short read of a file is its end
      const std::string so_far(room, size);
      least = std::min(2 * size, largest_file + 1);
      room = arena_.room(std::max(least, arena_.room_size() + 1));
      std::memcpy(room, so_far.data(), size);
    }
    return arena_.keep(size);
  }

  static bool is_submodule(unsigned mode) { return mode == 0160000; }

  const int root_;
  const Tracked& tracked_;
  Folders& folders_;
  Arena arena_;
  std::vector<char> listing_ = std::vector<char>(64 << 10);
};

template <class T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

void Reading::add(Reading other) {
  append(files, std::move(other.files));
  append(unread, std::move(other.unread));
  append(notes, std::move(other.notes));
  std::sort(unread.begin(), unread.end(), [](const Unread& a, const Unread& b) { return a.path < b.path; });
  std::sort(notes.begin(), notes.end());
}

bool is_text(std::string_view bytes) { return bytes.substr(0, text_probe).find('\0') == std::string_view::npos; }

bool is_surely_binary(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot != std::string_view::npos &&
         std::binary_search(binary_extensions.begin(), binary_extensions.end(), path.substr(dot + 1));
}

llvm::Expected<Reading> read_work_tree(const std::string& root, const std::vector<IndexEntry>* tracked,
                                       const Ignored& ignored) {
  const FileDescriptor handle(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!handle) return llvm::createStringError(root + ": " + reason(errno));
  const Tracked known(tracked, ignored);
  Folders folders;
  folders.add("");
  std::vector<Walker> walkers;
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
  for (unsigned i = 0; i < threads; ++i) walkers.emplace_back(handle.get(), known, folders);
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads; ++i) pool.emplace_back([&, i] { walkers[i].run(); });
    walkers[0].run();
  }
  Reading all;
  for (Walker& walker : walkers) all.add(std::move(walker.result));
  return all;
}

}  // namespace remove_op
