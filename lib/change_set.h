// The edits of every layer, composed without conflicts.
//
// Invariant: the result does not depend on the order in which edits are added.
#pragma once

#include <llvm/Support/Error.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

class ChangeSet {
 public:
  // Adds what `layer` proposes for the file at `path`.
  void add(std::string_view path, Edit edit, std::string_view layer);

  // The snapshot after all edits. Erasures are widened here (widen.h), together, so that neighbours which go leave one
  // gap. A replacement inside an erasure is dropped with it; two replacements that overlap and differ are an error
  // that names both layers and the place.
  llvm::Expected<Snapshot> apply(const Snapshot& before) const;

 private:
  struct Proposal {
    Edit edit;
    std::string layer;
  };
  std::map<std::string, std::vector<Proposal>, std::less<>> by_path_;
};

}  // namespace remove_op
