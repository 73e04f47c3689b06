#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "notices.h"
#include "removed.h"

namespace remove_op {
namespace {

using Strings = std::vector<std::string>;

Strings left(std::string_view repo, const std::set<std::string, std::less<>>& doomed) {
  return notices_of_nothing(mini_repo(repo), doomed);
}

}  // namespace

TEST_CASE("a notice is told by its name") {
  for (const char* notice : {"k/LICENSE", "LICENSE.txt", "k/NOTICE", "COPYING.LESSER", "k/README.md"})
    CHECK(is_notice(notice));
  for (const char* other : {"LICENSE.py", "k/license_check.txt", "LICENSE/k.txt", "NOTICE.h"})
    CHECK_FALSE(is_notice(other));
}

TEST_CASE("a notice goes with the last file of its folder and of the folders below") {
  const std::string repo =
      "//- k/a/LICENSE\n\n//- k/a/b/x.cu\n\n//- k/a/y.cu\n\n//- k/LICENSE\n\n//- k/z.cu\n\n//- k/zz.txt\n\n";
  CHECK(left(repo, {"file:k/a/b/x.cu", "file:k/a/y.cu"}) == Strings{"k/a/LICENSE"});
  CHECK(left(repo, {"file:k/a/b/x.cu"}).empty());
  CHECK(left(repo, {"file:k/z.cu"}).empty());
  CHECK(left(repo, {"file:k/a/b/x.cu", "file:k/a/y.cu", "file:k/z.cu", "file:k/zz.txt"}) ==
        Strings{"k/LICENSE", "k/a/LICENSE"});
}

TEST_CASE("the notice of the root stays, and one that something names") {
  CHECK(left("//- LICENSE\n\n//- x.cu\n\n", {"file:x.cu"}).empty());
  const std::string repo = "//- k/LICENSE\n\n//- k/x.cu\n\n//- setup.cfg\nlicense_files = k/LICENSE\n";
  CHECK(left(repo, {"file:k/x.cu"}).empty());
}

TEST_CASE("a removal that empties a folder takes its licence along") {
  const std::string bindings = R"-(//- csrc/bindings.cpp
void scan(at::Tensor x);
void live(at::Tensor x);
TORCH_LIBRARY(k, m) {
  m.def("scan(Tensor x) -> Tensor", &scan);
  m.def("live(Tensor x) -> Tensor", &live);
}
)-";
  const std::string live = R"-(//- csrc/live/LICENSE
theirs
//- csrc/live/live.cu
void live(at::Tensor x) {}
)-";
  const std::string scan = R"-(//- csrc/scan/LICENSE
theirs
//- csrc/scan/scan.cu
void scan(at::Tensor x) {}
)-";
  CHECK(removed("k::scan", bindings + live + scan) == R"-(//- csrc/bindings.cpp
void live(at::Tensor x);
TORCH_LIBRARY(k, m) {
  m.def("live(Tensor x) -> Tensor", &live);
}
)-" + live);
}

}  // namespace remove_op
