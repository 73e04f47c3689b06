#include "comment_block.h"

#include <algorithm>
#include <array>

#include "words.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;

bool is_notice(std::string_view comment) {
  constexpr std::array<std::string_view, 4> words = {"SPDX", "Copyright", "copyright", "License"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return comment.find(word) != npos; });
}

// Where a `/* ... */` whose last line ends right above `at` starts; `at` where there is none.
unsigned bracket_above(const TextLines& text, unsigned at) {
  if (text.language() != Language::cxx || at == 0) return at;
  if (!trimmed(text.line(text.above(at))).ends_with("*/")) return at;
  const auto open = text.text().rfind("/*", at - 1);
  if (open == npos) return at;
  const unsigned start = text.start(static_cast<unsigned>(open));
  return trimmed(text.text().substr(start, open - start)).empty() ? start : at;
}

// Where a `/* ... */` that opens the line at `at` ends, behind its line; `at` where there is none, or code behind it.
unsigned past_bracket(const TextLines& text, unsigned at) {
  if (text.language() != Language::cxx || !trimmed(text.line(at)).starts_with("/*")) return at;
  const auto close = text.text().find("*/", at);
  if (close == npos) return at;
  const unsigned end = text.end(static_cast<unsigned>(close));
  return trimmed(text.text().substr(close + 2, end - close - 2)).empty() ? end : at;
}

// `// ---- Sampling kernels ----` says "Sampling kernels".
std::string_view without_markup(std::string_view line) {
  constexpr std::string_view markup = " \t\r\n/*#-=~!";
  const auto first = line.find_first_not_of(markup);
  if (first == npos) return {};
  const auto last = line.find_last_not_of(markup);
  return line.substr(first, last + 1 - first);
}

void read_lines(const TextLines& text, CommentBlock& block) {
  for (unsigned at = block.begin; at < block.end;) {
    const unsigned bracket = past_bracket(text, at);
    const unsigned end = std::min(bracket > at ? bracket : text.end(at), block.end);
    const std::size_t known = block.lines.size();
    for (; at < end; at = text.end(at))
      if (const auto says = without_markup(text.line(at)); !says.empty()) block.lines.push_back({says, at, true});
    if (block.lines.size() > known + 1)
      for (std::size_t i = known; i < block.lines.size(); ++i) block.lines[i].alone = false;
  }
}

}  // namespace

CommentBlock comment_above(const TextLines& text, unsigned at) {
  CommentBlock block{at, at, {}};
  while (block.begin > 0) {
    const unsigned above = text.above(block.begin);
    const unsigned begin = text.is_comment(above) ? above : bracket_above(text, block.begin);
    if (begin == block.begin || is_notice(text.text().substr(begin, block.begin - begin))) break;
    block.begin = begin;
  }
  // What opens a file speaks of the file.
  if (block.begin == 0) block.begin = at;
  read_lines(text, block);
  return block;
}

CommentBlock comment_at(const TextLines& text, unsigned at) {
  CommentBlock block{at, at, {}};
  while (block.end < text.size()) {
    const unsigned bracket = past_bracket(text, block.end);
    const unsigned end = bracket > block.end ? bracket : text.is_comment(block.end) ? text.end(block.end) : block.end;
    if (end == block.end || is_notice(text.text().substr(block.end, end - block.end))) break;
    block.end = end;
  }
  read_lines(text, block);
  return block;
}

}  // namespace remove_op
