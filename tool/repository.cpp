#include "repository.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>

#include "objects.h"

namespace remove_op {
namespace {

std::string without_final_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path.c_str(), nullptr), &std::free);
  return resolved ? resolved.get() : path;
}

// libgit2 refuses extensions that it does not know; these do not change what a reader sees.
void accept_harmless_extensions() {
  const char* harmless[] = {"partialclone", "worktreeconfig", "preciousobjects"};
  git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, harmless, std::size(harmless));
}

llvm::Expected<Repository> take_root_of(git::Repository git) {
  Repository found;
  const char* work_tree = git_repository_workdir(git.get());
  found.bare = !work_tree;
  found.root = real_path(without_final_slash(work_tree ? work_tree : git_repository_path(git.get())));
  found.git = std::move(git);
  return found;
}

// `folder` lies somewhere inside the work tree of `git`; a folder that git ignores is a folder like any other.
llvm::Expected<Repository> take_folder_inside(git::Repository git, const std::string& folder) {
  Repository found;
  found.root = folder;
  const char* work_tree = git_repository_workdir(git.get());
  const std::string outer = work_tree ? real_path(without_final_slash(work_tree)) + '/' : std::string();
  if (outer.empty() || !folder.starts_with(outer)) return found;
  const std::string prefix = folder.substr(outer.size()) + '/';
  int ignored = 0;
  if (git_ignore_path_is_ignored(&ignored, git.get(), prefix.c_str()) != 0 || ignored) return found;
  found.prefix = prefix;
  found.git = std::move(git);
  return found;
}

llvm::Expected<std::vector<IndexEntry>> tracked_files(const Repository& repository) {
  std::ifstream file(std::string(git_repository_path(repository.git.get())) + "index", std::ios::binary);
  if (!file) return std::vector<IndexEntry>();  // nothing was ever added
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  llvm::Expected<std::vector<IndexEntry>> entries = read_git_index(bytes);
  if (!entries || repository.prefix.empty()) return entries;
  std::vector<IndexEntry> inside;
  for (IndexEntry& entry : *entries) {
    if (!entry.path.starts_with(repository.prefix)) continue;
    entry.path.erase(0, repository.prefix.size());
    inside.push_back(std::move(entry));
  }
  return inside;
}

// A sparse check-out leaves files out that are part of the repository all the same: they come from its objects.
void add_left_out(const Repository& repository, const std::vector<IndexEntry>& tracked, Reading& reading) {
  std::vector<IndexEntry> left_out;
  for (const IndexEntry& entry : tracked)
    if (entry.skip_worktree) left_out.push_back(entry);
  if (left_out.empty()) return;
  std::set<std::string_view> present;
  for (const File& file : reading.files) present.insert(file.path);
  std::erase_if(left_out, [&](const IndexEntry& entry) { return present.contains(entry.path); });
  read_objects(repository.git, left_out, reading);
}

}  // namespace

llvm::Expected<Repository> find_repository(const std::optional<std::string>& folder) {
  accept_harmless_extensions();
  git::Repository git;
  if (!folder) {
    const int found = git_repository_open_ext(git.fill(), ".", 0, nullptr);
    if (found == GIT_ENOTFOUND)
      return llvm::createStringError("no git repository is around the current folder; name one with --repo DIR");
    if (found != 0) return git::failure("cannot open the git repository around the current folder");
    return take_root_of(std::move(git));
  }
  std::error_code error;
  if (!std::filesystem::is_directory(*folder, error))
    return llvm::createStringError(*folder + ": " + (error ? error.message() : "not a folder") +
                                   "; --repo takes a folder");
  const int opened = git_repository_open_ext(git.fill(), folder->c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
  if (opened == 0) return take_root_of(std::move(git));
  if (opened != GIT_ENOTFOUND) return git::failure(*folder + ": cannot open the git repository");
  if (git_repository_open_ext(git.fill(), folder->c_str(), 0, nullptr) == 0)
    return take_folder_inside(std::move(git), real_path(*folder));
  Repository plain;
  plain.root = real_path(*folder);
  return plain;
}

llvm::Expected<Reading> read_work_tree(const Repository& repository) {
  if (repository.bare)
    return llvm::createStringError(repository.root + ": a bare repository has no work tree; name a commit with --rev");
  if (!repository.git) return read_work_tree(repository.root, nullptr, {});
  llvm::Expected<std::vector<IndexEntry>> tracked = tracked_files(repository);
  if (!tracked) return tracked.takeError();
  llvm::Expected<Reading> reading = read_work_tree(repository.root, &*tracked, [&](const std::string& path) {
    int ignored = 0;
    return git_ignore_path_is_ignored(&ignored, repository.git.get(), (repository.prefix + path).c_str()) == 0 &&
           ignored;
  });
  if (!reading) return reading.takeError();
  add_left_out(repository, *tracked, *reading);
  if (!repository.prefix.empty())
    reading->notes.insert(reading->notes.begin(), "only " + repository.prefix + " of the git work tree is read");
  return reading;
}

llvm::Expected<Reading> read_commit(const Repository& repository, const std::string& rev) {
  if (!repository.git) return llvm::createStringError(repository.root + ": --rev needs a git repository");
  git::Object named, tree;
  if (git_revparse_single(named.fill(), repository.git.get(), rev.c_str()) != 0 ||
      git_object_peel(tree.fill(), named.get(), GIT_OBJECT_TREE) != 0)
    return git::failure("--rev " + rev + ": names no commit of this repository");
  git_oid id = *git_object_id(tree.get());
  if (!repository.prefix.empty()) {
    git_tree_entry* entry = nullptr;
    const std::string folder = without_final_slash(repository.prefix);
    if (git_tree_entry_bypath(&entry, reinterpret_cast<git_tree*>(tree.get()), folder.c_str()) != 0)
      return llvm::createStringError("--rev " + rev + ": has no folder " + folder);
    id = *git_tree_entry_id(entry);
    git_tree_entry_free(entry);
  }
  Reading reading;
  read_objects(repository.git, list_tree(repository.git, id, reading), reading);
  return reading;
}

}  // namespace remove_op
