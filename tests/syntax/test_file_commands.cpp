#include <catch2/catch.hpp>

#include "syntax/file_commands.h"

namespace remove_op {
namespace {

using Words = std::vector<std::string_view>;

Words files(std::string_view line) {
  const auto command = file_command(line);
  return command ? command->files : Words{};
}

}  // namespace

TEST_CASE("what a test command runs is told from its options and their values") {
  CHECK(files("pytest -v -s a/test_x.py") == Words{"a/test_x.py"});
  CHECK(files("A=1 B='x y' python3 -m pytest -k 'x or y' -n 4 a.py::test_x kernels") ==
        Words{"a.py::test_x", "kernels"});
  CHECK(files("python bench.py --rows a.py") == Words{"bench.py"});
  CHECK(file_command("pytest a --ignore=a/b.py --deselect=a/c.py::d")->ignored ==
        Words{"--ignore=a/b.py", "--deselect=a/c.py::d"});
}

TEST_CASE("a line that does more than to run files is no such command") {
  for (const char* line : {"cd x && pytest a.py", "pytest a.py | tee log", "pytest $(ls)", "pytest a.py \\",
                           "pytest -v", "rm a.py", "python -m build a.py", "", "A=1", "bash run.sh a.py"})
    CHECK_FALSE(file_command(line));
}

}  // namespace remove_op
