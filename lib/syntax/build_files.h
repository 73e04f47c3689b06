// Which files tell a build what to compile, beside CMake's and Python's.
#pragma once

#include <string_view>

namespace remove_op {

enum class BuildFile {
  none,
  python_like,  // Bazel, Buck, GN, Meson: lists of strings in brackets
  make,
  data,  // TOML and JSON, which may list sources among other things
};

// By name alone.
BuildFile build_file_of(std::string_view path);

}  // namespace remove_op
