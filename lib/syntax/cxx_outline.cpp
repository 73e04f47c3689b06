#include "cxx_outline.h"

#include <algorithm>
#include <array>
#include <string>

namespace remove_op {
namespace {

class Outline {
 public:
  Outline(std::string_view path, std::string_view text, CxxUnit& unit)
      : path_(path), text_(text), lexed_(unit.lexed), unit_(unit) {
    for (const CxxEntity& entity : unit.entities)
      if (entity.kind != CxxEntity::Kind::macro) covered_.push_back(entity.span);
    std::sort(covered_.begin(), covered_.end());
  }

  // Declarations from token `at` to the end of the scope; returns the index of the token behind it.
  std::size_t scope(std::size_t at, const std::string& prefix, bool internal) {
    while (at < lexed_.tokens.size()) {
      if (lexed_.tokens[at].in_directive || word(at) == ";") {
        ++at;
      } else if (word(at) == "}") {
        return at + 1;
      } else if (const std::size_t body = scope_body(at); body != 0) {
        at = scope(body, prefix + name_of_scope(at, body - 1), internal || anonymous(at, body - 1));
      } else {
        at = declaration(at, prefix, internal);
      }
    }
    return at;
  }

 private:
  std::string_view word(std::size_t i) const {
    return i < lexed_.tokens.size() ? text_.substr(lexed_.tokens[i].offset, lexed_.tokens[i].length)
                                    : std::string_view();
  }
  bool is_identifier(std::size_t i) const {
    return i < lexed_.tokens.size() && lexed_.tokens[i].kind == CxxToken::Kind::identifier;
  }

  // Index behind the `{` of a namespace or an `extern "C"` block that starts at `at`; 0 where none does.
  std::size_t scope_body(std::size_t at) const {
    if (word(at) == "inline") ++at;
    if (word(at) == "extern" && lexed_.tokens.size() > at + 2 && lexed_.tokens[at + 1].kind == CxxToken::Kind::string)
      return word(at + 2) == "{" ? at + 3 : 0;
    if (word(at) != "namespace") return 0;
    for (std::size_t i = at + 1; i < lexed_.tokens.size(); ++i) {
      if (word(i) == "{") return i + 1;
      if (word(i) == ";" || word(i) == "=") return 0;
    }
    return 0;
  }
  bool anonymous(std::size_t at, std::size_t brace) const { return word(at) == "namespace" && at + 1 == brace; }
  std::string name_of_scope(std::size_t at, std::size_t brace) const {
    if (word(at) == "extern") return {};
    std::string name;
    for (std::size_t i = at; i < brace; ++i)
      if (is_identifier(i) && word(i) != "namespace" && word(i) != "inline") name += std::string(word(i)) + "::";
    return name.empty() ? "(anonymous namespace)::" : name;
  }

  // One declaration from `first`; returns the index behind it.
  std::size_t declaration(std::size_t first, const std::string& prefix, bool internal) {
    std::size_t end = first;
    bool has_body = false;
    bool assigns = false;
    for (; end < lexed_.tokens.size(); ++end) {
      const std::string_view here = word(end);
      if (lexed_.tokens[end].in_directive) continue;
      if (here == ";" || here == "}") break;
      if (here == "template" && word(end + 1) == "<") end = past_angles(end + 1, lexed_.tokens.size()) - 1;
      if (here == "=") assigns = true;
      if (here == "(" || here == "[") end = closing(lexed_, text_, end);
      if (here == "{") {
        end = closing(lexed_, text_, end);
        has_body = true;
        // `struct S {...} s;` and `T t{...};` go on to their semicolon; a function's body ends it.
        if (word(end + 1) != ";") break;
      }
    }
    if (end >= lexed_.tokens.size()) return end;
    if (word(end) == "}" && !has_body) return end;  // the scope's own brace
    const Span span = {lexed_.tokens[first].offset, lexed_.tokens[end].span().end() - lexed_.tokens[first].offset};
    if (!is_covered(span) && !assigns) add_function(first, end, span, has_body, prefix, internal);
    return end + 1;
  }

