#include "headings.h"

#include <algorithm>
#include <array>
#include <string>

#include "words.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::size_t most_words = 5;  // of a heading
constexpr std::size_t telling = 3;     // characters that a word needs to say something by itself
constexpr std::size_t longest_head = 300;

using Strings = std::vector<std::string>;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

// `GGML kernels (shared)` as `ggml`, `kernels`.
Strings terms_of(std::string_view says) {
  Strings terms;
  for (std::size_t at = 0; at < says.size();) {
    const std::size_t end = std::min(says.find_first_of(" \t(", at), says.size());
    if (end > at) terms.push_back(lower(says.substr(at, end - at)));
    const std::size_t close = says.substr(end).starts_with('(') ? says.find(')', end) : npos;
    at = (close != npos ? close : end) + 1;
  }
  return terms;
}

bool is_plural(std::string_view term) {
  constexpr auto plurals = std::to_array<std::string_view>(
      {"ops", "kernels", "functions", "operators", "operations", "helpers", "bindings", "implementations", "wrappers"});
  return std::find(plurals.begin(), plurals.end(), term) != plurals.end();
}

bool is_short(const Strings& terms, std::string_view says) {
  return !terms.empty() && terms.size() <= most_words && !says.ends_with('.') && !terms.front().ends_with(':');
}

// The place of the one term in which two comments of the same shape differ; npos where they are of different shapes.
std::size_t difference(const Strings& one, const Strings& other) {
  if (one.size() != other.size()) return npos;
  std::size_t place = npos;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] == other[i]) continue;
    if (place != npos || one[i].size() < telling) return npos;
    place = i;
  }
  return place;
}

void add_words(std::string_view term, Strings& words) {
  for (std::size_t at = 0; at < term.size();) {
    std::size_t end = at;
    while (end < term.size() && is_word_char(term[end])) ++end;
    if (end > at) words.emplace_back(term.substr(at, end - at));
    at = end + 1;
  }
}

bool names(std::string_view text, const Strings& words) {
  return std::any_of(words.begin(), words.end(), [](const auto& word) { return word.size() >= telling; }) &&
         std::all_of(words.begin(), words.end(), [&](const auto& word) { return text.find(word) != npos; });
}

// Whether `text` holds each of the words by itself, not as a part of a longer name.
bool names_whole(std::string_view text, const Strings& words) {
  return !words.empty() &&
         std::all_of(words.begin(), words.end(), [&](const auto& word) { return find_word(text, word) != npos; });
}

// A line of markup above the words: `// -------`.
bool is_framed(const TextLines& text, const CommentBlock& comment) {
  constexpr std::size_t least = 8;  // characters of a frame
  if (comment.lines.empty() || comment.lines.front().offset == comment.begin) return false;
  return trimmed(text.line(comment.begin)).size() >= least;
}

// Of a definition, what stands before its body; of a statement, all of it.
std::string head_of(const TextLines& text, std::string_view definition) {
  const bool has_body = text.language() != Language::cmake;
  const std::size_t end = std::min(definition.find_first_of("{;"), definition.find(":\n"));
  return lower(definition.substr(0, std::min(has_body ? end : npos, longest_head)));
}

class Heading {
 public:
  Heading(const TextLines& text, const CommentBlock& comment)
      : text_(text), comment_(comment), says_(comment.lines.front().says), terms_(terms_of(says_)) {}

  bool heads_more_than(const BelowComment& below) const {
    if (!below.has_sibling || !is_short_one()) return false;
    const std::size_t differs = place_among_its_kind();
    const Strings about = words(differs);
    const bool named = std::all_of(below.gone.begin(), below.gone.end(),
                                   [&](std::string_view gone) { return names(head_of(text_, gone), about); });
    const CommentBlock next = comment_at(text_, below.sibling);
    const std::string sibling = head_of(text_, text_.text().substr(next.end));
    const bool named_whole = named && std::all_of(below.gone.begin(), below.gone.end(), [&](std::string_view gone) {
                               return names_whole(head_of(text_, gone), about);
                             });
    if (named && !(named_whole ? names_whole(sibling, about) : names(sibling, about))) return false;
    if (is_plural(terms_.back()) || (differs != npos && terms_.size() > 1)) return !is_followed_by_its_kind(next);
    return next.empty() && (differs != npos || named);
  }

