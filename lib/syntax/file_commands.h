// A command line that does nothing but run files: `pytest -v a.py b.py`, `python bench.py --rows 4`.
//
// Input: one line of a CI list or of a script, without its list mark. Output: the words that say what is run. The rule
// for words is the shell's: quotes hold them together, `NAME=value` before the program sets a variable, an operator
// (`&& || ; | > <`, `$(`, a backslash at the end) makes the line more than one command.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace remove_op {

struct FileCommand {
  std::vector<std::string_view> files;    // what is run, as written, `::node` behind it or not; views into the line
  std::vector<std::string_view> ignored;  // whole `--ignore=FILE` and `--deselect=FILE` words
};

// Nothing where the line is any other command.
std::optional<FileCommand> file_command(std::string_view line);

}  // namespace remove_op
