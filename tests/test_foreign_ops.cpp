#include <catch2/catch.hpp>

#include "explorer.h"
#include "foreign_ops.h"
#include "mini_repo.h"

namespace remove_op {

// Two files define ops of the namespace in which a third implements one.
TEST_CASE("whose namespace it is takes no more files than it needs") {
  const Snapshot snapshot = mini_repo(
      "//- a.cpp\n"
      "static auto made = torch::RegisterOperators().op(\"K::first(Tensor x) -> Tensor\", &first);\n"
      "//- b.cpp\n"
      "static auto made = torch::RegisterOperators().op(\"K::second(Tensor x) -> Tensor\", &second);\n"
      "//- c.cpp\n"
      "TORCH_LIBRARY_IMPL(K, CUDA, m) {\n  m.impl(\"first\", &first_cuda);\n  m.impl(\"third\", &third);\n}\n");
  const Progress silent;
  Explorer explorer(snapshot, all_layers(), silent);
  explorer.inspect({"c.cpp"});
  CHECK(doubts_about_foreign_ops(explorer, {explorer.graph().find("op:K::third")}).empty());
  CHECK(explorer.inspected() == std::set<std::string, std::less<>>{"a.cpp", "c.cpp"});
}

TEST_CASE("an op that the repository defines needs no look at other files") {
  const Snapshot snapshot = mini_repo(
      "//- a.cpp\n"
      "static auto made = torch::RegisterOperators().op(\"K::first(Tensor x) -> Tensor\", &first);\n"
      "//- b.cpp\n"
      "static auto made = torch::RegisterOperators().op(\"K::second(Tensor x) -> Tensor\", &second);\n");
  const Progress silent;
  Explorer explorer(snapshot, all_layers(), silent);
  explorer.inspect({"b.cpp"});
  CHECK(doubts_about_foreign_ops(explorer, {explorer.graph().find("op:K::second")}).empty());
  CHECK(explorer.inspected() == std::set<std::string, std::less<>>{"b.cpp"});
}

}  // namespace remove_op
