#include "cxx_bindings.h"

#include <algorithm>

#include "words.h"

namespace remove_op {
namespace {

class Finder {
 public:
  Finder(std::string_view text, const CxxText& lexed, std::string_view extension_name)
      : text_(text), lexed_(lexed), extension_name_(extension_name) {}

  std::vector<CxxBinding> find() {
    for (std::size_t i = 0; i + 1 < lexed_.tokens.size(); ++i) {
      if (!is_identifier(i) || lexed_.tokens[i].in_directive || word(i + 1) != "(") continue;
      const std::size_t close = closing(lexed_, text_, i + 1);
      if (word(i) == "RegisterOperators") chain(close);
      std::size_t brace = close + 1;
      while (brace < lexed_.tokens.size() && lexed_.tokens[brace].in_directive) ++brace;
      if (word(brace) != "{") {
        one_shot(i, close);
        continue;
      }
      const std::string space = space_of_block(i, close);
      if (space.empty()) continue;
      const std::size_t end = closing(lexed_, text_, brace);
      statements(brace + 1, end, space);
      i = end;
    }
    return std::move(found_);
  }

 private:
  std::string_view word(std::size_t i) const { return word_at(lexed_, text_, i); }
  bool is_identifier(std::size_t i) const {
    return i < lexed_.tokens.size() && lexed_.tokens[i].kind == CxxToken::Kind::identifier;
  }
  bool is_string(std::size_t i) const {
    return i < lexed_.tokens.size() && lexed_.tokens[i].kind == CxxToken::Kind::string;
  }

  // The namespace that `MACRO(ns, ...) {` or `void f(Library& m) {` registers into; empty for any other block.
  std::string space_of_block(std::size_t name, std::size_t close) const {
    const std::string_view macro = word(name);
    if (macro.find("PYBIND11_MODULE") != std::string_view::npos) return "pybind11";
    if (macro.find("LIBRARY") != std::string_view::npos) return space_of(name + 2, close);
    for (std::size_t i = name + 2; i < close; ++i)
      if (word(i) == "Library") return "?";
    return {};
  }

  // `X_LIBRARY(ns, "name.out", f);`
  void one_shot(std::size_t macro, std::size_t close) {
    if (word(macro).find("LIBRARY") == std::string_view::npos || word(macro + 3) != "," || !is_string(macro + 4))
      return;
    CxxBinding binding;
    binding.space = plain_space(word(macro + 2));
    binding.defines = true;
    const std::size_t last = word(close + 1) == ";" ? close + 1 : close;
    binding.statement = span_of(macro, last);
    if (last < lexed_.tokens.size() && read_name(macro + 4, close, binding)) found_.push_back(std::move(binding));
  }

  // `.op("ns::name(...)", &f)` links behind the `)` at `end`.
  void chain(std::size_t end) {
    while (word(end + 1) == "." && word(end + 2) == "op" && word(end + 3) == "(") {
      const std::size_t close = closing(lexed_, text_, end + 3);
      if (close >= lexed_.tokens.size()) return;
      CxxBinding binding;
      binding.space = "?";
      binding.defines = binding.chained = true;
      const unsigned begin = lexed_.tokens[end].span().end();
      binding.statement = {begin, lexed_.tokens[close].span().end() - begin};
      if (read_name(end + 4, close, binding)) found_.push_back(std::move(binding));
      end = close;
    }
  }

  Span span_of(std::size_t first, std::size_t last) const {
    if (last >= lexed_.tokens.size()) return {};
    return {lexed_.tokens[first].offset, lexed_.tokens[last].span().end() - lexed_.tokens[first].offset};
  }

  // `ns`, `TORCH_EXTENSION_NAME` or `CONCAT(TORCH_EXTENSION_NAME, _suffix)`.
  std::string space_of(std::size_t first, std::size_t close) const {
    if (word(first + 1) != "(") return plain_space(word(first));
    std::string joined;
    const std::size_t end = std::min(closing(lexed_, text_, first + 1), close);
    for (std::size_t i = first + 2; i < end; ++i) {
      if (!is_identifier(i)) continue;
      const std::string part = plain_space(word(i));
      if (part == "?") return "?";
      joined += part;
    }
    return joined.empty() ? "?" : joined;
  }
  std::string plain_space(std::string_view name) const {
    if (name == "TORCH_EXTENSION_NAME") return extension_name_;
    return name.empty() || !is_word_char(name.front()) || is_macro(name) ? "?" : std::string(name);
  }

