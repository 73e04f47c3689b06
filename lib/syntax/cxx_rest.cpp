#include "syntax/cxx_rest.h"

#include <algorithm>
#include <set>

#include "language.h"
#include "syntax/cxx_includes.h"
#include "syntax/translation_units.h"

namespace remove_op {
namespace {

class Rest {
 public:
  Rest(const CxxUnit& unit, std::string_view text, std::string_view path, const std::function<bool(Span)>& is_gone)
      : unit_(unit), tokens_(unit.lexed.tokens), text_(text), header_(is_header(path)), is_gone_(is_gone) {}

  CxxRest read() const {
    CxxRest rest = CxxRest::nothing;
    bool module = false;
    const auto at_least = [&](CxxRest more) { rest = std::max(rest, more); };
    std::size_t skip_to = 0;
    for (std::size_t i = 0; i < tokens_.size() && rest != CxxRest::code; ++i) {
      if (is_gone_(tokens_[i].span())) continue;
      if (tokens_[i].in_directive) {
        if (word(i) == "include" && header_) at_least(CxxRest::includes);
        if (word(i) == "define" && !is_guard(i)) at_least(header_ ? CxxRest::code : CxxRest::unit_only);
      } else if (i < skip_to) {
        continue;
      } else if (says_nothing(i)) {
        skip_to = past_semicolon(i);
      } else if (names_module_alone(i)) {
        module = true;
        skip_to = i + 4;
      } else if (!in_scope_frame(tokens_[i].offset)) {
        at_least(serves_unit_only(tokens_[i].offset) ? CxxRest::unit_only : CxxRest::code);
      }
    }
    if (!module) return rest;
    return rest == CxxRest::nothing ? CxxRest::module : CxxRest::code;
  }

 private:
  std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? text_.substr(tokens_[i].offset, tokens_[i].length) : std::string_view();
  }

  // `MACRO(TORCH_EXTENSION_NAME)`
  bool names_module_alone(std::size_t i) const {
    return tokens_[i].kind == CxxToken::Kind::identifier && word(i + 1) == "(" && word(i + 2) == "TORCH_EXTENSION_NAME" &&
           word(i + 3) == ")";
  }

  // `using ...;`, `typedef ...;`, `static_assert(...);`, `namespace a = b;`
  bool says_nothing(std::size_t i) const {
    return word(i) == "using" || word(i) == "typedef" || word(i) == "static_assert" ||
           (word(i) == "namespace" && word(i + 2) == "=");
  }
  std::size_t past_semicolon(std::size_t i) const {
    for (; i < tokens_.size(); ++i) {
      if (word(i) == ";") return i + 1;
      if (word(i) == "(" || word(i) == "{") i = closing(unit_.lexed, text_, i);
    }
    return i;
  }

  // `#define X` right under the `#ifndef X` that opens the file.
  bool is_guard(std::size_t define) const { return define == 4 && word(1) == "ifndef" && word(2) == word(define + 1); }

  // The head of a namespace, up to its brace, and the brace that closes it.
  bool in_scope_frame(unsigned at) const {
    return std::any_of(unit_.scopes.begin(), unit_.scopes.end(), [&](Span scope) {
      if (!scope.contains(at)) return false;
      return at <= text_.find('{', scope.offset) || at + 1 == scope.end();
    });
  }

  // Whether the declaration around `at` gives a linker nothing to find and starts nothing.
  bool serves_unit_only(unsigned at) const {
    const CxxEntity* around = nullptr;
    for (const CxxEntity& entity : unit_.entities)
      if (entity.span.contains(at) && (!around || around->span.length < entity.span.length)) around = &entity;
    if (!around || header_ || around->word.starts_with("remove_op_block_")) return false;
    using Kind = CxxEntity::Kind;
    const std::size_t first = token_at(unit_.lexed, around->span.offset);
    const std::size_t name = token_at(unit_.lexed, around->name.offset);
    const auto said = [&](std::string_view specifier) {
      for (std::size_t i = first; around->name.length > 0 && i < name; ++i)
        if (word(i) == specifier) return true;
      return false;
    };
    if (around->declares && around->by_macro) return false;
    if (word(first) == "extern" || word(first) == "__attribute__") return false;
    if (word(first) == "template" && word(first + 1) != "<") return false;  // an instantiation is there to be found
    if (around->kind == Kind::type || around->kind == Kind::alias || word(first) == "template") return true;
    const bool internal = around->id.find('#') != std::string::npos;
    if (around->kind == Kind::variable) {
      const std::string_view all = text_.substr(around->span.offset, around->span.length);
      return internal && all.find('(') == std::string_view::npos;  // a call may register something
    }
    const bool device = said("__device__") && !said("__host__");
    return internal || around->declares || device || said("inline") || said("__inline__") || said("__forceinline__") ||
           said("constexpr");
  }

  const CxxUnit& unit_;
  const std::vector<CxxToken>& tokens_;
  std::string_view text_;
  bool header_;
  const std::function<bool(Span)>& is_gone_;
};

// What a file reaches by include lines, but not through `without`: paths of the snapshot, and the spellings of others.
std::set<std::string> reached_without(const Snapshot& snapshot, std::string_view from, std::string_view without) {
  std::set<std::string> reached;
  std::vector<std::string> work = {std::string(from)};
  while (!work.empty()) {
    const std::string path = std::move(work.back());
    work.pop_back();
    for (const std::string_view spelled : spelled_includes(snapshot.text(path))) {
      const auto found = resolve_include(snapshot, path, spelled);
      if (found.empty()) reached.emplace(spelled);
      for (const std::string& file : found)
        if (file != without && reached.insert(file).second) work.push_back(file);
    }
  }
  return reached;
}

}  // namespace

CxxRest rest_of(const CxxUnit& unit, std::string_view text, std::string_view path,
                const std::function<bool(Span)>& is_gone) {
  return Rest(unit, text, path, is_gone).read();
}

bool has_outside_headers_otherwise(const Snapshot& snapshot, std::string_view path, std::string_view header) {
  const auto reached = reached_without(snapshot, path, header);
  for (const std::string& brought : reached_without(snapshot, header, path))
    if (!snapshot.find(brought) && !reached.contains(brought)) return false;
  return true;
}

bool includes_are_had_otherwise(const Snapshot& snapshot, std::string_view header,
                                const std::function<bool(std::string_view)>& goes) {
  std::set<std::string> provided;
  for (const std::string_view spelled : spelled_includes(snapshot.text(header))) {
    const auto found = resolve_include(snapshot, header, spelled);
    if (found.empty()) provided.emplace(spelled);
    for (const std::string& path : found)
      if (!goes(path)) provided.insert(path);
  }
  for (const Includer& includer : includers(snapshot, header)) {
    if (goes(includer.path)) continue;
    const auto reached = reached_without(snapshot, includer.path, header);
    if (!std::includes(reached.begin(), reached.end(), provided.begin(), provided.end())) return false;
  }
  return true;
}

}  // namespace remove_op
