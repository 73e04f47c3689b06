#include "cxx_shape.h"

#include <algorithm>
#include <array>

#include "words.h"

namespace remove_op {
namespace {

using Kind = CxxEntity::Kind;

class Shape {
 public:
  Shape(const CxxText& lexed, std::string_view text, std::size_t first, std::size_t last)
      : lexed_(lexed), text_(text), first_(first), last_(last) {}

  std::optional<CxxShape> read() const {
    if (word(first_) == "template" && word(first_ + 1) != "<") return function(/*instantiation=*/true);
    const std::size_t at = past_template_heads();
    if (word(at) == "using") return alias(at);
    if (word(at) == "typedef") return type_definition();
    if (word(at) == "static_assert" || word(at) == "namespace" || word(at) == "friend") return std::nullopt;
    if (auto type = class_or_enum(at)) return type;
    if (auto variable = initialised(at)) return variable;
    return function(/*instantiation=*/false);
  }

 private:
  std::string_view word(std::size_t i) const { return i <= last_ ? word_at(lexed_, text_, i) : std::string_view(); }
  bool is_identifier(std::size_t i) const { return i <= last_ && lexed_.tokens[i].kind == CxxToken::Kind::identifier; }
  std::size_t past(std::size_t open) const { return past_angles(lexed_, text_, open, last_); }

  std::size_t past_template_heads() const {
    std::size_t at = first_;
    while (word(at) == "template" && word(at + 1) == "<") at = past(at + 1);
    return at;
  }

  // `using NAME = ...;`
  std::optional<CxxShape> alias(std::size_t at) const {
    if (!is_identifier(at + 1) || word(at + 2) != "=") return std::nullopt;
    return CxxShape{Kind::alias, at + 1, false, false};
  }

  // `typedef ... NAME;`
  std::optional<CxxShape> type_definition() const {
    if (word(last_) != ";" || last_ < first_ + 3 || !is_identifier(last_ - 1)) return std::nullopt;
    for (std::size_t i = first_; i < last_; ++i) {
      if (word(i) == "{" || word(i) == "(") i = closing(lexed_, text_, i);
      if (word(i) == "<") i = past(i) - 1;
      if (word(i) == ",") return std::nullopt;
    }
    return CxxShape{Kind::alias, last_ - 1, false, false};
  }

  // `struct NAME;`, `class NAME<...> final : base {...};`, `enum class NAME : int {...};`
  std::optional<CxxShape> class_or_enum(std::size_t at) const {
    constexpr auto keywords = std::to_array<std::string_view>({"struct", "class", "union", "enum"});
    if (std::find(keywords.begin(), keywords.end(), word(at)) == keywords.end() || word(last_) != ";")
      return std::nullopt;
    std::size_t name = 0;
    bool decorated = false;
    for (std::size_t i = at + 1; i <= last_; ++i) {
      const std::string_view here = word(i);
      if (here == "(" || here == "[") {  // alignas(16), [[attribute]]
        i = closing(lexed_, text_, i);
      } else if (here == "<") {
        i = past(i) - 1;
      } else if (here == "{" || here == ":" || here == ";") {
        if (name == 0) return std::nullopt;
        const std::size_t body = here == ":" ? first_brace(i) : i;
        const bool defines = word(body) == "{";
        const std::size_t end = defines ? closing(lexed_, text_, body) + 1 : body;
        if (end != last_ || (decorated && !defines)) return std::nullopt;  // `struct S {...} s;`, `struct S s;`
        return CxxShape{Kind::type, name, !defines, false};
      } else if (here == "=" || here == "*" || here == "&") {
        return std::nullopt;  // a variable or a function of that type
      } else if (is_identifier(i) && here != "final" && here != "class" && here != "struct") {
        // `struct ATTRIBUTE NAME {` and `struct ns::NAME`: the last one names it.
        if (name != 0 && word(i - 1) != "::" && !is_attribute(name)) return std::nullopt;
        decorated = decorated || (name != 0 && word(i - 1) != "::");
        name = i;
      }
    }
    return std::nullopt;
  }
  bool is_attribute(std::size_t i) const {
    const std::string_view name = word(i);
    return name.starts_with("__") || name == "alignas" ||
           std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  }
  std::size_t first_brace(std::size_t i) const {
    for (; i <= last_ && word(i) != "{" && word(i) != ";"; ++i)
      if (word(i) == "<") i = past(i) - 1;
    return i;
  }

