#include "widen.h"

#include <algorithm>
#include <array>
#include <string>

#include "words.h"

namespace remove_op {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class Widener {
 public:
  Widener(std::string_view text, Language language) : text_(text), language_(language) {}

  std::vector<Span> widen(std::vector<Span> erased) {
    std::vector<Span> grown;
    for (const Span span : runs(merged(std::move(erased)))) grown.push_back(with_lines(with_separator(span)));
    grown = merged(std::move(grown));
    grown = joined(grown);
    // A comment block between two things that go may belong to either, so comments come after joining, and join again.
    for (std::size_t i = 0; i < grown.size(); ++i)
      grown[i] = with_comments(grown[i], i + 1 < grown.size() ? grown[i + 1].offset : text_.size());
    grown = joined(merged(std::move(grown)));
    for (Span& span : grown) span = with_blank_lines(span);
    return merged(std::move(grown));
  }

 private:
  static std::vector<Span> merged(std::vector<Span> spans) {
    std::sort(spans.begin(), spans.end());
    std::vector<Span> out;
    for (const Span span : spans) {
      if (!out.empty() && span.offset <= out.back().end())
        out.back().length = std::max(out.back().end(), span.end()) - out.back().offset;
      else
        out.push_back(span);
    }
    return out;
  }

  // Elements of a list that go one after another go as one, with the commas between them.
  std::vector<Span> runs(const std::vector<Span>& spans) const {
    if (language_ == Language::cmake) return spans;
    std::vector<Span> out;
    for (const Span span : spans) {
      const bool next =
          !out.empty() && trimmed(text_.substr(out.back().end(), span.offset - out.back().end())) == ",";
      if (next)
        out.back().length = span.end() - out.back().offset;
      else
        out.push_back(span);
    }
    return out;
  }

  // Neighbours with nothing but white space between them leave one gap.
  std::vector<Span> joined(const std::vector<Span>& spans) const {
    std::vector<Span> out;
    for (const Span span : spans) {
      const bool lines = !out.empty() && starts_line(out.back().offset) && starts_line(span.offset);
      if (lines && trimmed(text_.substr(out.back().end(), span.offset - out.back().end())).empty())
        out.back().length = span.end() - out.back().offset;
      else
        out.push_back(span);
    }
    return out;
  }

  unsigned line_start(unsigned at) const {
    const auto newline = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return newline == std::string_view::npos ? 0 : static_cast<unsigned>(newline) + 1;
  }
  unsigned line_end(unsigned at) const {  // behind the newline
    const auto newline = text_.find('\n', at);
    return static_cast<unsigned>(newline == std::string_view::npos ? text_.size() : newline + 1);
  }
  bool starts_line(unsigned at) const { return line_start(at) == at; }
  std::string_view line_at(unsigned start) const { return text_.substr(start, line_end(start) - start); }
  bool is_blank(unsigned start) const { return trimmed(line_at(start)).empty(); }

  bool is_comment(std::string_view line) const {
    line = trimmed(line);
    if (language_ == Language::cxx) return line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"));
    return line.starts_with("#") && !line.starts_with("#!");
  }

  // The comma behind a list's element; before its last one, where none follows.
  Span with_separator(Span span) const {
    unsigned end = span.end();
    while (end < text_.size() && is_space(text_[end])) ++end;
    if (language_ == Language::cmake) return span;
    if (end < text_.size() && text_[end] == ',') {
      span.length = end + 1 - span.offset;
      return span;
    }
    const bool whole_line =
        trimmed(text_.substr(line_start(span.offset), span.offset - line_start(span.offset))).empty();
    if (whole_line) return span;
    unsigned begin = span.offset;
    while (begin > 0 && is_space(text_[begin - 1])) --begin;
    if (begin > 0 && text_[begin - 1] == ',') span = {begin - 1, span.end() - (begin - 1)};
    return span;
  }

