// One parse of one file in one choice of branches, and its merging into the unit. Internal to the C++ syntax.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cxx_unit.h"

namespace remove_op {

struct CxxParse {
  std::vector<CxxEntity> entities;  // spans as Clang gives them, before they are trimmed to the text
  std::vector<CxxUse> uses;
  std::vector<Span> scopes;
  unsigned errors = 0;
  std::string failure;
};

// Parses `text` as the file at `path`. Never throws and survives a crash of the parser, which becomes `failure`.
CxxParse parse_once(const Snapshot& snapshot, std::string_view path, std::string text);

// Adds what a parse found to the unit. An entity whose span the text does not bear out (it does not end in `;` or `}`,
// or cuts a bracket or a conditional in two) is left out: its name then counts as a use, and so it stays.
void merge_parse(std::string_view text, CxxParse parse, CxxUnit& unit);

}  // namespace remove_op
