#include <catch2/catch.hpp>

#include "syntax/cxx_condition.h"

namespace remove_op {

TEST_CASE("a condition is turned as a person would turn it") {
  CHECK(opposite_condition("#ifdef USE_ROCM") == "#ifndef USE_ROCM");
  CHECK(opposite_condition("#  ifndef USE_ROCM") == "#  ifdef USE_ROCM");
  CHECK(opposite_condition("#if defined(A)") == "#if !defined(A)");
  CHECK(opposite_condition("#if !defined(A)") == "#if defined(A)");
  CHECK(opposite_condition("#if defined A") == "#if !defined A");
  CHECK(opposite_condition("#if A && B") == "#if !(A && B)");
  CHECK(opposite_condition("#if !A && B") == "#if !(!A && B)");
}

TEST_CASE("a condition that cannot be turned in place is left alone") {
  CHECK(opposite_condition("#if A && \\\n    B").empty());
  CHECK(opposite_condition("#elif A").empty());
  CHECK(opposite_condition("#if A /* why */").empty());
}

}  // namespace remove_op