  // `TYPE NAME = ...;`, `TYPE NAME[N] = ...;`, `TYPE NAME{...};`
  std::optional<CxxShape> initialised(std::size_t at) const {
    if (word(last_) != ";") return std::nullopt;
    bool internal = false;
    bool external = false;
    for (std::size_t i = at; i < last_; ++i) {
      const std::string_view here = word(i);
      internal = internal || here == "static" || here == "const" || here == "constexpr";
      external = external || here == "extern" || here == "inline";
      if (here == "operator" || here == "(" || here == ",") return std::nullopt;
      if (here == "<") {
        i = past(i) - 1;
        continue;
      }
      if (here != "=" && here != "[" && here != "{") continue;
      if (!is_identifier(i - 1) || i < at + 2 || word(i - 2) == "::") return std::nullopt;
      for (std::size_t j = i; j < last_; ++j) {
        if (word(j) == "(" || word(j) == "[" || word(j) == "{") j = closing(lexed_, text_, j);
        if (word(j) == ",") return std::nullopt;
      }
      return CxxShape{Kind::variable, i - 1, false, internal && !external};
    }
    return std::nullopt;
  }

  std::optional<CxxShape> function(bool instantiation) const {
    const std::size_t name = name_before_parameters();
    if (name == first_ || name > last_) return std::nullopt;  // `MACRO(...)`: no type before the name
    CxxShape shape;
    shape.name = name;
    shape.declares = instantiation || word(last_) == ";";
    for (std::size_t i = past_template_heads(); i < name; ++i) {
      if (word(i) == "__global__") shape.kind = Kind::kernel;
      if (word(i) == "=") return std::nullopt;
      shape.internal = shape.internal || word(i) == "static";
    }
    for (std::size_t i = name; i <= last_; ++i) {
      if (word(i) == "(") i = closing(lexed_, text_, i);
      if (word(i) == "{") {
        shape.declares = instantiation;
        break;
      }
      if (word(i) == "=") return std::nullopt;  // `= default;`, or a variable
    }
    return shape;
  }

  // The identifier of `name(` or `name<...>(` at bracket depth 0, not one that takes attributes' arguments.
  std::size_t name_before_parameters() const {
    constexpr std::array<std::string_view, 7> not_names = {
        "__attribute__", "__launch_bounds__", "__declspec", "alignas", "decltype", "noexcept", "requires"};
    const std::size_t none = last_ + 1;
    for (std::size_t i = first_; i < last_; ++i) {
      const std::string_view here = word(i);
      if (lexed_.tokens[i].in_directive) continue;
      if (here == "{" || here == "[") return none;
      if (here == "<") {
        i = past(i) - 1;
        continue;
      }
      if (here == "(") {
        i = closing(lexed_, text_, i);
        continue;
      }
      if (!is_identifier(i) || std::find(not_names.begin(), not_names.end(), here) != not_names.end()) continue;
      std::size_t next = i + 1;
      if (word(next) == "<") next = past(next);
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

  const CxxText& lexed_;
  std::string_view text_;
  std::size_t first_;
  std::size_t last_;
};

}  // namespace

std::size_t past_angles(const CxxText& lexed, std::string_view text, std::size_t open, std::size_t end) {
  int depth = 0;
  for (std::size_t i = open; i < end; ++i) {
    const std::string_view here = word_at(lexed, text, i);
    if (here == "<") ++depth;
    if (here == ">") --depth;
    if (here == ">>") depth -= 2;
    if (here == "(") i = closing(lexed, text, i);
    if (depth <= 0) return i + 1;
  }
  return end;
}

bool stands_alone(const CxxText& lexed, std::string_view text, std::size_t i) {
  if (lexed.tokens[i].kind != CxxToken::Kind::identifier || i + 1 >= lexed.tokens.size()) return false;
  const unsigned begin = lexed.tokens[i].offset;
  const unsigned next = lexed.tokens[i + 1].offset;
  const std::string_view before = text.substr(0, begin);
  if (!trimmed(before.substr(before.rfind('\n') + 1)).empty()) return false;
  if (text.substr(lexed.tokens[i].span().end(), next - lexed.tokens[i].span().end()).find('\n') ==
      std::string_view::npos)
    return false;
  const std::string_view name = word_at(lexed, text, i);
  for (const CxxDirective& directive : lexed.directives) {
    if (directive.kind != CxxDirective::Kind::define ||
        text.substr(directive.name.offset, directive.name.length) != name)
      continue;
    const std::string_view body = text.substr(directive.name.end(), directive.span.end() - directive.name.end());
    return body.find_first_of("{};") != std::string_view::npos || body.find("ragma") != std::string_view::npos;
  }
  constexpr auto marks = std::to_array<std::string_view>(
      {"BEGIN", "END", "NAMESPACE", "PUSH", "POP", "OPEN", "CLOSE", "ENTER", "EXIT", "DECLS"});
  return std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return name.find(mark) != std::string_view::npos; });
}

std::optional<CxxShape> shape_of(const CxxText& lexed, std::string_view text, std::size_t first, std::size_t last) {
  return Shape(lexed, text, first, last).read();
}

}  // namespace remove_op
