#include "syntax/build_files.h"

#include "paths.h"

namespace remove_op {

BuildFile build_file_of(std::string_view path) {
  const std::string_view name = base_name(path);
  const auto ends = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  const auto is = [&](auto... names) { return ((name == names) || ...); };
  if (is("BUILD", "BUCK", "TARGETS", "meson.build") || ends(".bzl", ".bazel", ".gn", ".gni"))
    return BuildFile::python_like;
  if (is("Makefile", "makefile", "GNUmakefile") || name.starts_with("Makefile.") || ends(".mk", ".mak"))
    return BuildFile::make;
  if (ends(".toml", ".json")) return BuildFile::data;
  return BuildFile::none;
}

}  // namespace remove_op
