// Which library a source file is compiled into.
//
// Input: a snapshot and the path of a source. Output: the names under which Python loads what the build makes of it, so
// that TORCH_EXTENSION_NAME has a value; several where the build compiles the file more than once, none where no
// build lists it. Followed through variables, in every branch, as the flow allows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "snapshot.h"

namespace remove_op {

// Sorted, without duplicates.
std::vector<std::string> libraries_building(const Snapshot& snapshot, std::string_view source_path);

// The C++ files of the snapshot that the build compiles into the library, sorted.
std::vector<std::string> sources_of_library(const Snapshot& snapshot, std::string_view library);

}  // namespace remove_op
