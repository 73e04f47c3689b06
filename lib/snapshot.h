// A repository as a value: path -> immutable text.
//
// Input: what `tool/` read from a work tree, a folder or a commit. Output: look-ups by path, by path suffix and by
// word. Snapshots share the texts that they have in common, so an edited snapshot costs what was edited.
// Invariant: files are sorted by path and paths are relative, with `/` between folders.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "text.h"

namespace remove_op {

struct File {
  std::string path;
  Text text;
  unsigned mode = 0100644;  // as git writes it: 0100644 or 0100755
};

// A file of the repository whose text could not be had: over the size limit, unreadable, absent from a partial clone.
struct Unread {
  std::string path;
  std::string why;
};

class Snapshot {
 public:
  Snapshot() : Snapshot(std::vector<File>{}) {}
  explicit Snapshot(std::vector<File> files, std::vector<Unread> unread = {});

  const std::vector<File>& files() const;
  const std::vector<Unread>& unread() const;

  // nullptr where the repository has no such file.
  const File* find(std::string_view path) const;
  // The text of `path`, empty where the repository has no such file.
  std::string_view text(std::string_view path) const;

  // Paths of the files that hold `word` as a whole word (not beside a letter, digit or underscore), sorted.
  // Searched once per word and remembered.
  const std::vector<std::string_view>& files_naming(std::string_view word) const;

  // Paths of the files that pass `test`, sorted. It is called from several threads.
  std::vector<std::string_view> files_where(const std::function<bool(const File&)>& test) const;

  // Paths that are `suffix` or end in `/suffix`: how an include line or a Python import that gives only the tail of a
  // path is found. Those that share the most leading folders with `near` come first, then by path.
  std::vector<std::string_view> ending_in(std::string_view suffix, std::string_view near) const;

  // `make()` once for each (T, path) of this snapshot: parses are shared by the layers that need them. Thread-safe. Of
  // a path that is no file nothing is remembered.
  template <class T>
  std::shared_ptr<const T> memo(std::string_view path, const std::function<std::shared_ptr<const T>()>& make) const {
    return std::static_pointer_cast<const T>(
        memo_any(typeid(T), path, [&] { return std::static_pointer_cast<const void>(make()); }));
  }

  // The same once for the snapshot as a whole.
  template <class T>
  std::shared_ptr<const T> memo(const std::function<std::shared_ptr<const T>()>& make) const {
    return memo<T>(std::string_view(), make);
  }

  // A snapshot with these texts in place of the old ones; a disengaged text drops the file.
  Snapshot with(const std::vector<std::pair<std::string, std::optional<Text>>>& changes) const;

 private:
  struct State;
  std::shared_ptr<const void> memo_any(std::type_index type, std::string_view path,
                                       const std::function<std::shared_ptr<const void>()>& make) const;
  std::shared_ptr<State> state_;
};

}  // namespace remove_op
