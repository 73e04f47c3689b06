#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "syntax/translation_units.h"

namespace remove_op {

TEST_CASE("files meet in a translation unit where one file leads to both") {
  const Snapshot repo = mini_repo(R"(//- a.cu
#include "a.h"
#  include <deep/common.h>
//- a.h
#pragma once
//- b.cu
// #include "a.h" is what this comment is about, and reincluded too
#include "csrc/deep/common.h"
//- csrc/deep/common.h
#if 0
#include "late.inl"
#endif
//- late.inl
//- alone.h
#include "late2.inl"
//- late2.inl
)");
  const TranslationUnits units(repo);
  CHECK(units.share("a.cu", "a.h"));
  CHECK(units.share("a.h", "late.inl"));
  CHECK(units.share("a.h", "csrc/deep/common.h"));
  CHECK(units.share("b.cu", "late.inl"));
  CHECK_FALSE(units.share("a.cu", "b.cu"));
  CHECK_FALSE(units.share("a.h", "b.cu"));
  CHECK(units.share("alone.h", "late2.inl"));
  CHECK_FALSE(units.share("late.inl", "late2.inl"));
  CHECK(units.share("a.cu", "setup.py"));
  CHECK(units.in_source("late.inl"));
  CHECK_FALSE(units.in_source("late2.inl"));
  CHECK(units.sharing("b.cu") == std::vector<std::string_view>{"b.cu", "csrc/deep/common.h", "late.inl"});
}

TEST_CASE("a computed include leads everywhere, and headers may include each other") {
  const Snapshot repo = mini_repo(
      "//- a.cu\n#include CONFIG\n//- b.cu\n\n//- c.cu\n#include \"x.h\"\n//- x.h\n#include \"y.h\"\n//- y.h\n#include "
      "\"x.h\"\n//- p.h\n#include \"q.h\"\n//- q.h\n#include \"p.h\"\n");
  const TranslationUnits units(repo);
  CHECK(units.share("a.cu", "b.cu"));
  CHECK_FALSE(units.share("b.cu", "c.cu"));
  CHECK(units.share("c.cu", "y.h"));
  CHECK(units.share("p.h", "q.h"));
}

}  // namespace remove_op
