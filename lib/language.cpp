#include "language.h"

#include <algorithm>
#include <array>

#include "paths.h"

namespace remove_op {
namespace {

template <std::size_t N>
bool one_of(std::string_view value, const std::array<std::string_view, N>& values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// Not OpenCL and not C++ modules: those are other languages to the parser, and what only looks like C++ stays text.
constexpr auto cxx_extensions = std::to_array<std::string_view>(
    {"c", "cc", "cpp", "cu", "cuh", "cxx", "h", "hh", "hip", "hpp", "hxx", "inl", "ipp", "mm", "mu", "muh", "tpp"});
constexpr auto header_extensions =
    std::to_array<std::string_view>({"cuh", "h", "hh", "hpp", "hxx", "inl", "ipp", "muh", "tpp"});
constexpr std::array<std::string_view, 6> test_folders = {"tests",     "test",     "benchmarks",
                                                          "benchmark", "examples", "testing"};

std::string_view extension(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

}  // namespace

Language language_of(std::string_view path) {
  if (path.ends_with(".in")) path.remove_suffix(3);  // what configure_file() fills in is code as much as its output
  const std::string_view name = base_name(path);
  const std::string_view ext = extension(name);
  if (one_of(ext, cxx_extensions)) return Language::cxx;
  if (ext == "py" || ext == "pyi") return Language::python;
  if (ext == "cmake" || (name.starts_with("CMakeLists") && ext == "txt")) return Language::cmake;
  return Language::other;
}

bool is_header(std::string_view path) { return one_of(extension(base_name(path)), header_extensions); }

bool is_test(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::string_view stem = name.substr(0, name.rfind('.'));
  const bool code = language_of(path) == Language::python || language_of(path) == Language::cxx;
  if (name.starts_with("test_") || name.starts_with("bench_") || name.starts_with("benchmark_") ||
      (code && stem.ends_with("_test")) || name == "conftest.py")
    return true;
  for (std::size_t at = 0;;) {
    const std::size_t slash = path.find('/', at);
    if (slash == std::string_view::npos) return false;
    if (one_of(path.substr(at, slash - at), test_folders)) return true;
    at = slash + 1;
  }
}

}  // namespace remove_op
