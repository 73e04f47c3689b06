#include "syntax/path_lists.h"

#include <algorithm>

#include "paths.h"
#include "syntax/file_commands.h"
#include "words.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;

bool is_path_char(char c) { return is_word_char(c) || c == '/' || c == '.' || c == '-' || c == '+'; }

std::size_t indent(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

// From the root, from the file's own folder, or by a tail that only one file has (a CI job has a folder of its own).
std::string_view resolve(const Snapshot& snapshot, std::string_view path, std::string_view name) {
  if (const auto blob = name.find("/blob/"); blob != npos)  // a link to a forge: .../blob/main/csrc/x.cu
    name = name.substr(std::min(name.find('/', blob + 6), name.size()));
  while (name.starts_with("./")) name.remove_prefix(2);
  while (name.starts_with('/')) name.remove_prefix(1);
  const auto dot = name.rfind('.');
  if (dot == npos || dot == 0 || dot + 1 >= name.size() || name.find('/', dot) != npos) return {};
  if (const File* file = snapshot.find(name)) return file->path;
  std::string_view folder = folder_of(path);
  std::string_view rest = name;
  for (; rest.starts_with("../") && !folder.empty(); folder = folder_of(folder)) rest.remove_prefix(3);
  std::string beside(folder);
  if (!beside.empty()) beside += '/';
  if (const File* file = snapshot.find(beside += rest)) return file->path;
  if (name.find('/') == npos) return {};
  const auto tails = snapshot.ending_in(name, path);
  return tails.size() == 1 ? tails.front() : std::string_view();
}

// `"x"`, `'x'` or `x`, with a comma behind it or not; what is inside.
std::string_view unquoted(std::string_view text) {
  if (text.ends_with(',')) text = trimmed(text.substr(0, text.size() - 1));
  if (text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    return text.substr(1, text.size() - 2);
  return text;
}

bool is_path(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_path_char); }

std::string_view without_comment(std::string_view line) {
  const auto hash = line.find(" #");
  return trimmed(hash == npos ? line : line.substr(0, hash));
}

// The part of the line that goes with the path that it lists; empty where the line is no entry.
std::string_view entry_in(const std::vector<std::string_view>& lines, unsigned at, ListKind kind, bool in_array) {
  const std::string_view line = without_comment(lines[at]);
  switch (kind) {
    case ListKind::yaml:
      if (line.starts_with("- ") && is_path(unquoted(trimmed(line.substr(2))))) return line;
      return {};
    case ListKind::data: {
      const std::string_view item = line.ends_with(',') ? trimmed(line.substr(0, line.size() - 1)) : line;
      return item.size() > 2 && item != unquoted(item) && is_path(unquoted(item)) ? item : std::string_view();
    }
    case ListKind::text:
      return is_path(line) ? line : std::string_view();
    case ListKind::shell: {
      const bool continues = line.ends_with('\\');
      const bool continued = at > 0 && trimmed(lines[at - 1]).ends_with('\\');
      std::string_view item = continues ? trimmed(line.substr(0, line.size() - 1)) : line;
      std::string_view name = item;
      if (name.starts_with("--ignore=")) name.remove_prefix(9);
      // At the head of a command the path is what runs, not what is listed.
      if ((!in_array && !continued) || !is_path(unquoted(name)) || name.ends_with(',')) return {};
      return continues ? line : item;
    }
    case ListKind::owners: {
      const auto owners = line.find('@');
      return owners != npos && is_path(trimmed(line.substr(0, owners))) ? trimmed(lines[at]) : std::string_view();
    }
    case ListKind::document:
      return {};
  }
  return {};
}

// The command that the line is, in a YAML list or alone on a line of a script; empty where it is none.
std::string_view command_in(const std::vector<std::string_view>& lines, unsigned at, ListKind kind) {
  const std::string_view line = trimmed(lines[at]);
  if (kind == ListKind::yaml && line.starts_with("- ")) return unquoted(without_comment(line.substr(2)));
  const bool continued = at > 0 && trimmed(lines[at - 1]).ends_with('\\');
  return kind == ListKind::shell && !continued ? without_comment(line) : std::string_view();
}

bool names_something(std::string_view line, ListKind kind) {
  const std::string_view text = without_comment(line);
  if (text.empty() || text.starts_with('#')) return false;
  return kind != ListKind::shell || !text.starts_with('-');
}

}  // namespace

