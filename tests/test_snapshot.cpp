#include <catch2/catch.hpp>

#include "mini_repo.h"

namespace remove_op {

TEST_CASE("snapshot finds whole words only") {
  const Snapshot repo = mini_repo("//- a.py\nfoo_bar foo\n//- b.py\nfoo_bar xfoo\n//- c.py\n.foo(\n");
  CHECK(repo.files_naming("foo") == std::vector<std::string_view>{"a.py", "c.py"});
  CHECK(repo.files_naming("foo_bar") == std::vector<std::string_view>{"a.py", "b.py"});
}

TEST_CASE("snapshot finds a path by its tail, the nearest first") {
  const Snapshot repo = mini_repo("//- x/ops.h\n\n//- y/ops.h\n\n//- y/z/a_ops.h\n\n");
  CHECK(repo.ending_in("ops.h", "y/a.cu") == std::vector<std::string_view>{"y/ops.h", "x/ops.h"});
  CHECK(repo.ending_in("x/ops.h", "y/a.cu") == std::vector<std::string_view>{"x/ops.h"});
}

TEST_CASE("an edited snapshot shares what was not edited") {
  const Snapshot repo = mini_repo("//- a\n1\n//- b\n2\n//- c\n3\n");
  const Snapshot next = repo.with({{"a", std::nullopt}, {"b", Text("x")}});
  CHECK(next.find("a") == nullptr);
  CHECK(next.text("b") == "x");
  CHECK(next.find("c")->text.same_storage(repo.find("c")->text));
  CHECK(repo.text("a") == "1\n");
}

}  // namespace remove_op
