// Sources whose names a build puts together: f"csrc/{name}.cu", foreach(f a b) csrc/${f}.cpp, $(ops:=.o).
//
// Input: a source file. Output: the place in a build file that says the file's stem beside what may make a name of it.
// Errs towards yes: whoever gets a place keeps the file.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

// `goes`: whether a span of a file goes.
std::optional<std::pair<std::string_view, Span>> computed_name_of(
    const Snapshot& snapshot, std::string_view source, const std::function<bool(std::string_view path, Span)>& goes);

}  // namespace remove_op
