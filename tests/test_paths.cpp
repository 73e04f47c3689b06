#include <catch2/catch.hpp>

#include "paths.h"

namespace remove_op {

TEST_CASE("a path is its folder and its name") {
  CHECK(base_name("csrc/moe/topk.cu") == "topk.cu");
  CHECK(base_name("topk.cu") == "topk.cu");
  CHECK(folder_of("csrc/moe/topk.cu") == "csrc/moe");
  CHECK(folder_of("topk.cu").empty());
}

TEST_CASE("a path is read from a folder, and never leaves the repository") {
  CHECK(path_in("csrc/moe", "topk.cu") == "csrc/moe/topk.cu");
  CHECK(path_in("csrc/moe", ".././/core/math.hpp") == "csrc/core/math.hpp");
  CHECK(path_in("", "./setup.py") == "setup.py");
  CHECK(path_in("csrc", "../../x.h").empty());
}

}  // namespace remove_op
