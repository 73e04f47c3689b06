// libgit2's objects with owners, and its failures as llvm::Error.
//
// Invariant: a Library outlives every handle; making a second one is cheap.
#pragma once

#include <git2.h>
#include <llvm/Support/Error.h>

#include <string>
#include <utility>

namespace remove_op::git {

class Library {
 public:
  Library() { git_libgit2_init(); }
  ~Library() { git_libgit2_shutdown(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

// Owns an object of libgit2, which fills it in: `git_tree_lookup(tree.fill(), ...)`.
template <class T, auto Free>
class Handle {
 public:
  Handle() = default;
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() { Free(object_); }

  T* get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  T** fill() {
    Free(std::exchange(object_, nullptr));
    return &object_;
  }

 private:
  T* object_ = nullptr;
};

using Config = Handle<git_config, git_config_free>;
using Diff = Handle<git_diff, git_diff_free>;
using Index = Handle<git_index, git_index_free>;
using Object = Handle<git_object, git_object_free>;
using ObjectBase = Handle<git_odb, git_odb_free>;
using ObjectBytes = Handle<git_odb_object, git_odb_object_free>;
using Repository = Handle<git_repository, git_repository_free>;
using Tree = Handle<git_tree, git_tree_free>;

// `what`, and what libgit2 says of its last failure.
inline llvm::Error failure(const std::string& what) {
  const git_error* last = git_error_last();
  return llvm::createStringError(what + (last && last->message ? ": " + std::string(last->message) : ""));
}

}  // namespace remove_op::git
