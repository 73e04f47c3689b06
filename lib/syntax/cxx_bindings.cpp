#include "cxx_bindings.h"

#include <algorithm>

#include "cxx_macro_calls.h"
#include "cxx_op_names.h"
#include "cxx_unit.h"
#include "words.h"

namespace remove_op {
namespace {

constexpr std::string_view in_other_code = "registered in a loop, a condition or a chain; take it out of there first";
constexpr std::string_view in_a_macro = "registered in the body of a macro; take it out of there first";
constexpr std::string_view by_a_macro = "registered by a macro that does more or builds the name; take it out by hand";
constexpr std::string_view perhaps = "a macro that is not known here may register it; take it out by hand";
constexpr std::string_view in_a_class = "a method of a custom class; take it out by hand";

class Finder {
 public:
  Finder(std::string_view text, const CxxText& lexed, std::string_view extension_name, const MacrosOfFile& macros)
      : text_(text), lexed_(lexed), extension_name_(extension_name), macros_(macros) {}

  std::vector<CxxBinding> find() {
    for (const CxxDirective& directive : lexed_.directives)
      if (directive.kind == CxxDirective::Kind::define) body_of_macro(directive);
    std::size_t body_end = 0;  // of the function around `i`
    for (std::size_t i = 0; i < lexed_.tokens.size(); ++i) {
      if (!is_identifier(i) || lexed_.tokens[i].in_directive) continue;
      const bool calls = word(i + 1) == "(";
      const std::size_t close = calls ? closing(lexed_, text_, i + 1) : i;
      std::size_t brace = close + 1;
      while (brace < lexed_.tokens.size() && lexed_.tokens[brace].in_directive) ++brace;
      if (calls && word(i) == "RegisterOperators") chain(i + 2, close);
      if (calls && word(close + 1) == "->") {  // a function whose result comes last
        std::size_t open = close + 2;
        while (open < lexed_.tokens.size() && word(open) != "{" && word(open) != ";") ++open;
        if (word(open) == "{") body_end = std::max(body_end, closing(lexed_, text_, open));
      }
      if (!calls || word(brace) != "{") {
        const bool declares = i >= body_end && begins_statement(i) && is_shouted(word(i));
        const std::size_t next = declares && macros_ ? macro_call(i, nullptr) : i;
        if (next > i)
          i = next - 1;
        else if (calls && !one_shot(i, close) && declares)
          unknown_macro(i, close);
        continue;
      }
      const std::size_t end = closing(lexed_, text_, brace);
      const std::string space = space_of_block(i, close, end);
      if (space.empty()) {
        body_end = std::max(body_end, end);
        continue;
      }
      statements(brace + 1, end, space);
      i = end;
    }
    return std::move(found_);
  }

  // What the statements of a block of `space` register, where the text is nothing else.
  std::vector<CxxBinding> find_in(const std::string& space) {
    statements(0, lexed_.tokens.size(), space);
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
  std::string space_of_block(std::size_t name, std::size_t close, std::size_t end) const {
    const std::string_view macro = word(name);
    if (macro.find("PYBIND11_MODULE") != std::string_view::npos) return "pybind11";
    if (macro.find("LIBRARY") != std::string_view::npos) return space_of(name + 2, close);
    for (std::size_t i = name + 2; i < close; ++i) {
      if (word(i) == "Library") return "?";
      const bool module = word(i) == "module_" || word(i) == "module";
      if (module && word(i - 1) == "::" && (word(i - 2) == "py" || word(i - 2) == "pybind11")) return "pybind11";
    }
    if (is_shouted(macro) && begins_statement(name) && registers_in(close, end)) return "?";
    return {};
  }

  // Whether a block that some macro opens is there to register: `OUR_OPS(m) { m.def("name", &f); }`.
  bool registers_in(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last && i < lexed_.tokens.size(); ++i)
      if (is_registering(i) && is_string(i + 1)) return true;
    return false;
  }

