// Python files that build C++ extensions: setup.py and its kin.
//
// Input: such a file. Output: its string literals, and which extension each source of the repository is compiled into.
// Only the lexical shape of Python is read here: strings, comments, names and brackets.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

enum class PythonTokenKind { name, string, symbol };

struct PythonToken {
  PythonTokenKind kind;
  Span span;               // a string's with its prefix and quotes
  std::string_view text;   // a string's without them, escapes as written
  bool formatted = false;  // an f-string
};

// Every token but white space and comments; a number counts as a name.
std::vector<PythonToken> python_tokens(std::string_view text);

// setup.py, setup_*.py.
bool is_setup_script(std::string_view path);

// A set-up script, or a .py file that imports setuptools or torch.utils.cpp_extension.
bool builds_extensions(std::string_view path, std::string_view text);

// The repository's file that a string of the Python file at `path` names, relative to its folder or to one above it, or
// to wherever the script may be copied to; empty where there is none.
std::string_view named_source(const Snapshot& snapshot, std::string_view path, std::string_view text);

// (source path, extension name without its packages) for each `Extension(name, sources)` whose name is a literal and
// whose sources are literals, in place or in a list that the file assigns to a variable.
std::vector<std::pair<std::string, std::string>> extension_sources(const Snapshot& snapshot, std::string_view path);

}  // namespace remove_op
