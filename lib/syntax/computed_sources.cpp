#include "syntax/computed_sources.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "language.h"
#include "paths.h"
#include "syntax/build_files.h"
#include "syntax/extension_sources.h"
#include "words.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;

bool is_shell(std::string_view path) { return path.ends_with(".sh") || path.ends_with(".bash"); }

bool may_build(std::string_view path) {
  if (is_test(path)) return false;
  const Language language = language_of(path);
  const BuildFile kind = build_file_of(path);
  return language == Language::python || language == Language::cmake || is_shell(path) ||
         kind == BuildFile::python_like || kind == BuildFile::make;
}

std::string_view line_of(std::string_view text, std::size_t at) {
  const std::size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return text.substr(start, text.find('\n', at) - start);
}

// Whether what stands before an ending at `at` is not known here: a hole, a variable, the other half of a sum.
bool is_open(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  const char before = text[at - 1];
  if (before == '}' || before == ')' || before == '%') return true;
  if (text.substr(0, at).ends_with("%s")) return true;
  if (before == '"' || before == '\'') {
    const std::string_view head = trimmed(text.substr(0, at - 1));
    if (head.ends_with('+')) return true;
  }
  std::size_t start = at;
  while (start > 0 && is_word_char(text[start - 1])) --start;
  if (start > 0 && start < at && text[start - 1] == '$') return true;
  const std::string_view line = line_of(text, at);
  return line.find("TRANSFORM") != npos || line.find("addsuffix") != npos || text.substr(0, at).ends_with(":=");
}

bool is_name_char(char c) { return is_word_char(c) || c == '-'; }

// What stands right before `at`, as far as it may be part of a name.
std::string_view run_before(std::string_view text, std::size_t at) {
  std::size_t start = at;
  while (start > 0 && is_name_char(text[start - 1])) --start;
  return text.substr(start, at - start);
}

// What the name begins with that is put together before an ending at `at`: `head_` of "head_{x}.cu" and of
// "head_" + x + ".cu"; empty where nobody can tell.
std::string_view head_of(std::string_view text, std::size_t at) {
  std::size_t hole = npos;
  if (text[at - 1] == '}') hole = text.rfind('{', at);
  if (text[at - 1] == ')') hole = text.rfind('(', at);
  if (text.substr(0, at).ends_with("%s")) hole = at - 2;
  if (hole != npos) {
    if (hole > 0 && text[hole - 1] == '$') --hole;
    const std::string_view head = run_before(text, hole);
    const char before = hole > head.size() ? text[hole - head.size() - 1] : '/';
    return before == '}' || before == ')' ? std::string_view() : head;
  }
  const auto plus = text.rfind('+', at);
  if (plus == npos || text[at - 1] != '"') return {};
  const auto first = text.rfind('+', plus - 1);
  if (plus == 0 || first == npos || text.substr(first, plus - first).find('\n') != npos) return {};
  const std::string_view before = trimmed(text.substr(0, first));
  return before.ends_with('"')
             ? run_before(text, static_cast<std::size_t>(before.data() + before.size() - 1 - text.data()))
             : std::string_view();
}

// What `stem` begins with in each way that the text puts names with that ending together.
std::set<std::string_view> heads_in(std::string_view text, std::string_view stem, std::string_view ending) {
  std::set<std::string_view> heads;
  for (auto at = text.find(ending); at != npos; at = text.find(ending, at + 1)) {
    const std::size_t end = at + ending.size();
    if ((end < text.size() && is_word_char(text[end])) || !is_open(text, at)) continue;
    const std::string_view head = head_of(text, at);
    if (stem.starts_with(head) && head.size() < stem.size()) heads.insert(head);
  }
  return heads;
}

// The build files that may spell a part of a name only.
struct Scripts {
  std::vector<std::string_view> paths;
};

std::set<std::string_view> scripts_for(const Snapshot& snapshot, std::string_view stem) {
  const auto scripts = snapshot.memo<Scripts>([&] {
    return std::make_shared<const Scripts>(Scripts{snapshot.files_where(
        [](const File& file) { return language_of(file.path) == Language::cmake || is_setup_script(file.path); })});
  });
  std::set<std::string_view> paths(scripts->paths.begin(), scripts->paths.end());
  for (const std::string_view path : snapshot.files_naming(stem)) paths.insert(path);
  return paths;
}

bool in_comment(std::string_view text, std::size_t at) {
  const std::size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return text.substr(start, at - start).find('#') != npos;
}

// Whether the word at `at` is a value on its own: a literal, a bare argument, or one of a literal that is split.
bool is_value(std::string_view path, std::string_view text, std::size_t at, std::size_t size) {
  const char before = at == 0 ? '\n' : text[at - 1];
  const char after = at + size < text.size() ? text[at + size] : '\n';
  const auto quotes = [](char c) { return c == '"' || c == '\''; };
  const auto parts = [&](char c) {
    return quotes(c) || c == ' ' || c == '\n' || c == '\t' || c == '(' || c == ')' || c == ';';
  };
  if (quotes(before) && quotes(after)) return true;
  const bool brackets_values = language_of(path) == Language::python || build_file_of(path) == BuildFile::python_like;
  if (brackets_values) return line_of(text, at).find("split") != npos && parts(before) && parts(after);
  return parts(before) && parts(after);
}

}  // namespace

std::optional<std::pair<std::string_view, Span>> computed_name_of(
    const Snapshot& snapshot, std::string_view source, const std::function<bool(std::string_view path, Span)>& goes) {
  const std::string_view name = base_name(source);
  const std::string_view stem = name.substr(0, name.rfind('.'));
  const std::string_view ending = name.substr(stem.size());
  if (stem.empty() || ending.empty()) return std::nullopt;
  for (const std::string_view path : scripts_for(snapshot, stem)) {
    if (!may_build(path)) continue;
    const std::string_view text = snapshot.text(path);
    std::set<std::string_view> heads = heads_in(text, stem, ending);
    if (build_file_of(path) == BuildFile::make)
      for (const std::string_view object : {".o", ".lo"}) heads.merge(heads_in(text, stem, object));
    for (const std::string_view head : heads) {
      const std::string_view value = stem.substr(head.size());
      for (auto at = find_word(text, value); at != npos; at = find_word(text, value, at + 1)) {
        const Span span = {static_cast<unsigned>(at), static_cast<unsigned>(value.size())};
        if (is_value(path, text, at, value.size()) && !in_comment(text, at) && !goes(path, span))
          return std::pair(path, span);
      }
    }
  }
  return std::nullopt;
}

}  // namespace remove_op
