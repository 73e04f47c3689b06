#include "syntax/python_reparse.h"

#include <algorithm>
#include <vector>

namespace remove_op::python {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

// Old lines that new lines stand for, both half open.
struct Change {
  std::size_t old_first;
  std::size_t old_last;
  std::size_t new_first;
  std::size_t new_last;
};

// Where `line` and the one behind it stand in `lines`, at or behind `from`; the end if nowhere.
std::size_t find_two(const Lines& lines, std::size_t from, const Lines& wanted, std::size_t line) {
  const auto next = [](const Lines& of, std::size_t at) {
    return at + 1 < of.size() ? of[at + 1] : std::string_view();
  };
  while (from < lines.size() && !(lines[from] == wanted[line] && next(lines, from) == next(wanted, line))) ++from;
  return from;
}

// Not the smallest changes, but small ones where lines were mostly deleted.
std::vector<Change> changes_between(const Lines& olds, const Lines& news) {
  std::vector<Change> changes;
  for (std::size_t i = 0, j = 0; i < olds.size() || j < news.size();) {
    if (i < olds.size() && j < news.size() && olds[i] == news[j]) {
      ++i, ++j;
      continue;
    }
    Change change{i, olds.size(), j, j};
    while (change.new_last < news.size() && (change.old_last = find_two(olds, i, news, change.new_last)) == olds.size())
      ++change.new_last;
    changes.push_back(change);
    i = change.old_last, j = change.new_last;
  }
  return changes;
}

// The lines on which a statement of the module begins, and nothing before it.
std::vector<std::size_t> statement_lines(const Tree& tree, const Lines& lines) {
  std::vector<std::size_t> starts = {0};
  std::size_t line = 0;
  std::size_t offset = 0;
  for (const Node statement : tree.children(tree.root())) {
    while (line < lines.size() && offset < tree.span(statement).offset) offset += lines[line++].size();
    if (offset == tree.span(statement).offset && line != starts.back()) starts.push_back(line);
  }
  starts.push_back(lines.size());
  return starts;
}

}  // namespace

bool still_parses(const Tree& before, std::string_view after) {
  const Lines olds = lines_of(before.source());
  const Lines news = lines_of(after);
  const std::vector<std::size_t> starts = statement_lines(before, olds);
  const std::vector<Change> changes = changes_between(olds, news);
  for (std::size_t at = 0; at < changes.size();) {
    const Change& change = changes[at];
    // From the statement before the one that the change begins in.
    auto first = std::upper_bound(starts.begin(), starts.end(), change.old_first) - 1;
    if (first != starts.begin()) --first;
    auto last = starts.begin();
    std::size_t new_last = 0;
    do {  // through the changes that this reaches
      const Change& reached = changes[at++];
      last = std::upper_bound(starts.begin(), starts.end(), reached.old_last);
      last += std::min<std::ptrdiff_t>(starts.end() - last, 2) - 1;  // the statement behind, where there is one
      new_last = reached.new_last + (*last - reached.old_last);
    } while (at < changes.size() && changes[at].old_first <= *last);
    const std::size_t new_first = change.new_first - (change.old_first - *first);
    if (new_first == new_last) continue;
    const char* begin = news[new_first].data();
    const std::string_view part(begin, news[new_last - 1].data() + news[new_last - 1].size() - begin);
    if (Tree(Text(std::string(part))).error()) return false;
  }
  return true;
}

}  // namespace remove_op::python
