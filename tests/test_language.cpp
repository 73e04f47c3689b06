#include <catch2/catch.hpp>

#include "language.h"

namespace remove_op {

TEST_CASE("the language of a path is told by its ending") {
  CHECK(language_of("csrc/a.cu") == Language::cxx);
  CHECK(language_of("csrc/a.hip") == Language::cxx);
  CHECK(language_of("csrc/config.h.in") == Language::cxx);
  CHECK(language_of("csrc/a.mu") == Language::cxx);
  CHECK(language_of("csrc/a.muh") == Language::cxx);
  CHECK(language_of("csrc/a.tpp") == Language::cxx);
  CHECK(language_of("csrc/a.ipp") == Language::cxx);
  CHECK(language_of("csrc/a.cl") == Language::other);
  CHECK(language_of("csrc/a.ixx") == Language::other);
  CHECK(language_of("k/ops.pyi") == Language::python);
  CHECK(language_of("CMakeLists_rocm.txt") == Language::cmake);
  CHECK(language_of("cmake/utils.cmake") == Language::cmake);
  CHECK(language_of("requirements.txt") == Language::other);
}

TEST_CASE("a header is what others include, not whatever starts with an h") {
  for (const char* header : {"a.h", "a.hh", "a.hpp", "a.hxx", "a.cuh", "a.muh", "a.tpp", "a.ipp", "csrc/a.inl"})
    CHECK(is_header(header));
  for (const char* source : {"a.hip", "a.cu", "a.mu", "a.cpp", "a.c", "h", "a.h/b.cc"}) CHECK_FALSE(is_header(source));
}

TEST_CASE("tests, benchmarks and examples are told from production code by folder and by name") {
  for (const char* test : {"tests/x.py", "k/test/x.cu", "benchmarks/b.py", "k/test_x.py", "k/x_test.py",
                           "k/conftest.py", "k/bench_x.py", "examples/x.py"})
    CHECK(is_test(test));
  for (const char* production : {"k/x.py", "k/testament/x.py", "k/latest.py", "test.py"})
    CHECK_FALSE(is_test(production));
}

}  // namespace remove_op
