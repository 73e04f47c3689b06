#include "syntax/listed_sources.h"

#include <algorithm>
#include <optional>
#include <string>

#include "language.h"
#include "syntax/build_files.h"
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
      } else if (tokens_[i].kind == PythonTokenKind::string) {
        string(i);
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

  void string(std::size_t i) {
    const PythonToken& token = tokens_[i];
    if (is(i - 1, "/") && !is(i + 1, "/")) {
      if (const auto division = divided_path(i)) return add(division->file, division->first, i);
    }
    if (const auto hole = token.text.rfind('}'); hole != std::string_view::npos) {
      std::string_view tail = token.text.substr(hole + 1);
      while (tail.ends_with('\'') || tail.ends_with('"')) tail.remove_suffix(1);
      return add(tail.starts_with('/') ? only_file(tail.substr(1)) : std::string_view(), i, i);
    }
    if (token.formatted) return;
    if (const std::string_view file = named_source(snapshot_, path_, from_label(token.text)); !file.empty())
      return add(file, i, i);
    if (!is(i + 1, ".") || tokens_[std::min(i + 2, tokens_.size() - 1)].text != "split") return perhaps(token.text, i);
    for (std::string_view rest = token.text; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find_first_of(" \n\t,"));
      perhaps(word, i);
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    }
  }

  // Every source that the end of a path may mean.
  void perhaps(std::string_view name, std::size_t i) {
    if (language_of(name) != Language::cxx || is_header(name) || name.find_first_of(" \n*") != std::string_view::npos)
      return;
    for (const std::string_view file : snapshot_.ending_in(name, path_))
      found_.push_back({file, tokens_[i].span, false, is_compared(i)});
  }

  // `name == "x.cu"`, `"x.cu" != name`, `name.endswith("x.cu")`.
  bool is_compared(std::size_t i) const {
    const bool behind = is(i - 1, "=") && is(i - 2, "=!");
    const bool before = is(i + 1, "=!") && is(i + 2, "=");
    const std::string_view call = i > 1 && is(i - 1, "(") ? tokens_[i - 2].text : std::string_view();
    return behind || before || call == "endswith" || call == "startswith" || call == "replace";
  }

  std::string_view only_file(std::string_view tail) const {
    const auto files = snapshot_.ending_in(tail, path_);
    return files.size() == 1 && tail.find('.') != std::string_view::npos ? files.front() : std::string_view();
  }

  // `//csrc:a.cu` and `:a.cu` of Bazel as paths.
  static std::string from_label(std::string_view text) {
    std::string path(text);
    if (path.starts_with("//") || path.starts_with(":")) {
      path.erase(0, path.starts_with(':') ? 1 : 2);
      std::replace(path.begin(), path.end(), ':', '/');
    }
    return path;
  }

  // A list that is no row of a table: the brackets around it, if any, are a call's or name what the list is for.
  bool in_list() const {
    if (open_.empty()) return false;
    const std::size_t open = open_.back();
    if (is(open, "(")) return open > 0 && tokens_[open - 1].text == "files";
    if (!is(open, "[") || (open > 0 && (is_name(open - 1) || is(open - 1, ")]")))) return false;
    if (open_.size() == 1) return true;
    const std::size_t around = open_[open_.size() - 2];
    return (is(around, "(") && is_name(around - 1)) || (is(around, "{") && is(open - 1, ":="));
  }

  // `ROOT / "a" / "b.cu"` whose last string is token `last`.
  std::optional<Join> divided_path(std::size_t last) const {
    std::string tail(tokens_[last].text);
    std::size_t first = last;
    while (first >= 2 && is(first - 1, "/") && tokens_[first - 2].kind == PythonTokenKind::string) {
      first -= 2;
      tail = std::string(tokens_[first].text) + "/" + tail;
    }
    int depth = 0;
    for (; first > 0; --first) {
      if (is(first - 1, ")]}")) ++depth;
      if (is(first - 1, "([{") && depth-- == 0) break;
      if (depth == 0 && is(first - 1, ",=:")) break;
    }
    const std::string_view file = only_file(tail);
    return file.empty() ? std::nullopt : std::optional(Join{file, first, last});
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
    const bool element = in_list() && is(first - 1, "[(,") && is(last + 1, "]),");
    if (source && element) {
      found_.push_back({file, span_of(first, last), true});
    } else if (const auto statement = appending(first, last); source && statement) {
      found_.push_back({file, span_of(*statement, last + 1), true});
    } else {
      found_.push_back({file, span_of(first, last), false, is_compared(first)});
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

std::vector<EmptiedList> emptied_lists(const Snapshot& snapshot, std::string_view path,
                                       const std::function<bool(Span)>& goes) {
  std::vector<EmptiedList> emptied;
  const auto tokens = python_tokens(snapshot.text(path));
  const auto is = [&](std::size_t i, std::string_view any) {
    return i < tokens.size() && tokens[i].kind == PythonTokenKind::symbol &&
           any.find(tokens[i].text[0]) != std::string_view::npos;
  };
  const std::vector<ListedSource> all = listed_sources(snapshot, path);
  std::vector<std::size_t> around;
  for (std::size_t open = 0; open < tokens.size(); ++open) {
    if (is(open, ")}") && !around.empty()) around.pop_back();
    if (is(open, "({")) around.push_back(open);
    if (!is(open, "[")) continue;
    bool lost = false;
    bool left = false;
    std::size_t at = open + 1;
    for (; at < tokens.size() && !is(at, "]"); ++at) {
      const bool gone = goes(tokens[at].span);
      lost |= gone;
      left |= !gone && !is(at, ",");
    }
    if (!lost || left) continue;
    const Span inside = {tokens[open].span.offset, tokens[at].span.end() - tokens[open].span.offset};
    const std::size_t call = around.empty() ? 0 : around.back();
    const bool grows = call > 0 && (tokens[call - 1].text == "extend" || tokens[call - 1].text == "append");
    const bool argument = call > 0 && is(call, "(") && tokens[call - 1].kind == PythonTokenKind::name && !grows;
    const std::string_view key = open > 1 && is(open - 1, ":=") ? tokens[open - 2].text : std::string_view();
    const bool says_sources = key.find("src") != std::string_view::npos || key.find("source") != std::string_view::npos;
    // What a script assigns it may add to; who reads data does not.
    const bool data = build_file_of(path) == BuildFile::data;
    const bool given = key.empty() ? argument : says_sources && (argument || data);
    const auto first =
        std::find_if(all.begin(), all.end(), [&](const ListedSource& source) { return inside.contains(source.span); });
    if (first != all.end()) emptied.push_back({tokens[open].span, first->file, given});
  }
  return emptied;
}

std::vector<ListedSource> listed_sources(const Snapshot& snapshot, std::string_view path) {
  return Lists(snapshot, path).read();
}

}  // namespace remove_op
