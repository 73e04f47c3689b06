#include "syntax/file_commands.h"

#include <algorithm>
#include <array>

#include "paths.h"
#include "words.h"

namespace remove_op {
namespace {

// Options of pytest whose value is a word of its own (docs.pytest.org, command-line flags).
constexpr auto with_value = std::to_array<std::string_view>(
    {"-k",         "-m",          "-n",        "-p",           "-o",         "-c",           "-r",
     "-W",         "--maxfail",   "--rootdir", "--confcutdir", "--junitxml", "--ignore",     "--ignore-glob",
     "--deselect", "--durations", "--timeout", "--tb",         "--capture",  "--config-file"});

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ' || line[at] == '\t') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    for (char quote = 0; at < line.size() && (quote || (line[at] != ' ' && line[at] != '\t')); ++at) {
      if (quote ? line[at] == quote : (line[at] == '"' || line[at] == '\'')) quote = quote ? 0 : line[at];
    }
    words.push_back(line.substr(begin, at - begin));
  }
  return words;
}

bool is_assignment(std::string_view word) {
  const auto equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), is_word_char);
}

bool is_python(std::string_view program) {
  const std::string_view name = base_name(program);
  return name == "python" || name.starts_with("python3");
}

}  // namespace

std::optional<FileCommand> file_command(std::string_view line) {
  line = trimmed(line);
  if (line.find_first_of("&|;<>`\\") != std::string_view::npos || line.find("$(") != std::string_view::npos)
    return std::nullopt;
  const std::vector<std::string_view> words = words_of(line);
  std::size_t at = 0;
  while (at < words.size() && is_assignment(words[at])) ++at;
  if (at == words.size()) return std::nullopt;
  const bool python = is_python(words[at]);
  const bool module = python && at + 2 < words.size() && words[at + 1] == "-m" && words[at + 2] == "pytest";
  FileCommand command;
  if (module || base_name(words[at]) == "pytest") {
    for (at += module ? 3 : 1; at < words.size(); ++at) {
      if (words[at].starts_with("--ignore=") || words[at].starts_with("--deselect="))
        command.ignored.push_back(words[at]);
      else if (std::find(with_value.begin(), with_value.end(), words[at]) != with_value.end())
        ++at;
      else if (!words[at].starts_with('-'))
        command.files.push_back(words[at]);
    }
  } else if (python && at + 1 < words.size() && words[at + 1].ends_with(".py")) {
    command.files.push_back(words[at + 1]);  // what follows is the script's own
  }
  if (command.files.empty()) return std::nullopt;
  return command;
}

}  // namespace remove_op