  bool is_covered(Span span) const {
    return std::any_of(covered_.begin(), covered_.end(),
                       [&](Span known) { return known.offset < span.end() && span.offset < known.end(); });
  }

  void add_function(std::size_t first, std::size_t end, Span span, bool has_body, const std::string& prefix,
                    bool internal) {
    const bool instantiation = word(first) == "template" && word(first + 1) != "<";
    const std::size_t name = name_before_parameters(first, end);
    if (name == lexed_.tokens.size() || !keeps_conditionals_whole(lexed_, span)) return;
    bool kernel = false;
    std::string qualifier;
    for (std::size_t i = first; i < name; ++i) {
      kernel = kernel || word(i) == "__global__";
      internal = internal || word(i) == "static";
    }
    if (name == first) return;  // `MACRO(...)`: no type before the name
    for (std::size_t i = name; i >= first + 2 && word(i - 1) == "::" && is_identifier(i - 2); i -= 2)
      qualifier = std::string(word(i - 2)) + "::" + qualifier;
    CxxEntity entity;
    entity.word = word(name);
    const std::string qualified =
        prefix.ends_with("::" + qualifier) || prefix == qualifier ? prefix : prefix + qualifier;
    entity.id = (internal ? "cxx:" + std::string(path_) + "#" : "cxx:") + qualified + entity.word;
    entity.kind = kernel ? CxxEntity::Kind::kernel : CxxEntity::Kind::function;
    entity.declares = !has_body || instantiation;
    entity.span = span;
    entity.name = lexed_.tokens[name].span();
    // An instantiation is of the template of that name, whatever its linkage.
    if (instantiation)
      for (const CxxEntity& known : unit_.entities)
        if (known.word == entity.word && !known.declares) entity.id = known.id;
    unit_.entities.push_back(std::move(entity));
  }

  // The identifier of `name(` or `name<...>(` at bracket depth 0, not one that takes attributes' arguments.
  std::size_t name_before_parameters(std::size_t first, std::size_t end) const {
    constexpr std::array<std::string_view, 7> not_names = {
        "__attribute__", "__launch_bounds__", "__declspec", "alignas", "decltype", "noexcept", "requires"};
    std::size_t none = lexed_.tokens.size();
    for (std::size_t i = first; i < end; ++i) {
      const std::string_view here = word(i);
      if (lexed_.tokens[i].in_directive) continue;
      if (here == "{" || here == "[") return none;
      if (here == "<") {
        i = past_angles(i, end) - 1;
        continue;
      }
      if (here == "(") {
        i = closing(lexed_, text_, i);
        continue;
      }
      if (!is_identifier(i) || std::find(not_names.begin(), not_names.end(), here) != not_names.end()) continue;
      std::size_t next = i + 1;
      if (word(next) == "<") next = past_angles(next, end);
      if (word(next) != "(") continue;
      const std::size_t close = closing(lexed_, text_, next);
      // `MACRO(args) type name(params)`: another identifier behind the parentheses means this was not the name.
      if (is_identifier(close + 1) && word(close + 1) != "const" && word(close + 1) != "noexcept" &&
          word(close + 1) != "override") {
        i = close;
        continue;
      }
      return i;
    }
    return none;
  }

  std::size_t past_angles(std::size_t open, std::size_t end) const {
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
      if (word(i) == "<") ++depth;
      if (word(i) == ">") --depth;
      if (word(i) == ">>") depth -= 2;
      if (word(i) == "(") i = closing(lexed_, text_, i);
      if (depth <= 0) return i + 1;
    }
    return end;
  }

  std::string_view path_;
  std::string_view text_;
  const CxxText& lexed_;
  CxxUnit& unit_;
  std::vector<Span> covered_;
};

}  // namespace

void add_by_outline(std::string_view path, std::string_view text, CxxUnit& unit) {
  Outline outline(path, text, unit);
  for (std::size_t at = 0; at < unit.lexed.tokens.size();) at = outline.scope(at, "", false);
}

}  // namespace remove_op
