#include "change_set.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "mini_repo.h"

namespace remove_op {

namespace {

struct Proposal {
  Edit edit;
  std::string_view layer = "one";
};

// The file after the edits, in every order: the last line checks that the order makes no difference.
std::string edited(std::string_view text, std::vector<Proposal> proposals) {
  std::vector<std::size_t> order(proposals.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::string first;
  do {
    ChangeSet changes;
    for (const std::size_t i : order) changes.add("a.py", proposals[i].edit, proposals[i].layer);
    auto after = changes.apply(mini_repo("//- a.py\n" + std::string(text)));
    const std::string result = !after                 ? "error: " + llvm::toString(after.takeError())
                               : !after->find("a.py") ? "dropped"
                                                      : std::string(after->text("a.py"));
    if (first.empty()) first = result;
    CHECK(result.starts_with("error") == first.starts_with("error"));
    if (!first.starts_with("error")) CHECK(result == first);
  } while (std::next_permutation(order.begin(), order.end()));
  return first;
}

}  // namespace

TEST_CASE("change_set composes erasures and replacements of several layers") {
  const std::string_view text = "one = 1\ntwo = 2\nthree = 3\n";
  CHECK(edited(text, {{Erase{{0, 7}}, "one"}, {Replace{{14, 1}, "9"}, "two"}, {Erase{{16, 9}}, "three"}}) ==
        "two = 9\n");
}

TEST_CASE("change_set leaves one gap where neighbours go, whoever takes them") {
  CHECK(edited("x = 1\n\ny = 2\n\nz = 3\n\nw = 4\n", {{Erase{{7, 5}}, "one"}, {Erase{{14, 5}}, "two"}}) ==
        "x = 1\n\nw = 4\n");
}

TEST_CASE("a replacement inside an erasure goes with it") {
  CHECK(edited("f(a, b)\ng()\n", {{Erase{{0, 7}}, "one"}, {Replace{{2, 1}, "c"}, "two"}}) == "g()\n");
}

TEST_CASE("a file that is dropped is dropped, whatever else is proposed for it") {
  CHECK(edited("f()\ng()\n", {{Erase{{0, 3}}, "one"}, {DropFile{}, "two"}, {Replace{{4, 1}, "h"}, "one"}}) ==
        "dropped");
}

TEST_CASE("two layers may want the same") {
  CHECK(edited("f()\ng()\n", {{Replace{{0, 1}, "h"}, "one"}, {Replace{{0, 1}, "h"}, "two"}}) == "h()\ng()\n");
  CHECK(edited("f()\ng()\n", {{Erase{{0, 3}}, "one"}, {Erase{{0, 3}}, "two"}}) == "g()\n");
}

TEST_CASE("two layers that want different things are an error that names both and the place") {
  const std::string error = edited("f()\ng()\n", {{Replace{{4, 1}, "h"}, "one"}, {Replace{{4, 1}, "i"}, "two"}});
  CHECK(error.find("a.py:2") != std::string::npos);
  CHECK(error.find("one") != std::string::npos);
  CHECK(error.find("two") != std::string::npos);
  CHECK(
      edited("f(abc)\n", {{Replace{{2, 2}, "x"}, "one"}, {Replace{{3, 2}, "y"}, "two"}}).starts_with("error: a.py:1"));
}

TEST_CASE("an insertion is a replacement of nothing") { CHECK(edited("f()\n", {{Replace{{2, 0}, "x"}}}) == "f(x)\n"); }

TEST_CASE("a file that comes out the same is shared with the snapshot before") {
  const Snapshot before = mini_repo("//- a.py\nf()\n//- b.py\ng()\n");
  ChangeSet changes;
  changes.add("a.py", Replace{{0, 1}, "f"}, "one");
  auto after = changes.apply(before);
  REQUIRE(bool(after));
  CHECK(after->find("a.py")->text.same_storage(before.find("a.py")->text));
  CHECK(after->find("b.py")->text.same_storage(before.find("b.py")->text));
}

}  // namespace remove_op
