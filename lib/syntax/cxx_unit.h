// One C++ or CUDA file as Clang understands it, hermetically: headers that the repository lacks are empty, and a
// prelude stands in for CUDA and PyTorch (cxx_prelude.h).
//
// Input: a snapshot and a path. Output: the namespace-scope entities that stand in the file and what its identifiers
// resolve to. The file is parsed as often as it takes to see every branch of its conditionals that may hold
// declarations; what no parse resolved stays unresolved, and its readers must count it as a use by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cxx_text.h"
#include "snapshot.h"

namespace remove_op {

struct CxxEntity {
  enum class Kind : unsigned char { function, kernel, type, variable, alias, macro };
  std::string id;    // see facts.h
  std::string word;  // its simple name
  Kind kind = Kind::function;
  bool declares = false;  // a declaration; its definition is elsewhere
  Span span;              // from its template head, attributes and specifiers through its `;` or `}`
  Span name;              // the token that names it; empty where a macro pasted it
  bool by_macro = false;  // one macro call makes all of it
};

// An identifier that a parse resolved. `id` is empty for what is no namespace-scope entity of the repository: a local,
// a parameter, a member, something of the prelude.
struct CxxUse {
  unsigned offset = 0;
  std::string id;
};

struct CxxInclude {
  Span directive;
  std::string path;                  // in the repository; empty where it has no such file
  std::vector<std::string> perhaps;  // other files that the include directories of the build may make it lead to
};

struct CxxUnit {
  CxxText lexed;
  std::vector<CxxEntity> entities;  // by offset
  std::vector<CxxUse> uses;         // by offset; an offset may carry several ids (an overload set, several branches)
  std::vector<CxxInclude> includes;
  std::vector<Span> scopes;  // namespaces and `extern "C" {}` blocks, from keyword to `}`
  std::vector<Span> unseen;  // branches that no parse saw: what they name must be kept
  unsigned errors = 0;       // diagnostics of the first parse, as a measure to compare with
  std::string failure;       // why there is no parse at all; empty where there is one
};

// Where a line whose spelling leads nowhere in the repository may lead all the same, by a link, a folder that a build
// makes, or a copy: the headers of that name.
std::vector<std::string> guess_include(const Snapshot& snapshot, std::string_view from, std::string_view spelled);

// Memoised in the snapshot. Never null.
std::shared_ptr<const CxxUnit> parse_cxx(const Snapshot& snapshot, std::string_view path);

// Where `#include` of `spelled` (without quotes) may lead from the file at `from`, the likeliest first: beside the
// including file, else any path with that tail.
std::vector<std::string> resolve_include(const Snapshot& snapshot, std::string_view from, std::string_view spelled);

}  // namespace remove_op
