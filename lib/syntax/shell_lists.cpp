#include "syntax/shell_lists.h"

#include <algorithm>

#include "words.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<ShellElement> read() {
    for (std::size_t at = 0; at < text_.size(); at = end_of_line(at) + 1) {
      const std::string_view line = text_.substr(at, end_of_line(at) - at);
      const auto equals = line.find('=');
      if (equals == npos) continue;
      variable_ = name_in(trimmed(line.substr(0, equals)));
      if (variable_.empty()) continue;
      const std::size_t value = at + equals + 1;
      if (value < text_.size() && text_[value] == '(')
        at = std::max(at, read_array(value + 1));
      else if (value < text_.size() && (text_[value] == '"' || text_[value] == '\''))
        read_string(value);
    }
    return std::move(elements_);
  }

 private:
  std::size_t end_of_line(std::size_t at) const { return std::min(text_.find('\n', at), text_.size()); }

  // `OPS` of `OPS`, `export OPS`, `OPS+`; empty for anything else.
  static std::string_view name_in(std::string_view text) {
    if (text.ends_with('+')) text.remove_suffix(1);
    if (const auto blank = text.find_last_of(" \t"); blank != npos) {
      const std::string_view keyword = trimmed(text.substr(0, blank));
      if (keyword != "export" && keyword != "local" && keyword != "readonly") return {};
      text.remove_prefix(blank + 1);
    }
    return std::all_of(text.begin(), text.end(), is_word_char) ? text : std::string_view();
  }

  // Where the word at `at` ends; quotes and `$(...)` hold it together.
  std::size_t end_of_word(std::size_t at) const {
    char quote = 0;
    int depth = 0;
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (quote) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')' && depth-- == 0) {
        return at;
      } else if (is_blank(c) && depth <= 0) {
        return at;
      }
    }
    return at;
  }

  std::size_t read_array(std::size_t at) {
    const unsigned list = lists_++;
    while (at < text_.size() && text_[at] != ')') {
      if (is_blank(text_[at])) {
        ++at;
      } else if (text_[at] == '#') {
        at = end_of_line(at);
      } else {
        const std::size_t end = end_of_word(at);
        add(at, end, list, false);
        at = std::max(end, at + 1);
      }
    }
    return at;
  }

  void read_string(std::size_t open) {
    const std::size_t close = text_.find(text_[open], open + 1);
    if (close == npos || text_.substr(open, close - open).find(';') == npos) return;
    const unsigned list = lists_++;
    for (std::size_t at = open + 1; at < close;) {
      const std::size_t end = std::min(text_.find(';', at), close);
      if (end > at) add(at, end, list, true);
      at = end + 1;
    }
  }

  void add(std::size_t begin, std::size_t end, unsigned list, bool in_string) {
    std::string_view word = text_.substr(begin, end - begin);
    if (word.size() > 1 && word.front() == word.back() && (word.front() == '"' || word.front() == '\''))
      word = word.substr(1, word.size() - 2);
    elements_.push_back(
        {word, variable_, {static_cast<unsigned>(begin), static_cast<unsigned>(end - begin)}, list, in_string});
  }

  std::string_view text_;
  std::vector<ShellElement> elements_;
  std::string_view variable_;
  unsigned lists_ = 0;
};

}  // namespace

std::vector<ShellElement> shell_list_elements(std::string_view text) { return Reader(text).read(); }

std::vector<ShellErasure> without_elements(std::string_view text, const std::vector<ShellElement>& elements,
                                           const std::vector<std::size_t>& gone) {
  std::vector<ShellErasure> erasures;
  const auto blank_or_separator = [&](std::size_t at, const ShellElement& element) {
    return at < text.size() && (element.in_string ? text[at] == ';' : text[at] == ' ' || text[at] == '\t');
  };
  const auto alone = [&](Span span) {
    const auto start = span.offset == 0 ? npos : text.rfind('\n', span.offset - 1);
    const std::size_t begin = start == npos ? 0 : start + 1;
    const std::string_view after = trimmed(text.substr(span.end(), text.find('\n', span.end()) - span.end()));
    return trimmed(text.substr(begin, span.offset - begin)).empty() && (after.empty() || after.starts_with('#'));
  };
  for (std::size_t i = 0; i < gone.size(); ++i) {
    const ShellElement& first = elements[gone[i]];
    if (!first.in_string && alone(first.span)) {
      erasures.push_back({first.span, true});
      continue;
    }
    // Neighbours on one line go as one, with what stands behind them, or before them where they were the last.
    unsigned end = first.span.end();
    for (; i + 1 < gone.size() && gone[i + 1] == gone[i] + 1; ++i) {
      const ShellElement& next = elements[gone[i + 1]];
      const std::string_view between = text.substr(end, next.span.offset - end);
      if (next.list != first.list || between.find('\n') != npos) break;
      end = next.span.end();
    }
    unsigned begin = first.span.offset;
    const unsigned last = end;
    while (blank_or_separator(end, first)) ++end;
    const bool closes = end < text.size() && (text[end] == ')' || text[end] == '\n');
    if (end == last || closes) {
      end = last;
      while (begin > 0 && blank_or_separator(begin - 1, first)) --begin;
    }
    erasures.push_back({{begin, end - begin}, false});
  }
  return erasures;
}

}  // namespace remove_op
