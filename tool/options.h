// The command line as a value.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exit_status.h"

namespace remove_op {

enum class Format { text, json, sarif, markdown };

struct Arguments {
  std::vector<std::string> names;
  std::optional<std::string> repository;  // the git work tree around the current folder
  std::optional<std::string> rev;         // the work tree
  std::optional<std::string> output;
  bool dry_run = false;
  bool apply = false;
  bool force = false;
  bool keep_tests = false;
  bool explain = false;
  bool list = false;
  Format format = Format::text;
};

// What to do, or the status to leave with: help and version were printed, or what is wrong was.
std::variant<Arguments, ExitStatus> parse_arguments(int count, const char* const* values);

}  // namespace remove_op
