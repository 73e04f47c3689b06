#include "syntax/python_bare_module.h"

#include "words.h"

namespace remove_op::python {
namespace {

bool holds(std::string_view text, std::string_view what) { return find_text(text, what) != std::string_view::npos; }

// Whether the name at `at` may be an element of an import statement.
bool may_be_imported(std::string_view text, std::size_t at, std::size_t length) {
  const auto line = text.rfind('\n', at) + 1;  // npos + 1 is the first line
  std::string_view before = text.substr(line, at - line);
  const auto first = before.find_first_not_of(" \t");
  if (first == std::string_view::npos) {  // alone on its line: within the parentheses of an import, perhaps
    const char next = at + length < text.size() ? text[at + length] : '\n';
    return next == ',' || next == '\n' || next == '\r';
  }
  before.remove_prefix(first);
  return before.starts_with("from ") || before.starts_with("import ") || before.ends_with(" as ");
}

}  // namespace

BareModule::BareModule(std::string_view path, std::string_view text)
    : text_(text),
      leads_on_(path.ends_with("__init__.py") || holds(text, "torch.ops") || holds(text, "Library") ||
                holds(text, "torch.library") || holds(text, "import *")) {}

std::shared_ptr<const BareModule> BareModule::of(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<BareModule>(path, [&] { return std::make_shared<const BareModule>(path, snapshot.text(path)); });
}

template <class Search>
bool BareModule::remembered(Answers& answers, std::string_view name, const Search& search) const {
  const std::lock_guard lock(mutex_);
  if (const auto known = answers.find(name); known != answers.end()) return known->second;
  return answers.emplace(name, search()).first->second;
}

bool BareModule::plainly_binds(std::string_view name) const {
  return remembered(plain_, name, [&] { return search(name); });
}

bool BareModule::has_class(std::string_view name) const {
  return remembered(classes_, name, [&] { return holds(text_, "class " + std::string(name)); });
}

bool BareModule::search(std::string_view name) const {
  bool imported = false;
  for (auto at = find_word(text_, name); at != std::string_view::npos; at = find_word(text_, name, at + 1)) {
    const auto line = text_.rfind('\n', at) + 1;
    const std::string_view before = text_.substr(line, at - line);
    if (before == "class ") return true;
    // A decorator may make an op of the function.
    const auto above = line < 2 ? 0 : text_.rfind('\n', line - 2) + 1;
    if (before == "def " && text_[above] != '@' && text_[above] != ')') return true;
    imported = imported || before == "def " || may_be_imported(text_, at, name.size());
  }
  return !leads_on_ && !imported;
}

}  // namespace remove_op::python
