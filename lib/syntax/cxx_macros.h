// Macros of a file and of the repository's headers that it includes, expanded by their tokens.
//
// Input: a snapshot and a path. Output: the tokens that a call stands for, as the preprocessor would leave them;
// nothing where a macro is defined twice, pastes or quotes its arguments, or expands without end. Internal to the C++
// syntax.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cxx_text.h"
#include "snapshot.h"

namespace remove_op {

class CxxMacros {
 public:
  using Tokens = std::vector<std::string>;

  CxxMacros(const Snapshot& snapshot, std::string_view path);

  // Read once for each file of the snapshot.
  static std::shared_ptr<const CxxMacros> of(const Snapshot& snapshot, std::string_view path);

  bool defines(std::string_view name) const { return macros_.contains(name); }
  std::optional<Tokens> expand(const Tokens& tokens) const;
  // The headers of the repository that the file includes, directly or not.
  const std::vector<std::string>& headers() const { return headers_; }

 private:
  struct Macro {
    std::vector<std::string> parameters;
    Tokens body;
    bool takes_arguments = false;
    bool plain = true;  // neither `#` nor `##`, and one body only
  };

  void read(std::string_view text);
  bool expand_into(const Tokens& tokens, const std::set<std::string>& inside, Tokens& out) const;

  std::map<std::string, Macro, std::less<>> macros_;
  std::vector<std::string> headers_;
};

}  // namespace remove_op
