// Which production code a test exercises, as against what merely helps it: data makers, settings, torch references.
//
// Input: the node of a production definition, and what is doomed. Output: whether calling it runs something that stays
// and wants a test: an op or a kernel that stays, another implementation under the name of what goes, or a caller that
// stays although it calls what goes, as under force.
// Invariant: the answer depends on the snapshot and on what is doomed, not on what was asked before.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "rewriter.h"

namespace remove_op::python {

class Exercised {
 public:
  Exercised(const Snapshot& snapshot, const Doomed& doomed);

  // An imported name stands for what it brings in.
  bool goes(const std::string& id);
  bool stays(const std::string& id);

 private:
  struct Body {
    bool calls = false;                       // what goes, or an op that stays, or it has the name of what goes
    bool launches = false;                    // a kernel
    std::set<std::string, std::less<>> uses;  // ids, as they are written there
  };

  const std::string& behind(const std::string& id);
  const Body& body_of(const std::string& id, bool at_home, bool near);
  Body read(const std::string& id);
  bool may_matter(std::string_view path, bool near);

  const Snapshot& snapshot_;
  const Doomed& doomed_;
  std::set<std::string, std::less<>> doomed_names_;  // of ops and of production functions
  std::set<std::string_view> naming_;                // files that name one
  std::map<std::string, bool, std::less<>> known_;
  std::map<std::string, std::string, std::less<>> behind_;
  std::map<std::pair<std::string, bool>, Body> bodies_;
  std::map<std::pair<std::string, bool>, bool> matters_;
};

}  // namespace remove_op::python
