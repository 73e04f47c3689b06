#include "widen.h"

#include <algorithm>

#include "comment_block.h"
#include "headings.h"
#include "text_lines.h"
#include "words.h"

namespace remove_op {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class Widener {
 public:
  Widener(std::string_view text, Language language) : text_(text), language_(language), lines_(text, language) {}

  std::vector<Span> widen(std::vector<Span> erased) {
    const std::vector<Span> asked = merged(std::move(erased));
    std::vector<Span> grown;
    for (const Span span : runs(asked)) grown.push_back(with_lines(with_separator(span)));
    grown = merged(std::move(grown));
    grown = joined(grown);
    // A comment block between two things that go may belong to either, so comments come after joining, and join again.
    // From the last to the first, because what a comment heads reaches over what goes further below.
    for (std::size_t i = grown.size(); i-- > 0;) grown[i] = with_comments(grown, i, asked);
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
      const bool next = !out.empty() && trimmed(text_.substr(out.back().end(), span.offset - out.back().end())) == ",";
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
      const bool lines = !out.empty() && lines_.is_start(out.back().offset) && lines_.is_start(span.offset);
      if (lines && trimmed(text_.substr(out.back().end(), span.offset - out.back().end())).empty())
        out.back().length = span.end() - out.back().offset;
      else
        out.push_back(span);
    }
    return out;
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
        trimmed(text_.substr(lines_.start(span.offset), span.offset - lines_.start(span.offset))).empty();
    if (whole_line) return span;
    unsigned begin = span.offset;
    while (begin > 0 && is_space(text_[begin - 1])) --begin;
    if (begin > 0 && text_[begin - 1] == ',') span = {begin - 1, span.end() - (begin - 1)};
    return span;
  }

  // Whole lines, where the erasure and a trailing comment are all that stands on them; else the space beside it.
  Span with_lines(Span span) const {
    const unsigned start = lines_.start(span.offset);
    const unsigned end = span.end() > span.offset && span.end() <= text_.size() && text_[span.end() - 1] == '\n'
                             ? span.end()
                             : lines_.end(span.end());
    const std::string_view before = text_.substr(start, span.offset - start);
    const std::string_view after = text_.substr(span.end(), end - span.end());
    if (trimmed(before).empty() && (trimmed(after).empty() || lines_.is_comment(after))) return {start, end - start};
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
  Span with_comments(const std::vector<Span>& grown, std::size_t i, const std::vector<Span>& asked) const {
    const Span span = grown[i];
    if (!lines_.is_start(span.offset) || span.length == 0 || text_[span.end() - 1] != '\n') return span;
    const BelowComment below = below_comment(grown, i, asked);
    const unsigned start = with_title(past_heading(lines_, comment_above(lines_, span.offset), below), below);
    const unsigned wrapped = past_wrapped_comment(span);
    if (wrapped > span.end()) return {start, wrapped - start};
    const unsigned next_erased = i + 1 < grown.size() ? grown[i + 1].offset : lines_.size();
    unsigned end = span.end();
    while (end < text_.size() && lines_.is_comment(end) && end < next_erased) end = lines_.end(end);
    const bool set_off = end == text_.size() || lines_.is_blank(end) || lines_.closes_block(end);
    const bool in_line = lines_.indent(span.end()) == lines_.indent(span.offset) && lines_.indent(span.end()) > 0;
    if (end > span.end() && !(set_off && in_line)) end = span.end();
    return {start, end - start};
  }

  // What goes from `grown[i]` on, down to the first line that stays in the same block.
  BelowComment below_comment(const std::vector<Span>& grown, std::size_t i, const std::vector<Span>& asked) const {
    BelowComment below;
    below.begin = grown[i].offset;
    below.sibling = lines_.past_blank(grown[i].end());
    for (std::size_t next = i + 1; next < grown.size() && grown[next].offset == below.sibling; ++next)
      below.sibling = lines_.past_blank(grown[next].end());
    for (const Span span : asked)
      if (below.begin <= span.offset && span.end() <= below.sibling)
        below.gone.push_back(text_.substr(span.offset, span.length));
    below.has_sibling = below.sibling < text_.size() && !lines_.closes_block(below.sibling) &&
                        lines_.indent(below.sibling) >= lines_.indent(below.begin);
    return below;
  }

  // With the title that a blank line sets off from the paragraph at `start`, where all that it heads goes.
  unsigned with_title(unsigned start, const BelowComment& below) const {
    if (start == 0 || !lines_.is_blank(lines_.above(start))) return start;
    const CommentBlock title = comment_above(lines_, lines_.above(start));
    return !title.empty() && is_title_of(lines_, title, start, below) ? title.begin : start;
  }

  // Behind the comment lines that go on, in the same column, with the comment that trails the last line of `span`.
  unsigned past_wrapped_comment(Span span) const {
    const unsigned last = lines_.start(span.end() - 1);
    const auto comment = lines_.line(last).find(language_ == Language::cxx ? "//" : "#");
    unsigned end = span.end();
    if (comment == std::string_view::npos || comment == 0 || trimmed(lines_.line(last).substr(0, comment)).empty())
      return end;
    while (end < text_.size() && lines_.is_comment(end) && lines_.indent(end) == comment) end = lines_.end(end);
    return end;
  }

  // As many blank lines as there were above; as there were below where there were none, or beside a block's brace. The
  // smaller of the two between commented paragraphs, which need none. In Python, where their number says what ends (a
  // method, a class), the larger.
  Span with_blank_lines(Span span) const {
    if (!lines_.is_start(span.offset) || span.length == 0 ||
        (text_[span.end() - 1] != '\n' && span.end() != text_.size()))
      return span;
    unsigned top = span.offset;
    unsigned before = 0;
    while (top > 0 && lines_.is_blank(lines_.above(top))) {
      top = lines_.above(top);
      ++before;
    }
    unsigned bottom = span.end();
    unsigned after = 0;
    while (bottom < text_.size() && lines_.is_blank(bottom)) {
      bottom = lines_.end(bottom);
      ++after;
    }
    // A heading that stays right above stays right above what it heads, but apart from another comment.
    const bool heads = top > 0 && before == 0 && (after == 0 || comment_at(lines_, bottom).empty()) &&
                       (lines_.is_comment(lines_.above(top)) || !comment_above(lines_, top).empty());
    const bool opens = top == 0 || heads || lines_.opens_block(lines_.above(top));
    const bool closes = bottom >= text_.size() || lines_.closes_block(bottom);
    const bool commented = !comment_at(lines_, span.offset).empty() && !comment_at(lines_, bottom).empty();
    const unsigned between = language_ == Language::python ? std::max(before, after)
                             : commented                   ? std::min(before, after)
                             : before == 0                 ? after
                                                           : before;
    const unsigned keep = opens && closes ? std::min(before, after) : opens ? before : closes ? after : between;
    // Keep the first blank lines of the larger gap, so that their bytes stay as they are.
    unsigned end = bottom;
    unsigned start = top;
    if (keep <= before) {
      for (unsigned i = 0; i < keep; ++i) start = lines_.end(start);
    } else {
      for (unsigned i = 0; i < keep; ++i) end = lines_.start(end - 1);
    }
    return {start, end - start};
  }

  std::string_view text_;
  Language language_;
  TextLines lines_;
};

}  // namespace

std::vector<Span> widen(std::string_view text, Language language, std::vector<Span> erased) {
  return Widener(text, language).widen(std::move(erased));
}

}  // namespace remove_op
