#include "objects.h"

#include <git2/odb.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "arena.h"

namespace remove_op {
namespace {

constexpr const char* missing = "missing in this clone; `git fetch --refetch --no-filter` brings it";

void list_into(const git::Repository& repository, const git_oid& id, const std::string& folder,
               std::vector<IndexEntry>& entries, Reading& reading) {
  git::Tree tree;
  if (git_tree_lookup(tree.fill(), repository.get(), &id) != 0) {
    reading.unread.push_back({folder, missing});
    return;
  }
  for (std::size_t i = 0; i < git_tree_entrycount(tree.get()); ++i) {
    const git_tree_entry* entry = git_tree_entry_byindex(tree.get(), i);
    const std::string path = folder + git_tree_entry_name(entry);
    const git_oid& entry_id = *git_tree_entry_id(entry);
    switch (const git_filemode_t mode = git_tree_entry_filemode(entry)) {
      case GIT_FILEMODE_TREE:
        list_into(repository, entry_id, path + '/', entries, reading);
        break;
      case GIT_FILEMODE_COMMIT:
        reading.notes.push_back(path + ": a submodule, not read");
        break;
      default:
        entries.push_back({.path = path, .mode = static_cast<unsigned>(mode), .id = entry_id});
    }
  }
}

void read_object(git_odb* objects, const IndexEntry& entry, Arena& arena, Reading& reading) {
  // Asked first, and without a refresh: looking twice for each object that a partial clone lacks takes seconds.
  if (!git_odb_exists_ext(objects, &entry.id, GIT_ODB_LOOKUP_NO_REFRESH)) {
    reading.unread.push_back({entry.path, missing});
    return;
  }
  git::ObjectBytes object;
  if (git_odb_read(object.fill(), objects, &entry.id) != 0) {
    const git_error* last = git_error_last();
    reading.unread.push_back({entry.path, last ? last->message : "its object cannot be read"});
    return;
  }
  const std::string_view bytes(static_cast<const char*>(git_odb_object_data(object.get())),
                               git_odb_object_size(object.get()));
  if (!is_text(bytes)) return;
  if (bytes.size() > largest_file) {
    reading.unread.push_back({entry.path, "larger than 50 MB"});
    return;
  }
  if (!bytes.empty()) std::memcpy(arena.room(bytes.size()), bytes.data(), bytes.size());
  reading.files.push_back({entry.path, bytes.empty() ? Text() : arena.keep(bytes.size()), entry.mode});
}

}  // namespace

std::vector<IndexEntry> list_tree(const git::Repository& repository, const git_oid& id, Reading& reading) {
  std::vector<IndexEntry> entries;
  list_into(repository, id, "", entries, reading);
  return entries;
}

void read_objects(const git::Repository& repository, const std::vector<IndexEntry>& entries, Reading& reading) {
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
  std::vector<Reading> shares(threads);
  git::ObjectBase objects;
  if (git_repository_odb(objects.fill(), repository.get()) != 0) {
    for (const IndexEntry& entry : entries) reading.unread.push_back({entry.path, "git's objects cannot be read"});
    return;
  }
  const auto read_share = [&](unsigned first) {
    Arena arena;
    for (std::size_t i = first; i < entries.size(); i += threads)
      if ((entries[i].mode & 0170000) == 0100000 && !is_surely_binary(entries[i].path))
        read_object(objects.get(), entries[i], arena, shares[first]);
  };
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads; ++i) pool.emplace_back(read_share, i);
    read_share(0);
  }
  for (Reading& share : shares) reading.add(std::move(share));
}

}  // namespace remove_op
