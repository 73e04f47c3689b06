// The lexical side of a C++ or CUDA file: tokens, directives and conditionals, in every branch of every `#if`.
//
// Needs no parse, so it sees what no single configuration sees. Input: the text. Output: spans into it.
#pragma once

#include <string_view>
#include <vector>

#include "facts.h"

namespace remove_op {

struct CxxToken {
  enum class Kind : unsigned char { identifier, string, character, number, punctuation };
  Kind kind = Kind::punctuation;
  bool in_directive = false;
  unsigned offset = 0;
  unsigned length = 0;

  Span span() const { return {offset, length}; }
};

// One preprocessor line, with its continuation lines: from `#` through its last token.
struct CxxDirective {
  enum class Kind : unsigned char { conditional, include, define, undef, pragma, other };
  Kind kind = Kind::other;
  Span span;
  Span name;                 // #define, #undef: the macro; #include: the path with its quotes or brackets
  unsigned first_token = 0;  // tokens of the directive, `#` included
  unsigned last_token = 0;   // one past
};

// `#if ... #elif ... #else ... #endif`.
struct CxxConditional {
  struct Branch {
    Span directive;
    Span body;  // between this directive and the next
  };
  std::vector<Branch> branches;
  Span endif;
  bool has_else = false;
  int parent = -1;  // index of the conditional that holds this one, and which of its branches
  int parent_branch = -1;

  Span span() const { return {branches.front().directive.offset, endif.end() - branches.front().directive.offset}; }
};

struct CxxText {
  std::vector<CxxToken> tokens;  // without comments
  std::vector<CxxDirective> directives;
  std::vector<CxxConditional> conditionals;  // by offset; one that is never closed is left out
  bool balanced = true;                      // every #if has its #endif
};

CxxText lex_cxx(std::string_view text);

// The spelling of the token at index `i`; empty behind the last.
inline std::string_view word_at(const CxxText& lexed, std::string_view text, std::size_t i) {
  return i < lexed.tokens.size() ? text.substr(lexed.tokens[i].offset, lexed.tokens[i].length) : std::string_view();
}

// Index of the first token at or after `offset`.
std::size_t token_at(const CxxText& lexed, unsigned offset);

// Index of the token that closes the bracket at `open`, or tokens.size(). Directives in between are passed over.
std::size_t closing(const CxxText& lexed, std::string_view text, std::size_t open);

// Whether `span` opens no conditional that it does not close and closes none that it does not open.
bool keeps_conditionals_whole(const CxxText& lexed, Span span);

}  // namespace remove_op
