#include "syntax/listed_sources.h"

#include <optional>
#include <string>

#include "language.h"
#include "syntax/extension_sources.h"
#include "words.h"

namespace remove_op {
namespace {

class Lists {
 public:
  Lists(const Snapshot& snapshot, std::string_view path)
      : snapshot_(snapshot), path_(path), text_(snapshot.text(path)), tokens_(python_tokens(text_)) {}

  std::vector<ListedSource> read() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (const auto join = joined_path(i)) {
        add(join->file, join->first, join->last);
        i = join->last;
      } else if (tokens_[i].kind == PythonTokenKind::symbol) {
        bracket(i);
      } else if (tokens_[i].kind == PythonTokenKind::string && !tokens_[i].formatted) {
        add(named_source(snapshot_, path_, tokens_[i].text), i, i);
      }
    }
    return std::move(found_);
  }

 private:
  struct Join {
    std::string_view file;
    std::size_t first, last;
  };

  bool is(std::size_t i, std::string_view any) const {
    return i < tokens_.size() && tokens_[i].kind == PythonTokenKind::symbol &&
           any.find(tokens_[i].text[0]) != std::string_view::npos;
  }
  bool is_name(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == PythonTokenKind::name; }

  void bracket(std::size_t i) {
    if (is(i, "[({"))
      open_.push_back(i);
    else if (is(i, "])}") && !open_.empty())
      open_.pop_back();
  }

  // A list that is no row of a table: the brackets around it, if any, are a call's.
  bool in_list() const {
    if (open_.empty() || !is(open_.back(), "[") || (open_.back() > 0 && is_name(open_.back() - 1))) return false;
    return open_.size() == 1 || (is(open_[open_.size() - 2], "(") && is_name(open_[open_.size() - 2] - 1));
  }

  // `os.path.join(folder, "a", "b.cu")` from its first token.
  std::optional<Join> joined_path(std::size_t first) const {
    if (!is_name(first) || (first > 0 && is(first - 1, "."))) return std::nullopt;
    std::size_t at = first;
    while (is(at + 1, ".") && is_name(at + 2)) at += 2;
    if (at == first || tokens_[at].text != "join" || !is(at + 1, "(")) return std::nullopt;
    std::string tail;
    int depth = 0;
    bool whole = false;  // the argument so far is one literal
    for (std::size_t i = at + 1; i < tokens_.size(); ++i) {
      if (is(i, "([{") && depth++ == 0) continue;
      if (is(i, ")]}") && --depth == 0) {
        if (!whole && !is(i - 1, ",")) return std::nullopt;
        const auto files = snapshot_.ending_in(tail, path_);
        if (tail.find('.') == std::string::npos || files.size() != 1) return std::nullopt;
        return Join{files.front(), first, i};
      }
      if (depth == 1 && is(i, ",")) continue;
      const bool literal = depth == 1 && tokens_[i].kind == PythonTokenKind::string && !tokens_[i].formatted &&
                           is(i - 1, "(,") && is(i + 1, "),");
      if (!literal) tail.clear();
      if (literal) tail.append(tail.empty() ? "" : "/").append(tokens_[i].text);
      whole = literal;
    }
    return std::nullopt;
  }

  void add(std::string_view file, std::size_t first, std::size_t last) {
    if (file.empty()) return;
    const auto span_of = [&](std::size_t from, std::size_t to) {
      return Span{tokens_[from].span.offset, tokens_[to].span.end() - tokens_[from].span.offset};
    };
    const bool source = language_of(file) == Language::cxx;
    // Alone between commas or brackets: not a key, not half of an expression.
    const bool element = in_list() && is(first - 1, "[,") && is(last + 1, "],");
    if (source && element) {
      found_.push_back({file, span_of(first, last), true});
    } else if (const auto statement = appending(first, last); source && statement) {
      found_.push_back({file, span_of(*statement, last + 1), true});
    } else {
      found_.push_back({file, span_of(first, last), false});
    }
  }

  // The first token of a statement `list.append(X)`, where X is the tokens from `first` to `last`.
  std::optional<std::size_t> appending(std::size_t first, std::size_t last) const {
    if (first < 4 || !is(first - 1, "(") || !is(last + 1, ")") || tokens_[first - 2].text != "append")
      return std::nullopt;
    std::size_t at = first - 2;
    while (at >= 2 && is(at - 1, ".") && is_name(at - 2)) at -= 2;
    if (at == first - 2) return std::nullopt;
    const unsigned begin = tokens_[at].span.offset;
    const unsigned end = tokens_[last + 1].span.end();
    const std::string_view before = text_.substr(0, begin);
    const std::string_view after = text_.substr(end, text_.find('\n', end) - end);
    const bool alone = trimmed(before.substr(before.rfind('\n') + 1)).empty();
    const std::string_view rest = trimmed(after);
    return alone && (rest.empty() || rest.starts_with('#')) ? std::optional(at) : std::nullopt;
  }

  const Snapshot& snapshot_;
  std::string_view path_;
  std::string_view text_;
  std::vector<PythonToken> tokens_;
  std::vector<std::size_t> open_;  // the brackets around the current token
  std::vector<ListedSource> found_;
};

}  // namespace

std::vector<ListedSource> listed_sources(const Snapshot& snapshot, std::string_view path) {
  return Lists(snapshot, path).read();
}

}  // namespace remove_op
