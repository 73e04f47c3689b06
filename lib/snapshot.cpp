#include "snapshot.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "paths.h"
#include "words.h"

namespace remove_op {

struct Snapshot::State {
  std::vector<File> files;
  std::vector<Unread> unread;

  std::mutex mutex;
  std::map<std::string, std::vector<std::string_view>, std::less<>> naming;
  std::map<std::string, std::vector<std::string_view>, std::less<>> holding;  // as part of a longer word too
  std::unordered_map<std::string_view, std::vector<std::string_view>> by_base_name;
  std::map<std::pair<std::type_index, std::string_view>, std::shared_ptr<const void>> memos;
};

namespace {

std::size_t shared_folders(std::string_view a, std::string_view b) {
  std::size_t folders = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) folders += a[i] == '/';
  return folders;
}

// Searching is memory-bound: a thread per core, each over every n-th block of files, pays from a few megabytes on.
template <class Test>
std::vector<std::string_view> search(const std::vector<File>& files, const Test& test) {
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
  std::vector<char> hit(files.size());
  const auto scan = [&](unsigned first) {
    for (std::size_t i = first; i < files.size(); i += threads) hit[i] = test(files[i]);
  };
  if (files.size() < 64) {
    for (unsigned i = 0; i < threads; ++i) scan(i);
  } else {
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads; ++i) pool.emplace_back(scan, i);
    scan(0);
  }
  std::vector<std::string_view> paths;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (hit[i]) paths.push_back(files[i].path);
  return paths;
}

}  // namespace

Snapshot::Snapshot(std::vector<File> files, std::vector<Unread> unread) : state_(std::make_shared<State>()) {
  const auto by_path = [](const File& a, const File& b) { return a.path < b.path; };
  if (!std::is_sorted(files.begin(), files.end(), by_path)) std::sort(files.begin(), files.end(), by_path);
  state_->files = std::move(files);
  state_->unread = std::move(unread);
  for (const File& file : state_->files) state_->by_base_name[base_name(file.path)].push_back(file.path);
}

const std::vector<File>& Snapshot::files() const { return state_->files; }
const std::vector<Unread>& Snapshot::unread() const { return state_->unread; }

const File* Snapshot::find(std::string_view path) const {
  const auto& files = state_->files;
  const auto at = std::lower_bound(files.begin(), files.end(), path,
                                   [](const File& file, std::string_view p) { return file.path < p; });
  return at != files.end() && at->path == path ? &*at : nullptr;
}

std::string_view Snapshot::text(std::string_view path) const {
  const File* file = find(path);
  return file ? file->text.view() : std::string_view();
}

// Where a word was searched for before, its files are the only ones that can hold a longer word with it inside: an op's
// name is inside the names of its kernels and fakes.
const std::vector<std::string_view>& Snapshot::files_naming(std::string_view word) const {
  const std::vector<std::string_view>* within = nullptr;
  {
    const std::lock_guard lock(state_->mutex);
    if (const auto known = state_->naming.find(word); known != state_->naming.end()) return known->second;
    for (const auto& [part, paths] : state_->holding)
      if (word.find(part) != std::string_view::npos && (!within || paths.size() < within->size())) within = &paths;
  }
  std::vector<std::string_view> holding;
  if (within) {
    std::copy_if(within->begin(), within->end(), std::back_inserter(holding),
                 [&](std::string_view path) { return find_text(text(path), word) != std::string_view::npos; });
  } else {
    holding = search(state_->files,
                     [&](const File& file) { return find_text(file.text.view(), word) != std::string_view::npos; });
  }
  std::vector<std::string_view> naming;
  std::copy_if(holding.begin(), holding.end(), std::back_inserter(naming),
               [&](std::string_view path) { return find_word(text(path), word) != std::string_view::npos; });
  const std::lock_guard lock(state_->mutex);
  state_->holding.try_emplace(std::string(word), std::move(holding));
  return state_->naming.try_emplace(std::string(word), std::move(naming)).first->second;
}

std::vector<std::string_view> Snapshot::files_where(const std::function<bool(const File&)>& test) const {
  return search(state_->files, test);
}

std::vector<std::string_view> Snapshot::ending_in(std::string_view suffix, std::string_view near) const {
  std::vector<std::string_view> paths;
  const auto same_name = state_->by_base_name.find(base_name(suffix));
  if (same_name == state_->by_base_name.end()) return paths;
  for (const std::string_view path : same_name->second) {
    const bool whole = path == suffix;
    const bool tail =
        path.size() > suffix.size() && path.ends_with(suffix) && path[path.size() - suffix.size() - 1] == '/';
    if (whole || tail) paths.push_back(path);
  }
  std::stable_sort(paths.begin(), paths.end(), [&](std::string_view a, std::string_view b) {
    return shared_folders(a, near) > shared_folders(b, near);
  });
  return paths;
}

std::shared_ptr<const void> Snapshot::memo_any(std::type_index type, std::string_view path,
                                               const std::function<std::shared_ptr<const void>()>& make) const {
  const File* file = find(path);
  if (!file && !path.empty()) return make();
  const auto key = std::make_pair(type, file ? std::string_view(file->path) : std::string_view());
  {
    const std::lock_guard lock(state_->mutex);
    if (const auto known = state_->memos.find(key); known != state_->memos.end()) return known->second;
  }
  auto made = make();
  const std::lock_guard lock(state_->mutex);
  return state_->memos.try_emplace(key, std::move(made)).first->second;
}

Snapshot Snapshot::with(const std::vector<std::pair<std::string, std::optional<Text>>>& changes) const {
  std::map<std::string_view, const std::optional<Text>*> changed;
  for (const auto& [path, text] : changes) changed[path] = &text;
  std::vector<File> files;
  files.reserve(state_->files.size());
  for (const File& file : state_->files) {
    const auto change = changed.find(file.path);
    if (change == changed.end())
      files.push_back(file);
    else if (change->second->has_value())
      files.push_back({file.path, **change->second, file.mode});
  }
  return Snapshot(std::move(files), state_->unread);
}

}  // namespace remove_op
