#include <catch2/catch.hpp>

#include <string>

#include "words.h"

namespace remove_op {

TEST_CASE("a word is found wherever it stands in a text of any length") {
  for (std::size_t before = 0; before < 40; ++before) {
    for (std::size_t after = 0; after < 40; ++after) {
      const std::string text = std::string(before, ' ') + "op_x" + std::string(after, ' ');
      CHECK(find_word(text, "op_x") == before);
      CHECK(find_word(text, "op_y") == std::string_view::npos);
    }
  }
}

TEST_CASE("a word is not part of a longer one") {
  CHECK(find_word("op_xy op_x", "op_x") == 6);
  CHECK(find_word("aop_x 1op_x _op_x", "op_x") == std::string_view::npos);
  CHECK(find_word("::op_x(", "op_x") == 2);
  CHECK(find_word("x yx x", "x", 1) == 5);
  CHECK(find_word("a/foo.cu b_foo.cu", "foo.cu") == 2);
  CHECK(find_word("", "x") == std::string_view::npos);
  CHECK(find_word("x", "") == std::string_view::npos);
}

}  // namespace remove_op
