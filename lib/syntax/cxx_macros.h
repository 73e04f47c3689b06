// Macros of a file and of the repository's headers that it includes, expanded by their tokens.
//
// Input: a snapshot and a path. Output: the tokens that a call stands for, as the preprocessor would leave them;
// nothing where a macro is defined twice, expands without end, or, unless that is asked for, pastes or quotes its
// arguments. Internal to the C++ syntax.
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

  enum class Pasting { refused, done };

  bool defines(std::string_view name) const { return macros_.contains(name); }
  std::optional<Tokens> expand(const Tokens& tokens, Pasting pasting = Pasting::refused) const;
  // Whether the body of the macro, or of one that it leads to, holds a token that passes `test`.
  bool leads_to(std::string_view name, bool (*test)(std::string_view)) const;
  // The headers of the repository that the file includes, directly or not.
  const std::vector<std::string>& headers() const { return headers_; }

 private:
  struct Macro {
    std::vector<std::string> parameters;
    Tokens body;
    bool takes_arguments = false;
    bool pastes = false;   // `#` or `##`
    bool several = false;  // bodies: only a configuration knows which
  };
  using Arguments = std::map<std::string_view, Tokens>;

  void read(std::string_view text);
  bool expand_into(const Tokens& tokens, const std::set<std::string>& inside, Pasting pasting, Tokens& out) const;
  static std::optional<Arguments> read_arguments(const Macro& macro, const Tokens& tokens, std::size_t& at);
  bool substitute(const Macro& macro, const Arguments& given, const std::set<std::string>& inside, Pasting pasting,
                  Tokens& body) const;

  std::map<std::string, Macro, std::less<>> macros_;
  std::vector<std::string> headers_;
};

}  // namespace remove_op