  // A name that this file defines, or that is spelled as macros are.
  bool is_macro(std::string_view name) const {
    const bool defined =
        std::any_of(lexed_.directives.begin(), lexed_.directives.end(), [&](const CxxDirective& directive) {
          return directive.kind == CxxDirective::Kind::define &&
                 text_.substr(directive.name.offset, directive.name.length) == name;
        });
    const auto capitals = std::count_if(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const bool shouts = std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return defined || (shouts && capitals > 1);
  }

  void statements(std::size_t at, std::size_t end, const std::string& space) {
    std::size_t first = at;
    for (std::size_t i = at; i < end; ++i) {
      if (lexed_.tokens[i].in_directive) {
        if (first == i) ++first;
        continue;
      }
      const std::string_view here = word(i);
      if (here == "(" || here == "[") {
        i = closing(lexed_, text_, i);
      } else if (here == "{" || here == "}") {  // the body of an `if` or a loop
        first = i + 1;
      } else if (here == ";") {
        statement(first, i, space);
        first = i + 1;
      }
    }
  }

  void statement(std::size_t first, std::size_t semicolon, const std::string& space) {
    if (!is_identifier(first)) return;
    std::size_t call = first;
    while (call < semicolon && word(call) != "(") ++call;
    if (call >= semicolon) return;
    CxxBinding binding;
    binding.space = space;
    binding.statement = span_of(first, semicolon);
    const std::size_t close = closing(lexed_, text_, call);
    if (close + 1 != semicolon) return entangled(first, semicolon, std::move(binding));
    const bool registers = is_registering(call);
    if (!registers && call != first + 1) return;
    binding.defines = registers && word(call - 1) == "def";
    if (!registers && !names_op_and_function(call + 1, close)) return;  // some other call
    if (!read_name(registers ? call + 1 : first_string(call + 1, close), close, binding) && !registers) return;
    found_.push_back(std::move(binding));
  }

  std::size_t first_string(std::size_t i, std::size_t close) const {
    while (i < close && !is_string(i)) ++i;
    return i;
  }

  // `MACRO("name", f)`, `MACRO(Key, "name", f)`: a literal that is a name and nothing else, and what it is bound to.
  bool names_op_and_function(std::size_t first, std::size_t close) const {
    const std::size_t at = first_string(first, close);
    if (at >= close || word(at + 1) != ",") return false;
    std::string_view name = word(at).substr(1, word(at).size() - 2);
    if (const auto colons = name.find("::"); colons != std::string_view::npos) name.remove_prefix(colons + 2);
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return is_word_char(c) || c == '.'; });
  }

  // Whether the bracket at `call` opens the arguments of a `.def(` or `.impl(`.
  bool is_registering(std::size_t call) const {
    return call >= 3 && word(call) == "(" && (word(call - 2) == "." || word(call - 2) == "->") &&
           (word(call - 1) == "def" || word(call - 1) == "impl");
  }

  // A loop, a condition or a chain: each registration in it, but none of them is the statement. The methods of a class
  // are no ops.
  void entangled(std::size_t first, std::size_t semicolon, CxxBinding binding) {
    binding.entangled = true;
    for (std::size_t i = first; i < semicolon; ++i) {
      if (word(i) == "class_") return;
      if (!is_registering(i)) continue;
      CxxBinding one = binding;
      one.defines = word(i - 1) == "def";
      read_name(i + 1, closing(lexed_, text_, i), one);
      found_.push_back(std::move(one));
    }
  }

  // The name in the first argument: literals pasted together, perhaps wrapped in a call such as TORCH_SELECTIVE_NAME.
  bool read_name(std::size_t first, std::size_t close, CxxBinding& binding) const {
    while (!is_string(first) && first < close && word(first) != "," && word(first) != ")") ++first;
    if (!is_string(first)) return false;
    std::string literal;
    std::size_t i = first;
    for (; is_string(i); ++i) {
      std::string_view quoted = word(i);
      const auto open = quoted.find('"');
      if (quoted.size() < open + 2) continue;
      const bool raw = open > 0 && quoted[open - 1] == 'R';
      quoted = quoted.substr(open + 1, quoted.size() - open - 2);
      if (raw) quoted = quoted.substr(quoted.find('(') + 1, quoted.rfind(')') - quoted.find('(') - 1);
      literal += quoted;
    }
    literal.erase(0, literal.find_first_not_of(" \t\\\n\r"));
    const auto end = literal.find_first_of("( \t");
    binding.partial = end == std::string::npos && i < close && is_identifier(i);
    binding.name = literal.substr(0, end);
    if (const auto colons = binding.name.find("::"); colons != std::string::npos) {
      binding.space = binding.name.substr(0, colons);
      binding.name.erase(0, colons + 2);
    }
    const bool plain =
        std::all_of(binding.name.begin(), binding.name.end(), [](char c) { return is_word_char(c) || c == '.'; });
    if (!plain) binding.name.clear();  // a template that makes C++ of it fills in the name
    return !binding.name.empty();
  }

  std::string_view text_;
  const CxxText& lexed_;
  std::string extension_name_;
  std::vector<CxxBinding> found_;
};

}  // namespace

std::vector<CxxBinding> find_bindings(std::string_view text, const CxxText& lexed, std::string_view extension_name) {
  return Finder(text, lexed, extension_name).find();
}

}  // namespace remove_op
