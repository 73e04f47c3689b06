#include "syntax/extension_sources.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "paths.h"
#include "syntax/moved_sources.h"
#include "words.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;

bool opens_triple(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == text[at + 1] && text[at] == text[at + 2];
}

// Where the string that opens with the quotes at `at` ends, past its closing quotes.
std::size_t past_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const bool triple = opens_triple(text, at);
  for (std::size_t i = at + (triple ? 3 : 1); i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (!triple && (text[i] == quote || text[i] == '\n'))
      return i + 1;
    else if (triple && text.substr(i, 3) == text.substr(at, 3))
      return i + 3;
  }
  return text.size();
}

bool is_string_prefix(std::string_view word) { return word.size() <= 2 && word.find_first_not_of("rRbBuUfF") == npos; }

bool is_symbol(const PythonToken& token, char c) { return token.kind == PythonTokenKind::symbol && token.text[0] == c; }

// One past the bracket that closes the one at `open`.
std::size_t past_bracket(const std::vector<PythonToken>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].kind != PythonTokenKind::symbol) continue;
    if (std::string_view("([{").find(tokens[i].text[0]) != npos) ++depth;
    if (std::string_view(")]}").find(tokens[i].text[0]) != npos && --depth == 0) return i + 1;
  }
  return tokens.size();
}

class Extensions {
 public:
  Extensions(const Snapshot& snapshot, std::string_view path)
      : snapshot_(snapshot), path_(path), tokens_(python_tokens(snapshot.text(path))) {}

  std::vector<std::pair<std::string, std::string>> run() {
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) note_list(i);
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i)
      if (tokens_[i].kind == PythonTokenKind::name && is_symbol(tokens_[i + 1], '(') &&
          makes_extension(tokens_[i].text))
        note_call(i + 1);
    return std::move(found_);
  }

 private:
  static bool makes_extension(std::string_view name) { return name.ends_with("Extension") || name == "extension"; }

  // sources = [...], sources += [...], sources.extend([...]), sources.append("...")
  void note_list(std::size_t at) {
    if (tokens_[at].kind != PythonTokenKind::name) return;
    std::size_t value = at + 1;
    if (is_symbol(tokens_[value], '+')) ++value;
    const bool assigned = is_symbol(tokens_[value], '=');
    const bool called =
        is_symbol(tokens_[at + 1], '.') && (tokens_[at + 2].text == "extend" || tokens_[at + 2].text == "append");
    if (!assigned && !called) return;
    value = assigned ? value + 1 : at + 3;
    if (value >= tokens_.size() || (!is_symbol(tokens_[value], '[') && !is_symbol(tokens_[value], '('))) return;
    collect(value, past_bracket(tokens_, value), lists_[tokens_[at].text]);
  }

  void collect(std::size_t first, std::size_t last, std::set<std::string_view>& sources) const {
    for (std::size_t i = first; i < last; ++i)
      if (tokens_[i].kind == PythonTokenKind::string && !tokens_[i].formatted)
        if (const auto source = named_source(snapshot_, path_, tokens_[i].text); !source.empty())
          sources.insert(source);
  }

  void note_call(std::size_t open) {
    const std::size_t end = past_bracket(tokens_, open);
    // The name is the argument `name`, or the first.
    std::size_t name = open + 1;
    for (std::size_t i = open + 1; i + 2 < end; ++i)
      if (tokens_[i].text == "name" && is_symbol(tokens_[i + 1], '=')) name = i + 2;
    if (name >= end || tokens_[name].kind != PythonTokenKind::string || tokens_[name].formatted) return;
    std::set<std::string_view> sources;
    collect(open, end, sources);
    for (std::size_t i = open; i < end; ++i)
      if (const auto list = lists_.find(tokens_[i].text);
          tokens_[i].kind == PythonTokenKind::name && list != lists_.end())
        sources.insert(list->second.begin(), list->second.end());
    const std::string_view library = tokens_[name].text.substr(tokens_[name].text.rfind('.') + 1);
    for (const std::string_view source : sources) found_.emplace_back(source, library);
  }

  const Snapshot& snapshot_;
  std::string_view path_;
  std::vector<PythonToken> tokens_;
  std::map<std::string_view, std::set<std::string_view>> lists_;
  std::vector<std::pair<std::string, std::string>> found_;
};

}  // namespace

std::vector<PythonToken> python_tokens(std::string_view text) {
  std::vector<PythonToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char c = text[at];
    const auto add = [&](PythonTokenKind kind, std::string_view inside, bool formatted = false) {
      tokens.push_back({kind, {unsigned(begin), unsigned(at - begin)}, inside, formatted});
    };
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    std::size_t quote = at;
    while (quote < text.size() && is_word_char(text[quote])) ++quote;
    const bool quoted = quote < text.size() && (text[quote] == '"' || text[quote] == '\'');
    if (quoted && is_string_prefix(text.substr(at, quote - at))) {
      const bool formatted = text.substr(at, quote - at).find_first_of("fF") != npos;
      const std::size_t marks = opens_triple(text, quote) ? 3 : 1;
      at = past_string(text, quote);
      const std::size_t inside = quote + marks;
      add(PythonTokenKind::string, text.substr(inside, at < inside + marks ? 0 : at - marks - inside), formatted);
    } else if (quote > at) {
      at = quote;
      add(PythonTokenKind::name, text.substr(begin, at - begin));
    } else {
      ++at;
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') add(PythonTokenKind::symbol, text.substr(begin, 1));
    }
  }
  return tokens;
}

bool is_setup_script(std::string_view path) {
  const std::string_view name = base_name(path);
  return name == "setup.py" || (name.starts_with("setup_") && name.ends_with(".py"));
}

bool builds_extensions(std::string_view path, std::string_view text) {
  if (!path.ends_with(".py")) return false;
  if (is_setup_script(path)) return true;
  return find_word(text, "setuptools") != npos || find_word(text, "cpp_extension") != npos;
}

std::string_view named_source(const Snapshot& snapshot, std::string_view path, std::string_view text) {
  if (text.find('.') == npos || text.find_first_of(" \n\\*{") != npos) return {};
  while (text.starts_with("./")) text.remove_prefix(2);
  if (text.empty() || text.front() == '/') return {};
  for (const std::string& name : {std::string(text), translated_from(text)}) {
    for (std::string_view folder = path; !name.empty() && !folder.empty();) {
      folder = folder_of(folder);
      std::string candidate(folder);
      if (!candidate.empty()) candidate += '/';
      if (const File* file = snapshot.find(candidate += name)) return file->path;
    }
  }
  return moved_source(snapshot, text);
}

std::vector<std::pair<std::string, std::string>> extension_sources(const Snapshot& snapshot, std::string_view path) {
  constexpr auto endings =
      std::to_array<std::string_view>({".cu", ".cc", ".cpp", ".cxx", ".c\"", ".c'", ".hip", ".mu"});
  const std::string_view text = snapshot.text(path);
  if (std::none_of(endings.begin(), endings.end(), [&](std::string_view ending) { return text.find(ending) != npos; }))
    return {};
  return Extensions(snapshot, path).run();
}

}  // namespace remove_op
