// What the bare text of a Python module settles. Parsing every module that a file imports from would cost more than all
// else, and so would searching it for the same name on behalf of every file that imports from it.
//
// Invariant: an answer is `true` only where a parse would say so too.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "snapshot.h"

namespace remove_op::python {

class BareModule {
 public:
  BareModule(std::string_view path, std::string_view text);

  static std::shared_ptr<const BareModule> of(const Snapshot& snapshot, std::string_view path);

  // Whether `name` in it is surely a node of its own that leads on to no op.
  bool plainly_binds(std::string_view name) const;
  bool has_class(std::string_view name) const;

 private:
  using Answers = std::map<std::string, bool, std::less<>>;

  template <class Search>
  bool remembered(Answers& answers, std::string_view name, const Search& search) const;
  bool search(std::string_view name) const;

  std::string_view text_;
  bool leads_on_;
  mutable std::mutex mutex_;
  mutable Answers plain_;
  mutable Answers classes_;
};

}  // namespace remove_op::python
