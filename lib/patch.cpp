#include "patch.h"

#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

#include "apply_patch.h"
#include "git_handles.h"

namespace remove_op {
namespace {

// A repository without a disk, a configuration or attributes of the user: the same patch everywhere.
struct MemoryRepository {
  git::Library library;
  git::Repository repository;

  llvm::Error open() {
    git::ObjectBase objects;
    git::Config config;
    git_odb_backend* memory = nullptr;
    if (git_odb_new(objects.fill()) != 0 || git_mempack_new(&memory) != 0 ||
        git_odb_add_backend(objects.get(), memory, 1) != 0 ||
        git_repository_wrap_odb(repository.fill(), objects.get()) != 0 || git_config_new(config.fill()) != 0 ||
        git_repository_set_config(repository.get(), config.get()) != 0)
      return git::failure("cannot make a repository in memory");
    return llvm::Error::success();
  }

  // The tree of those of `paths` that `snapshot` has.
  llvm::Expected<git::Tree> tree(const Snapshot& snapshot, const std::vector<std::string>& paths) const {
    git::Index index;
    if (git_index_new(index.fill()) != 0) return git::failure("cannot make an index in memory");
    for (const std::string& path : paths) {
      const File* file = snapshot.find(path);
      if (!file) continue;
      const std::string_view text = file->text.view();
      git_index_entry entry = {};
      entry.path = path.c_str();
      entry.mode = file->mode;
      if (git_blob_create_from_buffer(&entry.id, repository.get(), text.data(), text.size()) != 0 ||
          git_index_add(index.get(), &entry) != 0)
        return git::failure(path + ": cannot be put into a tree");
    }
    git_oid id;
    git::Tree tree;
    if (git_index_write_tree_to(&id, index.get(), repository.get()) != 0 ||
        git_tree_lookup(tree.fill(), repository.get(), &id) != 0)
      return git::failure("cannot make a tree in memory");
    return tree;
  }
};

// libgit2's header as git itself writes it: a tab ends a name that holds a space, so that `patch` sees where it ends,
// and a file without lines has no names below its mode.
std::string as_git_writes(std::string_view header, bool has_lines) {
  std::string out;
  while (!header.empty()) {
    const std::string_view line = header.substr(0, header.find('\n'));
    header.remove_prefix(std::min(line.size() + 1, header.size()));
    const bool names_file = line.starts_with("--- ") || line.starts_with("+++ ");
    if (names_file && !has_lines) continue;
    out += line;
    if (names_file && line[4] != '"' && line.find(' ', 4) != std::string_view::npos) out += '\t';
    out += '\n';
  }
  return out;
}

int append_line(const git_diff_delta* delta, const git_diff_hunk*, const git_diff_line* line, void* out) {
  std::string& patch = *static_cast<std::string*>(out);
  const std::string_view content(line->content, line->content_len);
  switch (line->origin) {
    case GIT_DIFF_LINE_FILE_HDR:
      patch += as_git_writes(content, delta->old_file.size + delta->new_file.size > 0);
      break;
    case GIT_DIFF_LINE_CONTEXT:
    case GIT_DIFF_LINE_ADDITION:
    case GIT_DIFF_LINE_DELETION:
      patch += line->origin;
      [[fallthrough]];
    default:
      patch += content;
  }
  return 0;
}

// `patch` must turn exactly those of `paths` that are in `from` into what they are in `to`.
llvm::Error check_one_way(const Snapshot& from, const Snapshot& to, const std::vector<std::string>& paths,
                          std::string_view patch, Direction direction) {
  const std::string way = direction == Direction::forwards ? "forwards" : "backwards";
  auto made = apply_patch(from, patch, direction);
  if (!made)
    return llvm::createStringError("the patch does not apply " + way + ": " + llvm::toString(made.takeError()));
  if (made->size() != paths.size())
    return llvm::createStringError("the patch, applied " + way + ", touches another number of files than it should");
  for (const std::string& path : paths) {
    const auto result = made->find(path);
    const File* expected = to.find(path);
    const bool same =
        result != made->end() && result->second.has_value() == (expected != nullptr) &&
        (!expected || (result->second->text.view() == expected->text.view() && result->second->mode == expected->mode));
    if (!same) return llvm::createStringError(path + ": the patch, applied " + way + ", gives another text");
  }
  return llvm::Error::success();
}

}  // namespace

std::vector<std::string> changed_paths(const Snapshot& before, const Snapshot& after) {
  std::vector<std::string> paths;
  const std::vector<File>& olds = before.files();
  const std::vector<File>& news = after.files();
  auto old_file = olds.begin();
  auto new_file = news.begin();
  while (old_file != olds.end() || new_file != news.end()) {
    if (new_file == news.end() || (old_file != olds.end() && old_file->path < new_file->path)) {
      paths.push_back((old_file++)->path);
    } else if (old_file == olds.end() || new_file->path < old_file->path) {
      paths.push_back((new_file++)->path);
    } else {
      const bool same =
          old_file->text.same_storage(new_file->text) && old_file->text.view().size() == new_file->text.view().size();
      if (!same && old_file->text.view() != new_file->text.view()) paths.push_back(old_file->path);
      ++old_file, ++new_file;
    }
  }
  return paths;
}

llvm::Expected<std::string> unified_patch(const Snapshot& before, const Snapshot& after) {
  const std::vector<std::string> paths = changed_paths(before, after);
  if (paths.empty()) return std::string();
  MemoryRepository memory;
  if (llvm::Error error = memory.open()) return error;
  llvm::Expected<git::Tree> old_tree = memory.tree(before, paths);
  if (!old_tree) return old_tree.takeError();
  llvm::Expected<git::Tree> new_tree = memory.tree(after, paths);
  if (!new_tree) return new_tree.takeError();

  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC;  // the latter as git by default
  git::Diff diff;
  std::string patch;
  if (git_diff_tree_to_tree(diff.fill(), memory.repository.get(), old_tree->get(), new_tree->get(), &options) != 0 ||
      git_diff_print(diff.get(), GIT_DIFF_FORMAT_PATCH, append_line, &patch) != 0)
    return git::failure("cannot make the patch");
  return patch;
}

llvm::Error verify_patch(const Snapshot& before, const Snapshot& after, std::string_view patch) {
  const std::vector<std::string> paths = changed_paths(before, after);
  if (paths.empty())
    return patch.empty() ? llvm::Error::success()
                         : llvm::createStringError("a patch was made although nothing changed");
  if (llvm::Error error = check_one_way(before, after, paths, patch, Direction::forwards)) return error;
  return check_one_way(after, before, paths, patch, Direction::backwards);
}

}  // namespace remove_op
