#include "cxx_bindings.h"

#include <algorithm>

namespace remove_op {
namespace {

class Finder {
 public:
  Finder(std::string_view text, const CxxText& lexed, std::string_view extension_name) : text_(text), lexed_(lexed), extension_name_(extension_name) {}

  std::vector<CxxBinding> find() {
    for (std::size_t i = 0; i + 1 < lexed_.tokens.size(); ++i) {
      if (!is_identifier(i) || lexed_.tokens[i].in_directive || word(i + 1) != "(") continue;
      const std::size_t close = closing(lexed_, text_, i + 1);
      std::size_t brace = close + 1;
      while (brace < lexed_.tokens.size() && lexed_.tokens[brace].in_directive) ++brace;
      if (word(brace) != "{") continue;
      const std::string space = space_of_block(i, close);
      if (space.empty()) continue;
      const std::size_t end = closing(lexed_, text_, brace);
      statements(brace + 1, end, space);
      i = end;
    }
    return std::move(found_);
  }

 private:
  std::string_view word(std::size_t i) const {
    return i < lexed_.tokens.size() ? text_.substr(lexed_.tokens[i].offset, lexed_.tokens[i].length) : std::string_view();
  }
  bool is_identifier(std::size_t i) const { return i < lexed_.tokens.size() && lexed_.tokens[i].kind == CxxToken::Kind::identifier; }
  bool is_string(std::size_t i) const { return i < lexed_.tokens.size() && lexed_.tokens[i].kind == CxxToken::Kind::string; }

  // The namespace that `MACRO(ns, ...) {` or `void f(Library& m) {` registers into; empty for any other block.
  std::string space_of_block(std::size_t name, std::size_t close) const {
    const std::string_view macro = word(name);
    if (macro.find("PYBIND11_MODULE") != std::string_view::npos) return "pybind11";
    if (macro.find("LIBRARY") != std::string_view::npos) return space_of(name + 2, close);
    for (std::size_t i = name + 2; i < close; ++i)
      if (word(i) == "Library") return "?";
    return {};
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
    return std::string(name == "TORCH_EXTENSION_NAME" ? extension_name_ : name);
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
    const std::string_view method = word(call - 1);
    const bool has_receiver = call >= first + 3 && (word(call - 2) == "." || word(call - 2) == "->");
    if (has_receiver && method != "def" && method != "impl") return;
    if (!has_receiver && call != first + 1) return;
    CxxBinding binding;
    binding.space = space;
    binding.defines = has_receiver && method == "def";
    binding.statement = {lexed_.tokens[first].offset, lexed_.tokens[semicolon].span().end() - lexed_.tokens[first].offset};
    const std::size_t close = closing(lexed_, text_, call);
    if (closing_is_chained(close, semicolon)) return;
    if (!read_name(call + 1, close, binding) && !has_receiver) return;  // some other call
    found_.push_back(std::move(binding));
  }

  bool closing_is_chained(std::size_t close, std::size_t semicolon) const { return close + 1 < semicolon && word(close + 1) == "."; }

  // The name in the first argument: literals pasted together, perhaps wrapped in a call such as TORCH_SELECTIVE_NAME.
  bool read_name(std::size_t first, std::size_t close, CxxBinding& binding) const {
    while (!is_string(first) && first < close && word(first) != "," && word(first) != ")") ++first;
    if (!is_string(first)) return false;
    std::string literal;
    std::size_t i = first;
    for (; is_string(i); ++i) {
      const std::string_view quoted = word(i);
      const auto open = quoted.find('"');
      if (quoted.size() >= open + 2) literal += quoted.substr(open + 1, quoted.size() - open - 2);
    }
    literal.erase(0, literal.find_first_not_of(" \t\\\n\r"));
    const auto end = literal.find_first_of("( \t");
    binding.partial = end == std::string::npos && i < close && is_identifier(i);
    binding.name = literal.substr(0, end);
    if (const auto colons = binding.name.find("::"); colons != std::string::npos) {
      binding.space = binding.name.substr(0, colons);
      binding.name.erase(0, colons + 2);
    }
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
