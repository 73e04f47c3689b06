// Lines of configuration files that are nothing but the entry of a list, and every other place that names a file.
//
// Input: a YAML, TOML, JSON, text, shell, owners or document file of a snapshot. Output: the files of the snapshot that
// it names, each with how, and the commands that run files. Invariant: an entry is a whole line (but for a comment), so
// that without it the rest of the file reads as before.
#pragma once

#include <string_view>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

enum class ListKind { yaml, data, text, shell, owners, document };

struct PathMention {
  std::string_view file;  // as the snapshot knows it
  Span name;              // the path as written
  bool entry = false;     // alone on its line, as the element of a list
  Span span;              // of an entry: what goes with the file, without separators
  unsigned line = 0;      // from 0
};

// A line that is nothing but a command which runs files.
struct CommandLine {
  unsigned line = 0;            // from 0
  Span span;                    // the entry that the command is
  std::vector<Span> files;      // the words that say what is run
  std::vector<Span> arguments;  // those and the words that say what is not
};

struct PathLists {
  std::vector<std::string_view> lines;  // without their newlines
  std::vector<PathMention> mentions;    // by place
  std::vector<CommandLine> commands;    // by place
};

PathLists path_lists(const Snapshot& snapshot, std::string_view path, ListKind kind);

// The lines that hold the elements of the list that the entry on `line` belongs to, itself among them.
std::vector<unsigned> list_around(const PathLists& lists, ListKind kind, unsigned line);

// What to take out so that nothing dangles behind the list's new last element, where `gone` (sorted lines) go: the
// comma of a JSON list, the backslash of a continued command. Empty where nothing dangles.
std::vector<Span> dangling(const PathLists& lists, std::string_view text, ListKind kind,
                           const std::vector<unsigned>& gone);

}  // namespace remove_op
