#include "verify.h"

#include <fmt/format.h>

#include "language.h"
#include "patch.h"
#include "syntax/cmake_script.h"
#include "syntax/cxx_text.h"
#include "syntax/python_reparse.h"

namespace remove_op {
namespace {

// Every bracket outside directives has its mate. Where branches of a conditional each open one, as some files have it,
// it was not so before either, and nothing is asked.
bool brackets_pair(const CxxText& lexed, std::string_view text) {
  std::string open;
  for (const CxxToken& token : lexed.tokens) {
    if (token.in_directive || token.kind != CxxToken::Kind::punctuation || token.length != 1) continue;
    const char c = text[token.offset];
    if (c == '(' || c == '[' || c == '{') open += c;
    if (c != ')' && c != ']' && c != '}') continue;
    const char mate = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (open.empty() || open.back() != mate) return false;
    open.pop_back();
  }
  return open.empty();
}

bool is_sound(const Snapshot& snapshot, const std::string& path) {
  const std::string_view text = snapshot.text(path);
  if (language_of(path) == Language::cmake) return !cmake_script(snapshot, path)->error;
  if (language_of(path) != Language::cxx) return true;
  const CxxText lexed = lex_cxx(text);
  return lexed.balanced && brackets_pair(lexed, text);
}

bool stays_sound(const Snapshot& before, const Snapshot& after, const std::string& path) {
  if (!after.find(path)) return true;
  if (language_of(path) != Language::python) return is_sound(after, path) || !is_sound(before, path);
  const auto tree = python::Tree::of(before, path);
  return tree->error() || python::still_parses(*tree, after.text(path));
}

}  // namespace

llvm::Error verify_syntax(const Snapshot& before, const Snapshot& after) {
  for (const std::string& path : changed_paths(before, after)) {
    if (stays_sound(before, after, path)) continue;
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(), "%s",
        fmt::format("{}: the removal would leave a file that does not parse; nothing was emitted, please report this",
                    path)
            .c_str());
  }
  return llvm::Error::success();
}

}  // namespace remove_op