PathLists path_lists(const Snapshot& snapshot, std::string_view path, ListKind kind) {
  PathLists lists;
  const std::string_view text = snapshot.text(path);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lists.lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const auto span_of = [&](std::string_view part) {
    return Span{static_cast<unsigned>(part.data() - text.data()), static_cast<unsigned>(part.size())};
  };
  bool in_array = false;
  for (unsigned i = 0; i < lists.lines.size(); ++i) {
    const std::string_view line = lists.lines[i];
    if (trimmed(line).starts_with(')')) in_array = false;
    const std::string_view entry = entry_in(lists.lines, i, kind, in_array);
    for (std::size_t at = 0; at < line.size();) {
      if (!is_path_char(line[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < line.size() && is_path_char(line[end])) ++end;
      std::string_view name = line.substr(at, end - at);
      at = end;
      while (name.ends_with('.')) name.remove_suffix(1);
      const std::string_view file = resolve(snapshot, path, name);
      if (!file.empty())
        lists.mentions.push_back({file, span_of(name), !entry.empty(), span_of(entry.empty() ? name : entry), i});
    }
    if (const auto command = file_command(command_in(lists.lines, i, kind))) {
      CommandLine found{i, span_of(without_comment(line)), {}, {}};
      for (const std::string_view word : command->files) found.files.push_back(span_of(word));
      found.arguments = found.files;
      for (const std::string_view word : command->ignored) found.arguments.push_back(span_of(word));
      lists.commands.push_back(std::move(found));
    }
    if (trimmed(line).ends_with("=(")) in_array = true;
  }
  return lists;
}

std::vector<unsigned> list_around(const PathLists& lists, ListKind kind, unsigned line) {
  const auto& lines = lists.lines;
  const std::size_t depth = indent(lines[line]);
  // Whether line `i` still belongs to the list that line `i + step` is in.
  const auto belongs = [&](unsigned i) {
    const std::string_view text = trimmed(lines[i]);
    switch (kind) {
      case ListKind::yaml:
        return text.empty() || text.starts_with('#') || indent(lines[i]) > depth ||
               (indent(lines[i]) == depth && text.starts_with("- "));
      case ListKind::data:
        return text.find_first_of("[]{}") == npos;
      case ListKind::shell:
        if (indent(lines[i]) < depth) return false;  // the head or the tail of a block, which needs a command
        return !text.ends_with("=(") && !text.starts_with(')') &&
               (i >= line || text.ends_with('\\') || !trimmed(lines[line]).ends_with('\\'));
      default:
        return true;
    }
  };
  // A command goes on as long as its lines end in a backslash.
  const bool command = kind == ListKind::shell &&
                       ((line > 0 && trimmed(lines[line - 1]).ends_with('\\')) || trimmed(lines[line]).ends_with('\\'));
  unsigned first = line;
  unsigned last = line;
  while (first > 0 && (command ? trimmed(lines[first - 1]).ends_with('\\') : belongs(first - 1))) --first;
  while (last + 1 < lines.size() && (command ? trimmed(lines[last]).ends_with('\\') : belongs(last + 1))) ++last;
  if (command && first < last) ++first;  // the command itself is no element
  std::vector<unsigned> elements;
  for (unsigned i = first; i <= last; ++i) {
    if (!names_something(lines[i], kind)) continue;
    if (kind != ListKind::yaml || (indent(lines[i]) == depth && trimmed(lines[i]).starts_with("- ")))
      elements.push_back(i);
  }
  return elements;
}

std::vector<Span> dangling(const PathLists& lists, std::string_view text, ListKind kind,
                           const std::vector<unsigned>& gone) {
  std::vector<Span> spans;
  if (kind != ListKind::data && kind != ListKind::shell) return spans;
  const char separator = kind == ListKind::data ? ',' : '\\';
  for (const unsigned line : gone) {
    // Only the last element lacks the separator.
    if (without_comment(lists.lines[line]).ends_with(separator)) continue;
    unsigned above = line;
    while (above > 0 &&
           (std::binary_search(gone.begin(), gone.end(), above - 1) || trimmed(lists.lines[above - 1]).empty()))
      --above;
    if (above == 0) continue;
    const std::string_view kept = lists.lines[above - 1];
    const std::string_view code = without_comment(kept);
    if (!code.ends_with(separator)) continue;
    const std::string_view bare = trimmed(code.substr(0, code.size() - 1));
    const auto offset = static_cast<unsigned>(bare.data() + bare.size() - text.data());
    spans.push_back({offset, static_cast<unsigned>(code.data() + code.size() - text.data()) - offset});
  }
  return spans;
}

}  // namespace remove_op