  // Whole lines, where the erasure and a trailing comment are all that stands on them; else the space beside it.
  Span with_lines(Span span) const {
    const unsigned start = line_start(span.offset);
    const unsigned end = span.end() > span.offset && span.end() <= text_.size() && text_[span.end() - 1] == '\n'
                             ? span.end()
                             : line_end(span.end());
    const std::string_view before = text_.substr(start, span.offset - start);
    const std::string_view after = text_.substr(span.end(), end - span.end());
    if (trimmed(before).empty() && (trimmed(after).empty() || is_comment(after))) return {start, end - start};
    unsigned stop = span.end();
    while (stop < text_.size() && is_space(text_[stop])) ++stop;
    const bool closes = stop < text_.size() && (text_[stop] == ')' || text_[stop] == ']');
    if (!closes && (trimmed(before).empty() || text_[stop] != '\n')) return {span.offset, stop - span.offset};
    // The closer joins what is left before it, on whatever line that is.
    unsigned begin = span.offset;
    while (begin > 0 && (is_space(text_[begin - 1]) || (closes && text_[begin - 1] == '\n'))) --begin;
    return {begin, span.end() - begin};
  }

  // The comment block right above, unless it heads siblings that stay; the one right below, where a blank line or a
  // closer sets it off from what follows.
  Span with_comments(Span span, std::size_t next_erased) const {
    if (!starts_line(span.offset) || span.length == 0 || text_[span.end() - 1] != '\n') return span;
    unsigned start = span.offset;
    while (start > 0) {
      const unsigned above = line_start(start - 1);
      if (!is_comment(line_at(above)) || is_notice(line_at(above))) break;
      start = above;
    }
    start = std::min(block_comment_above(start), start);
    if (start == 0 || is_notice(text_.substr(start, span.offset - start))) start = span.offset;
    start = past_heading(start, span);
    const unsigned wrapped = past_wrapped_comment(span);
    if (wrapped > span.end()) return {start, wrapped - start};
    unsigned end = span.end();
    while (end < text_.size() && is_comment(line_at(end)) && end < next_erased) end = line_end(end);
    const bool set_off = end == text_.size() || is_blank(end) || closes_block(line_at(end));
    if (end > span.end() && !(set_off && indent(span.end()) == indent(span.offset) && indent(span.end()) > 0))
      end = span.end();
    return {start, end - start};
  }

  // Behind the comment lines that go on, in the same column, with the comment that trails the last line of `span`.
  unsigned past_wrapped_comment(Span span) const {
    const unsigned last = line_start(span.end() - 1);
    const auto comment = line_at(last).find(language_ == Language::cxx ? "//" : "#");
    unsigned end = span.end();
    if (comment == std::string_view::npos || comment == 0 || trimmed(line_at(last).substr(0, comment)).empty())
      return end;
    while (end < text_.size() && is_comment(line_at(end)) && indent(end) == comment) end = line_end(end);
    return end;
  }

  // Where a `/* ... */` whose last line ends right above `at` starts; `at` where there is none.
  unsigned block_comment_above(unsigned at) const {
    if (language_ != Language::cxx || at == 0) return at;
    const std::string_view above = trimmed(line_at(line_start(at - 1)));
    if (!above.ends_with("*/")) return at;
    const auto open = text_.rfind("/*", at - 1);
    if (open == std::string_view::npos) return at;
    const unsigned start = line_start(static_cast<unsigned>(open));
    return trimmed(text_.substr(start, open - start)).empty() ? start : at;
  }

