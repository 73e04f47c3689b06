#include <catch2/catch.hpp>

#include "mini_repo.h"
#include "python_linter.h"

namespace remove_op {
namespace {

std::vector<std::string> faults(const std::string& before, const std::string& after, Verdict verdict = Dead{}) {
  Removal removal;
  removal.verdict = std::move(verdict);
  removal.after = mini_repo(after);
  removal.gone.push_back({"py:a.py:f", "f", "function", "python wrapper", {"a.py", 4, 1}, 5, "named"});
  return lint_faults(mini_repo(before), removal);
}

}  // namespace

TEST_CASE("the linter finds what an edit leaves undefined or unused, and nothing that was so before") {
  using Faults = std::vector<std::string>;
  const std::string before = "//- a.py\nimport os\nimport re\n\ndef f():\n    return os.sep\n\nf()\nwas()\n";
  CHECK(faults(before, before) == Faults{});
  CHECK(faults(before, "//- a.py\n\ndef f():\n    return os.sep\n\nf()\nwas()\n") == Faults{"a.py:3: undefined os"});
  CHECK(faults(before, "//- a.py\nimport os\n\nf()\n") == Faults{"a.py:3: undefined f", "a.py:1: unused os"});
  CHECK(faults(before, "//- a.py\nf(\n") == Faults{"a.py:0: syntax "});
  CHECK(faults(before, "//- a.py\nf()\n", Live{}) == Faults{});
}

}  // namespace remove_op
