// Where a Makefile names the repository's sources.
//
// Input: a Makefile. Output: each source that a word names, by its own path, behind a variable (`$(DIR)/a.cu`) or by
// the object that is made of it (`a.o`); words of a variable's value are entries, those of rules and recipes are not.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/listed_sources.h"

namespace remove_op {

std::vector<ListedSource> makefile_sources(const Snapshot& snapshot, std::string_view path);

// What to take out so that `words`, sorted entries, go: whole lines where nothing else stands on them, with the
// backslash before them where the last line of a value goes.
std::vector<Span> without_words(std::string_view text, const std::vector<Span>& words);

}  // namespace remove_op
