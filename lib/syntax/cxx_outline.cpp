#include "cxx_outline.h"

#include <algorithm>
#include <string>

#include "cxx_shape.h"

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
      if (lexed_.tokens[at].in_directive || word(at) == ";" || stands_alone(lexed_, text_, at)) {
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
  std::string_view word(std::size_t i) const { return word_at(lexed_, text_, i); }
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
    for (; end < lexed_.tokens.size(); ++end) {
      const std::string_view here = word(end);
      if (lexed_.tokens[end].in_directive) continue;
      if (here == ";" || here == "}") break;
      if (here == "template" && word(end + 1) == "<")
        end = past_angles(lexed_, text_, end + 1, lexed_.tokens.size()) - 1;
      if (here == "(" || here == "[") end = closing(lexed_, text_, end);
      if (here == "{") {
        end = closing(lexed_, text_, end);
        has_body = true;
        // `struct S {...} s;` and `T t{...};` go on to their semicolon; a function's body ends it.
        if (word(end + 1) != ";" && !is_identifier(end + 1)) break;
        if (is_identifier(end + 1) && word(first) != "typedef") break;
      }
    }
    if (end >= lexed_.tokens.size()) return end;
    if (word(end) == "}" && !has_body) return end;  // the scope's own brace
    const Span span = {lexed_.tokens[first].offset, lexed_.tokens[end].span().end() - lexed_.tokens[first].offset};
    if (!is_covered(span)) add_entity(first, end, span, prefix, internal);
    return end + 1;
  }

  bool is_covered(Span span) const {
    return std::any_of(covered_.begin(), covered_.end(),
                       [&](Span known) { return known.offset < span.end() && span.offset < known.end(); });
  }

  void add_entity(std::size_t first, std::size_t end, Span span, const std::string& prefix, bool internal) {
    const auto shape = shape_of(lexed_, text_, first, end);
    if (!shape || !keeps_conditionals_whole(lexed_, span)) return;
    std::string qualifier;
    for (std::size_t i = shape->name; i >= first + 2 && word(i - 1) == "::" && is_identifier(i - 2); i -= 2)
      qualifier = std::string(word(i - 2)) + "::" + qualifier;
    CxxEntity entity;
    entity.word = word(shape->name);
    const std::string qualified =
        prefix.ends_with("::" + qualifier) || prefix == qualifier ? prefix : prefix + qualifier;
    internal = (internal || shape->internal) && shape->kind != CxxEntity::Kind::alias;
    entity.id = (internal ? "cxx:" + std::string(path_) + "#" : "cxx:") + qualified + entity.word;
    entity.kind = shape->kind;
    entity.declares = shape->declares;
    entity.span = span;
    entity.name = lexed_.tokens[shape->name].span();
    // An instantiation or a specialisation is of the template of that name, whatever its linkage.
    if (word(first) == "template")
      for (const CxxEntity& known : unit_.entities)
        if (known.word == entity.word && !known.declares) entity.id = known.id;
    unit_.entities.push_back(std::move(entity));
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
