// What is told of a removal beside the patch: what stays and should be looked at.
#include <catch2/catch.hpp>

#include "removed.h"
#include "scale_and_live.h"

namespace remove_op {

using Strings = std::vector<std::string>;

TEST_CASE("tests of the op go, others stay, mixed ones are reported") {
  const std::string tests = R"(//- tests/test_ops.py
import torch


def test_scale():
    assert torch.ops.k.scale(1) == 1


def test_live():
    assert torch.ops.k.live(1) == 1


def test_both():
    assert torch.ops.k.live(1) == torch.ops.k.scale(1)
)";
  const std::string left = R"(//- tests/test_ops.py
import torch


def test_live():
    assert torch.ops.k.live(1) == 1


def test_both():
    assert torch.ops.k.live(1) == torch.ops.k.scale(1)
)";
  const std::string live = "int live(int x) { return x; }\n";
  const std::string repo = with_ops("int scale(int x) { return x; }\n" + live, tests);
  CHECK(removed("scale", repo) == without_scale(live, left));
  CHECK(notes(removal_of("scale", repo)) ==
        Strings{"tests/test_ops.py:13: test_both exercises what goes and more; adapt it by hand: nothing would be left "
                "of its function"});
  CHECK(removed("scale", repo, {.keep_tests = true}) == without_scale(live, tests));
}

TEST_CASE("mentions that stay are told with their place, those that went are not") {
  const std::string live = "int live(int x) { return x; }\n";
  const std::string repo = with_ops(
      "int scale(int x) { return x; }\n" + live,
      "//- README.md\nUse it.\n`scale` is fast.\n//- pkg/ops.py\nimport torch\nfrom torch.library import "
      "register_fake\n\n"
      "if hasattr(torch.ops.k, \"scale\"):\n\n    @register_fake(\"k::scale\")\n    def _(x):\n        return x\n\n"
      "    @register_fake(\"k::live\")\n    def _(x):\n        return x\n");
  CHECK(notes(removal_of("scale", repo)) == Strings{"README.md:2: still names scale"});
}

}  // namespace remove_op