  static bool is_notice(std::string_view comment) {
    constexpr std::array<std::string_view, 4> words = {"SPDX", "Copyright", "copyright", "License"};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return comment.find(word) != std::string_view::npos; });
  }

  unsigned indent(unsigned start) const {
    unsigned at = start;
    while (at < text_.size() && is_space(text_[at])) ++at;
    return at - start;
  }

  bool closes_block(std::string_view line) const {
    line = trimmed(line);
    if (line.starts_with("}") || line.starts_with(")") || line.starts_with("]")) return true;
    return language_ == Language::cxx && (line.starts_with("#endif") || line.starts_with("#el"));
  }
  bool opens_block(std::string_view line) const {
    line = trimmed(line);
    if (line.ends_with("{") || line.ends_with("(") || line.ends_with("[")) return true;
    if (language_ == Language::cxx) return line.starts_with("#if") || line.starts_with("#el");
    return language_ == Language::python && line.ends_with(":");
  }

  // A heading speaks of a group: its first line is a few words that end in a plural, or that the next sibling's name
  // holds too. It stays while a sibling follows in the same block.
  unsigned past_heading(unsigned start, Span span) const {
    if (start == span.offset || span.end() >= text_.size()) return start;
    unsigned sibling = span.end();
    while (sibling < text_.size() && is_blank(sibling)) sibling = line_end(sibling);
    if (sibling >= text_.size() || closes_block(line_at(sibling)) || indent(sibling) < indent(span.offset))
      return start;
    const unsigned first_end = line_end(start);
    if (sibling_has_own_comment(sibling) && first_end == span.offset && !is_plural_heading(line_at(start)))
      return start;
    if (is_plural_heading(line_at(start)) || names_sibling(line_at(start), sibling, span)) return first_end;
    return start;
  }

  bool sibling_has_own_comment(unsigned sibling) const { return is_comment(line_at(sibling)); }

  static std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : line) {
      if (is_word_char(c)) {
        word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      } else if (!word.empty()) {
        words.push_back(std::move(word));
        word.clear();
      }
    }
    if (!word.empty()) words.push_back(word);
    return words;
  }

  static bool is_short(const std::vector<std::string>& words, std::string_view line) {
    return !words.empty() && words.size() <= 5 && !trimmed(line).ends_with('.');
  }

  static bool is_plural_heading(std::string_view line) {
    constexpr std::array<std::string_view, 8> plurals = {"ops",        "kernels", "functions", "operators",
                                                         "operations", "helpers", "bindings",  "implementations"};
    const auto words = words_of(line);
    return is_short(words, line) && std::find(plurals.begin(), plurals.end(), words.back()) != plurals.end();
  }

  // `# gptq_marlin` over gptq_marlin_repack and gptq_marlin_gemm heads both.
  bool names_sibling(std::string_view heading, unsigned sibling, Span span) const {
    const auto words = words_of(heading);
    if (!is_short(words, heading)) return false;
    const std::string_view erased = text_.substr(span.offset, span.length);
    const std::string_view next = line_at(sibling);
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return word.size() > 2 && next.find(word) != std::string_view::npos &&
             erased.find(word) != std::string_view::npos;
    });
  }

  // As many blank lines as there were above; as there were below where there were none, or beside a block's brace. In
  // Python, where their number says what ends (a method, a class), the larger of the two.
  Span with_blank_lines(Span span) const {
    if (!starts_line(span.offset) || span.length == 0 || (text_[span.end() - 1] != '\n' && span.end() != text_.size()))
      return span;
    unsigned top = span.offset;
    unsigned before = 0;
    while (top > 0 && is_blank(line_start(top - 1))) {
      top = line_start(top - 1);
      ++before;
    }
    unsigned bottom = span.end();
    unsigned after = 0;
    while (bottom < text_.size() && is_blank(bottom)) {
      bottom = line_end(bottom);
      ++after;
    }
    // A heading that stays right above stays right above what it heads.
    const bool heads = top > 0 && before == 0 && is_comment(line_at(line_start(top - 1)));
    const bool opens = top == 0 || heads || opens_block(line_at(line_start(top - 1)));
    const bool closes = bottom >= text_.size() || closes_block(line_at(bottom));
    const unsigned between = language_ == Language::python || before == 0 ? std::max(before, after) : before;
    const unsigned keep = opens && closes ? std::min(before, after) : opens ? before : closes ? after : between;
    // Keep the first blank lines of the larger gap, so that their bytes stay as they are.
    unsigned end = bottom;
    unsigned start = top;
    if (keep <= before) {
      for (unsigned i = 0; i < keep; ++i) start = line_end(start);
    } else {
      for (unsigned i = 0; i < keep; ++i) end = line_start(end - 1);
    }
    return {start, end - start};
  }

  std::string_view text_;
  Language language_;
};

}  // namespace

std::vector<Span> widen(std::string_view text, Language language, std::vector<Span> erased) {
  return Widener(text, language).widen(std::move(erased));
}

}  // namespace remove_op