  // `X_LIBRARY(ns, "name.out", f);`
  bool one_shot(std::size_t macro, std::size_t close) {
    if (word(macro).find("LIBRARY") == std::string_view::npos || word(macro + 3) != "," || !is_string(macro + 4))
      return false;
    CxxBinding binding;
    binding.space = plain_space(word(macro + 2));
    binding.defines = true;
    binding.statement = span_of(macro, with_semicolon(close));
    if (close >= lexed_.tokens.size() || !read_name(macro + 4, close, binding)) return false;
    found_.push_back(std::move(binding));
    return true;
  }

  // `.op("ns::name(...)", &f)` links behind the `)` at `end`, which closes the constructor's arguments.
  void chain(std::size_t first, std::size_t end) {
    if (is_string(first) && end < lexed_.tokens.size()) {
      CxxBinding binding{"?", {}, false, true, false, false, in_other_code, span_of(first, end)};
      if (read_name(first, end, binding)) found_.push_back(std::move(binding));
    }
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

  static bool is_shouted(std::string_view name) {
    const auto capitals = std::count_if(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return capitals > 1 && std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  }

  // A name that this file defines, or that is spelled as macros are.
  bool is_macro(std::string_view name) const {
    const bool defined =
        std::any_of(lexed_.directives.begin(), lexed_.directives.end(), [&](const CxxDirective& directive) {
          return directive.kind == CxxDirective::Kind::define &&
                 text_.substr(directive.name.offset, directive.name.length) == name;
        });
    return defined || is_shouted(name);
  }

  bool begins_statement(std::size_t i) const {
    if (i == 0 || lexed_.tokens[i - 1].in_directive) return true;
    const std::string_view before = word(i - 1);
    return before == ";" || before == "{" || before == "}" || before == ")" || is_shouted(before);
  }
  std::size_t with_semicolon(std::size_t last) const { return word(last + 1) == ";" ? last + 1 : last; }

  // A call of a macro of the repository that registers, perhaps in a block of `space`; returns the first token behind
  // it, or `first` where it is none.
  std::size_t macro_call(std::size_t first, const std::string* space) {
    const auto call = registering_call(text_, lexed_, first, *macros_());
    if (!call) return first;
    const std::size_t last = with_semicolon(call->last);
    const Span statement = span_of(first, last);
    std::vector<CxxBinding> made;
    if (call->expansion) {
      const CxxText lexed = lex_cxx(*call->expansion);
      Finder inside(*call->expansion, lexed, extension_name_, no_macros_);
      made = space ? inside.find_in(*space) : inside.find();
    }
    const auto name = [](const CxxBinding& binding) { return binding.name.substr(0, binding.name.find('.')); };
    const bool alone = !made.empty() && std::all_of(made.begin(), made.end(), [&](const CxxBinding& one) {
      const auto& given = call->arguments;
      return name(one) == name(made.front()) && !one.partial && one.entangled.empty() &&
             std::find(given.begin(), given.end(), name(one)) != given.end();
    });
    if (!call->expansion)
      for (const std::string& word : call->arguments)
        made.push_back({space ? *space : "?", word, false, true, false, false, by_a_macro, statement});
    for (CxxBinding& one : made) {
      one.statement = statement;
      one.chained = false;
      if (!alone && one.entangled.empty()) one.entangled = by_a_macro;
      found_.push_back(std::move(one));
    }
    return made.empty() ? first : last + 1;
  }

  // `MACRO("name", f);` and `EXPORT_FUNCTION(name, f);` of a macro that nobody here defines, or whose doings are not
  // plain to see.
  void unknown_macro(std::size_t macro, std::size_t close) {
    if (close >= lexed_.tokens.size()) return;
    CxxBinding binding{"?", {}, false, true, false, false, perhaps, span_of(macro, with_semicolon(close))};
    const bool exports =
        word(macro).find("REGIST") != std::string_view::npos || word(macro).find("EXPORT") != std::string_view::npos;
    const std::size_t literal = first_string(macro + 2, close);
    bool direct = true;  // no argument of an inner call
    for (std::size_t i = macro + 2; i < literal; ++i) direct = direct && word(i) != "(";
    if (direct && names_op_and_function(macro + 2, close)) {
      if (read_name(literal, close, binding)) found_.push_back(std::move(binding));
    } else if (exports && is_identifier(macro + 2) && word(macro + 3) == "," &&
               is_function_here(last_identifier(macro + 4, close)) && !(macros_ && macros_()->defines(word(macro)))) {
      binding.name = word(macro + 2);
      found_.push_back(std::move(binding));
    }
  }

  std::string_view last_identifier(std::size_t first, std::size_t end) const {
    std::string_view last;
    for (std::size_t i = first; i < end; ++i)
      if (is_identifier(i)) last = word(i);
    return last;
  }

  // Whether the file declares a function of that name: `type name(`. Classes are registered by macros too.
  bool is_function_here(std::string_view name) const {
    for (std::size_t i = 1; i < lexed_.tokens.size(); ++i) {
      if (word(i) != name || word(i + 1) != "(" || lexed_.tokens[i].in_directive) continue;
      const std::string_view before = word(i - 1);
      if (before == "*" || before == "&" || before == ">" || (is_identifier(i - 1) && before != "return")) return true;
    }
    return false;
  }

  // `#define REGISTER m.def("name", &f);`. A name that is the macro's argument is known where the macro is called.
  void body_of_macro(const CxxDirective& directive) {
    for (std::size_t i = directive.first_token; i < directive.last_token; ++i) {
      if (!is_registering(i) || !is_string(i + 1)) continue;
      CxxBinding binding{"?", {}, false, word(i - 1) == "def", false, false, in_a_macro, span_of(i - 3, i + 1)};
      std::size_t behind = i + 1;
      while (is_string(behind)) ++behind;
      const bool whole = behind >= directive.last_token || word(behind) == "," || word(behind) == ")";
      if (!read_name(i + 1, directive.last_token, binding)) continue;
      binding.partial = binding.partial || (!whole && ends_in_name(behind - 1));
      found_.push_back(std::move(binding));
    }
  }

  // Whether the literal at `i` stops within a name, so that what follows it goes on with that.
  bool ends_in_name(std::size_t i) const {
    const std::string_view literal = word(i);
    return literal.find_first_of("( ") == std::string_view::npos;
  }

  void statements(std::size_t at, std::size_t end, const std::string& space) {
    std::size_t first = at;
    for (std::size_t i = at; i < end; ++i) {
      if (lexed_.tokens[i].in_directive) {
        if (first == i) ++first;
        continue;
      }
      const std::string_view here = word(i);
      if (i == first && macros_ && is_identifier(i) && is_macro(here)) {
        if (const std::size_t next = macro_call(i, &space); next > i) {
          first = next;
          i = next - 1;
          continue;
        }
      }
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
    binding.entangled = in_other_code;
    for (std::size_t i = first; i < semicolon; ++i) {
      if (word(i) == "class_") {
        const std::size_t name = first_string(i, semicolon);
        binding.method = true;
        binding.entangled = in_a_class;
        if (name < semicolon) binding.space = word(name).substr(1, word(name).size() - 2);
      }
      if (!is_registering(i)) continue;
      CxxBinding one = binding;
      one.defines = word(i - 1) == "def";
      const bool named = read_name(i + 1, closing(lexed_, text_, i), one);
      if (named || !one.method) found_.push_back(std::move(one));
    }
  }

  bool read_name(std::size_t first, std::size_t close, CxxBinding& binding) const {
    CxxOpName read = read_op_name(text_, lexed_, first, close);
    if (!read.space.empty()) binding.space = std::move(read.space);
    binding.name = std::move(read.name);
    binding.partial = read.partial;
    return !binding.name.empty();
  }

  std::string_view text_;
  const CxxText& lexed_;
  std::string extension_name_;
  const MacrosOfFile& macros_;
  const MacrosOfFile no_macros_;
  std::vector<CxxBinding> found_;
};

}  // namespace

std::vector<CxxBinding> find_bindings(std::string_view text, const CxxText& lexed, std::string_view extension_name,
                                      const MacrosOfFile& macros) {
  return Finder(text, lexed, extension_name, macros).find();
}

std::vector<CxxBinding> bindings_of(const Snapshot& snapshot, std::string_view path, std::string_view extension_name) {
  return find_bindings(snapshot.text(path), parse_cxx(snapshot, path)->lexed, extension_name,
                       [&] { return CxxMacros::of(snapshot, path); });
}

}  // namespace remove_op
