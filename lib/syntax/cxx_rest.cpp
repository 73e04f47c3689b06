#include "syntax/cxx_rest.h"

#include <algorithm>
#include <array>
#include <set>

#include "language.h"
#include "paths.h"
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
        if (word(i) == "include" && !header_ && brings_code(i)) at_least(CxxRest::code);
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
  std::string_view word(std::size_t i) const { return word_at(unit_.lexed, text_, i); }

  // An include line of anything but a header, `#include "other.cu"`, or one that only the preprocessor can read.
  bool brings_code(std::size_t include) const {
    const auto& directives = unit_.lexed.directives;
    const auto line = std::find_if(directives.begin(), directives.end(), [&](const CxxDirective& directive) {
      return directive.first_token <= include && include < directive.last_token;
    });
    if (line == directives.end() || line->kind != CxxDirective::Kind::include) return false;
    std::string_view name = text_.substr(line->name.offset, line->name.length);
    if (name.size() < 3 || (name.front() != '"' && name.front() != '<')) return true;
    name = name.substr(1, name.size() - 2);
    const std::string_view base = base_name(name);
    return base.find('.') != std::string_view::npos && (!is_header(name) || name.ends_with(".inl"));
  }

  // `MACRO(TORCH_EXTENSION_NAME)`
  bool names_module_alone(std::size_t i) const {
    return tokens_[i].kind == CxxToken::Kind::identifier && word(i + 1) == "(" &&
           word(i + 2) == "TORCH_EXTENSION_NAME" && word(i + 3) == ")";
  }

  // `using ...;`, `typedef ...;`, `static_assert(...);`, `namespace a = b;`: of a header, others may use all but one.
  bool says_nothing(std::size_t i) const {
    if (header_) return word(i) == "static_assert";
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
    if (word(first) == "extern" || said("__attribute__") || said("__declspec") || said("[")) return false;
    // An instantiation and a full specialisation are there to be found.
    if (word(first) == "template" && word(first + 1) != "<") return false;
    const bool specialises = word(first) == "template" && word(first + 2) == ">";
    if (around->kind == Kind::type || around->kind == Kind::alias) return true;
    if (word(first) == "template" && !specialises) return true;
    const bool internal = around->id.find('#') != std::string::npos;
    if (around->kind == Kind::variable) return said("constexpr") || (internal && is_plain(first, name, *around));
    return internal || around->declares || said("inline") || said("__inline__") || said("__forceinline__") ||
           said("constexpr");
  }

  // A variable of a built-in type whose initialiser calls nothing: another's constructor may register something.
  bool is_plain(std::size_t first, std::size_t name, const CxxEntity& variable) const {
    constexpr auto built_in = std::to_array<std::string_view>(
        {"static",  "const",    "unsigned", "signed",     "int",          "long",   "short",   "char",    "bool",
         "float",   "double",   "*",        "__device__", "__constant__", "int8_t", "int16_t", "int32_t", "int64_t",
         "uint8_t", "uint16_t", "uint32_t", "uint64_t",   "size_t",       "std",    "::"});
    for (std::size_t i = first; i < name; ++i)
      if (std::find(built_in.begin(), built_in.end(), word(i)) == built_in.end()) return false;
    return text_.substr(variable.span.offset, variable.span.length).find('(') == std::string_view::npos;
  }

  const CxxUnit& unit_;
  const std::vector<CxxToken>& tokens_;
  std::string_view text_;
  bool header_;
  const std::function<bool(Span)>& is_gone_;
};

// The spellings of the include lines that hold in every configuration: outside of conditionals, but for one around the
// whole file.
std::vector<std::string_view> unconditional_includes(std::string_view text) {
  const CxxText lexed = lex_cxx(text);
  std::vector<std::string_view> spelled;
  for (const CxxDirective& directive : lexed.directives) {
    if (directive.kind != CxxDirective::Kind::include || directive.name.length < 3) continue;
    const bool conditional =
        std::any_of(lexed.conditionals.begin(), lexed.conditionals.end(), [&](const CxxConditional& it) {
          const bool guard =
              it.span().offset == lexed.tokens.front().offset && it.span().end() == lexed.tokens.back().span().end();
          return !guard && it.span().contains(directive.span);
        });
    const std::string_view name = text.substr(directive.name.offset, directive.name.length);
    const auto close = name.find(name.front() == '<' ? '>' : '"', 1);
    if (!conditional && close != std::string_view::npos) spelled.push_back(name.substr(1, close - 1));
  }
  return spelled;
}

// What a file reaches by include lines before it comes to `without`, in every configuration: paths of the snapshot, and
// the spellings of others.
std::set<std::string> reached_without(const Snapshot& snapshot, std::string_view from, std::string_view without) {
  std::set<std::string> reached;
  std::vector<std::string> work = {std::string(from)};
  while (!work.empty()) {
    const std::string path = std::move(work.back());
    work.pop_back();
    for (const std::string_view spelled : unconditional_includes(snapshot.text(path))) {
      const auto found = resolve_include(snapshot, path, spelled);
      if (path == from && std::find(found.begin(), found.end(), without) != found.end()) break;
      if (found.empty()) reached.emplace(spelled);
      if (found.size() == 1 && found.front() != without && reached.insert(found.front()).second)
        work.push_back(found.front());
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