  bool is_short_one() const { return is_short(terms_, says_); }

  // The words that say what it is about; of its kind, where it has others, those that tell it from them.
  Strings words(std::size_t differs = npos) const {
    Strings words;
    for (std::size_t i = 0; i < terms_.size(); ++i)
      if ((differs == npos || i == differs) && !is_plural(terms_[i])) add_words(terms_[i], words);
    return words;
  }

 private:
  // Where it differs from another comment of the same indentation and shape; npos where there is none.
  std::size_t place_among_its_kind() const {
    const unsigned indent = text_.indent(comment_.begin);
    for (unsigned at = 0; at < text_.size(); at = text_.end(at)) {
      if (text_.indent(at) != indent) continue;
      const CommentBlock other = comment_at(text_, at);
      if (other.empty()) continue;
      if (!other.lines.empty())
        if (const std::size_t place = difference(terms_, terms_of(other.lines.front().says)); place != npos)
          return place;
      at = other.end - 1;
    }
    return npos;
  }

  bool is_followed_by_its_kind(const CommentBlock& next) const {
    if (next.lines.empty()) return false;
    const Strings terms = terms_of(next.lines.front().says);
    if (!is_short(terms, next.lines.front().says)) return false;
    return (is_plural(terms_.back()) && is_plural(terms.back())) || difference(terms_, terms) != npos;
  }

  const TextLines& text_;
  const CommentBlock& comment_;
  std::string_view says_;
  Strings terms_;
};

// The names of what goes, as far as a comment may speak of them: whole, or as the words that they are made of.
bool speaks_of(std::string_view comment, std::string_view gone, const TextLines& text) {
  constexpr std::size_t long_enough = 5;  // for a word to be of a name rather than of the language
  const std::string said = lower(comment);
  const std::string head = head_of(text, gone);
  for (std::size_t at = 0; at < head.size();) {
    std::size_t end = at;
    while (end < head.size() && (is_word_char(head[end]) && head[end] != '_')) ++end;
    if (end - at >= long_enough && find_word(said, std::string_view(head).substr(at, end - at)) != npos) return true;
    at = end + 1;
  }
  return false;
}

// Whether the comment opens a section that goes on: a banner, framed where the next comment is not; or what stands
// right under an `#if`, speaks of many things and not of what goes.
bool heads_section(const TextLines& text, const CommentBlock& comment, const BelowComment& below) {
  if (!below.has_sibling || comment.lines.empty()) return false;
  const CommentBlock next = comment_at(text, below.sibling);
  const bool banner = is_framed(text, comment) && !is_framed(text, next);
  const bool under_if = comment.begin > 0 && trimmed(text.line(text.above(comment.begin))).starts_with("#if");
  const Strings terms = terms_of(comment.lines.front().says);
  const bool plural = std::any_of(terms.begin(), terms.end(), is_plural);
  if (!banner && !(under_if && plural)) return false;
  const std::string_view says = text.text().substr(comment.begin, comment.end - comment.begin);
  return std::none_of(below.gone.begin(), below.gone.end(),
                      [&](std::string_view gone) { return speaks_of(says, gone, text); });
}

}  // namespace

unsigned past_heading(const TextLines& text, const CommentBlock& comment, const BelowComment& below) {
  if (heads_section(text, comment, below)) return comment.end;
  if (comment.lines.empty() || !comment.lines.front().alone) return comment.begin;
  if (!Heading(text, comment).heads_more_than(below)) return comment.begin;
  return comment.lines.size() > 1 ? comment.lines[1].offset : comment.end;
}

bool is_title_of(const TextLines& text, const CommentBlock& title, unsigned paragraph, const BelowComment& below) {
  if (title.lines.size() != 1) return false;
  const Heading heading(text, title);
  const Strings words = heading.words();
  std::string gone = lower(text.text().substr(paragraph, below.begin - paragraph));
  for (const std::string_view definition : below.gone) gone += head_of(text, definition);
  if (!heading.is_short_one() || !names(gone, words)) return false;
  if (!below.has_sibling) return true;
  unsigned end = comment_at(text, below.sibling).end;
  if (end == below.sibling) return false;
  while (end < text.size() && !text.is_blank(end)) end = text.end(end);
  const std::string next = lower(text.text().substr(below.sibling, end - below.sibling));
  return !names(next, words);
}

}  // namespace remove_op
