#include "notices.h"

#include <algorithm>
#include <array>

#include "language.h"
#include "paths.h"

namespace remove_op {
namespace {

class Finder {
 public:
  Finder(const Snapshot& snapshot, const std::set<std::string, std::less<>>& doomed)
      : snapshot_(snapshot), doomed_(doomed) {}

  std::vector<std::string> run() const {
    std::set<std::string_view> folders;
    for (auto id = doomed_.lower_bound("file:"); id != doomed_.end() && id->starts_with("file:"); ++id)
      for (auto folder = folder_of(std::string_view(*id).substr(5)); !folder.empty(); folder = folder_of(folder))
        if (!folders.insert(folder).second) break;
    std::set<std::string> found;
    for (const std::string_view folder : folders)
      for (const std::string_view notice : left_alone_in(folder)) found.emplace(notice);
    return {found.begin(), found.end()};
  }

 private:
  bool goes(std::string_view path) const { return doomed_.contains("file:" + std::string(path)); }

  // The notices under the folder where it holds nothing else that stays.
  std::vector<std::string_view> left_alone_in(std::string_view folder) const {
    std::vector<std::string_view> notices;
    const std::string prefix = std::string(folder) + '/';
    const auto& files = snapshot_.files();
    const auto before = [](const File& file, const std::string& start) { return file.path < start; };
    for (auto at = std::lower_bound(files.begin(), files.end(), prefix, before);
         at != files.end() && at->path.starts_with(prefix); ++at) {
      if (goes(at->path)) continue;
      if (!is_notice(at->path) || is_named(at->path)) return {};
      notices.push_back(at->path);
    }
    return notices;
  }

  bool is_named(std::string_view notice) const {
    const auto& naming = snapshot_.files_naming(notice);
    return std::any_of(naming.begin(), naming.end(), [&](std::string_view path) { return !goes(path); });
  }

  const Snapshot& snapshot_;
  const std::set<std::string, std::less<>>& doomed_;
};

}  // namespace

bool is_notice(std::string_view path) {
  constexpr auto heads = std::to_array<std::string_view>({"LICENSE", "LICENCE", "NOTICE", "COPYING", "README"});
  if (language_of(path) != Language::other) return false;
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return base_name(path).starts_with(head); });
}

std::vector<std::string> notices_of_nothing(const Snapshot& snapshot,
                                            const std::set<std::string, std::less<>>& doomed) {
  return Finder(snapshot, doomed).run();
}

}  // namespace remove_op
