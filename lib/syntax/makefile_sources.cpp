#include "syntax/makefile_sources.h"

#include <algorithm>
#include <array>
#include <string>

#include "language.h"
#include "syntax/extension_sources.h"
#include "words.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\\' || c == '\n'; }

// Where the value of `NAME = value`, `NAME += value`, ... begins in a logical line; npos where it is no assignment.
std::size_t value_in(std::string_view line) {
  const auto equals = line.find('=');
  if (equals == npos || line.starts_with('\t')) return npos;
  std::string_view name = line.substr(0, equals);
  while (name.ends_with(':') || name.ends_with('+') || name.ends_with('?')) name.remove_suffix(1);
  return name.find_first_of(":=#\"'") == npos ? equals + 1 : npos;
}

class Words {
 public:
  Words(const Snapshot& snapshot, std::string_view path)
      : snapshot_(snapshot), path_(path), text_(snapshot.text(path)) {}

  std::vector<ListedSource> read() {
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = std::min(text_.find('\n', at), text_.size());
      while (end < text_.size() && end > at && text_[end - 1] == '\\')
        end = std::min(text_.find('\n', end + 1), text_.size());
      line(at, end);
      at = end + 1;
    }
    return std::move(found_);
  }

 private:
  void line(std::size_t begin, std::size_t end) {
    std::string_view text = text_.substr(begin, end - begin);
    text = text.substr(0, text.find('#'));
    const std::size_t value = value_in(text);
    for (std::size_t at = 0; at < text.size();) {
      if (is_blank(text[at])) {
        ++at;
        continue;
      }
      std::size_t last = at;
      while (last < text.size() && !is_blank(text[last])) ++last;
      word(text.substr(at, last - at), static_cast<unsigned>(begin + at), value != npos && at >= value);
      at = last;
    }
  }

  void word(std::string_view word, unsigned at, bool entry) {
    const Span span = {at, static_cast<unsigned>(word.size())};
    while (word.ends_with(':') || word.ends_with(')')) word.remove_suffix(1);  // a target; the end of `$(wildcard ...)`
    std::string_view name = word;
    if (const auto variable = name.rfind(')'); variable != npos) name.remove_prefix(variable + 1);
    while (name.starts_with('/')) name.remove_prefix(1);
    if (name.find_first_of("%*$(") != npos) return;
    const bool object = name.ends_with(".o") || name.ends_with(".lo");
    if (!object && language_of(name) != Language::cxx) return;
    std::vector<std::string_view> files = object ? sources_of(name.substr(0, name.rfind('.'))) : files_at(name);
    for (const std::string_view file : files)
      found_.push_back({file, span, entry && files.size() == 1 && span.length == word.size()});
  }

  std::vector<std::string_view> files_at(std::string_view name) const {
    if (const std::string_view file = named_source(snapshot_, path_, name); !file.empty()) return {file};
    return snapshot_.ending_in(name, path_);
  }

  std::vector<std::string_view> sources_of(std::string_view stem) const {
    constexpr auto endings = std::to_array<std::string_view>({".cu", ".cpp", ".cc", ".c", ".cxx"});
    std::vector<std::string_view> files;
    for (const std::string_view ending : endings)
      for (const std::string_view file : files_at(std::string(stem).append(ending))) files.push_back(file);
    return files;
  }

  const Snapshot& snapshot_;
  std::string_view path_;
  std::string_view text_;
  std::vector<ListedSource> found_;
};

}  // namespace

std::vector<ListedSource> makefile_sources(const Snapshot& snapshot, std::string_view path) {
  return Words(snapshot, path).read();
}

std::vector<Span> without_words(std::string_view text, const std::vector<Span>& words) {
  std::vector<Span> spans;
  const auto add = [&](std::size_t begin, std::size_t end) {
    if (!spans.empty() && begin <= spans.back().end())
      spans.back().length = static_cast<unsigned>(std::max<std::size_t>(end, spans.back().end()) - spans.back().offset);
    else
      spans.push_back({static_cast<unsigned>(begin), static_cast<unsigned>(end - begin)});
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Span word = words[i];
    const std::size_t start = word.offset == 0 ? 0 : text.rfind('\n', word.offset - 1) + 1;
    std::size_t end = std::min(text.find('\n', word.end()), text.size());
    const std::string_view before = text.substr(start, word.offset - start);
    const std::string_view after = trimmed(text.substr(word.end(), end - word.end()));
    const bool alone = trimmed(before).empty() && (after.empty() || after == "\\");
    if (!alone) {
      std::size_t begin = word.offset;
      while (begin > start && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
      add(begin, word.end());
      continue;
    }
    add(start, std::min(end + 1, text.size()));
    if (!after.empty() || spans.back().offset == 0) continue;
    // The value ends one line further up now.
    std::size_t kept = spans.back().offset - 1;  // the newline before what goes
    std::size_t slash = kept;
    while (slash > 0 && (is_blank(text[slash - 1]) && text[slash - 1] != '\n')) --slash;
    if (text.substr(slash, kept - slash).find('\\') != npos) {
      const Span whole = spans.back();
      spans.pop_back();
      add(slash, kept);
      add(whole.offset, whole.end());
    }
  }
  return spans;
}

}  // namespace remove_op
