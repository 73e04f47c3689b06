// Which language a path is written in, and whether it is production code.
#pragma once

#include <string_view>

namespace remove_op {

enum class Language { cxx, python, cmake, other };

// By extension: .c .cc .cpp .cu .cuh .h .hip .hpp .mu ... are C++; .py .pyi Python; CMakeLists*.txt and .cmake CMake.
Language language_of(std::string_view path);

// A C++ file that others include, by extension: .cuh .h .hh .hpp .hxx .inl .ipp .muh .tpp.
bool is_header(std::string_view path);

// Tests, benchmarks and examples: they mention an op, they never keep it. Decided by folder (tests, test, benchmarks,
// benchmark, examples) and by file name (test_*, *_test.*, bench_*, benchmark_*.py, conftest.py).
bool is_test(std::string_view path);

}  // namespace remove_op
