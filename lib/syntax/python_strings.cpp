#include "syntax/python_strings.h"

#include <algorithm>

#include "syntax/python_computed.h"
#include "words.h"

namespace remove_op::python {
namespace {

bool is_identifier(std::string_view text) {
  return !text.empty() && !(text.front() >= '0' && text.front() <= '9') &&
         std::all_of(text.begin(), text.end(), is_word_char);
}

// `ns::name` or `ns::name.overload`, nothing before or after.
bool names_op(std::string_view text) {
  const auto colons = text.find("::");
  if (colons == std::string_view::npos || !is_identifier(text.substr(0, colons))) return false;
  std::string_view name = text.substr(colons + 2);
  if (const auto dot = name.find('.'); dot != std::string_view::npos) {
    if (!is_identifier(name.substr(dot + 1))) return false;
    name = name.substr(0, dot);
  }
  return is_identifier(name);
}

class Strings {
 public:
  Strings(Findings& out, const RegisteringCalls& registering)
      : out_(out), registering_(registering), t_(out.names().tree()) {}

  void string(Node node) {
    const Node parent = t_.parent(node);
    if (t_.kind(parent) == Kind::type) return annotation(node);
    if (t_.kind(parent) == Kind::expression_statement) return;  // a docstring
    const Span span = t_.span(node);
    const std::string_view literal = t_.text(node);
    if (literal.find(':') == std::string_view::npos && literal.find('.') == std::string_view::npos) return;
    const auto text = t_.string_value(node);
    if (!text) return computed_string(node);
    if (names_op(*text)) {
      if (is_registered_here(node)) return;
      std::string op = "op:" + (text->ends_with(".default") ? text->substr(0, text->size() - 8) : *text);
      if (names_a_fake(node))
        out_.mention(span, std::move(op));
      else
        out_.refer(span, std::move(op));
    } else {
      entry_points(*text, span);
    }
  }

  // f"ns::head{x}tail" names some op of the namespace.
  void computed_string(Node node) {
    const auto [head, tail] = constant_ends(names(), node);
    const auto colons = head.find("::");
    if (colons == std::string::npos || !is_identifier(std::string_view(head).substr(0, colons))) return;
    if (names_a_fake(node)) return mention_table(node, head, tail);
    const std::string begins = head.substr(colons + 2);
    for (const std::string& part : {begins, tail})
      if (!part.empty() && !std::all_of(part.begin(), part.end(), is_word_char)) return;
    const bool any = begins.empty() && tail.empty();
    out_.doubt(t_.span(node), any ? "op:" + head : begins + "*" + tail,
               "the string may name an op by a computed name; spell it out, or check by hand what it may be");
  }

  // Fakes that are registered over a table of names use none of the ops, though they are to be looked at when one goes.
  void mention_table(Node string, const std::string& head, const std::string& tail) {
    Node name = no_node;
    for (const Node part : t_.children(string))
      if (t_.kind(part) == Kind::interpolation) name = name == no_node ? t_.first_child(part) : string;
    for (const std::string& entry : table_of(names(), name)) out_.mention(t_.span(string), "op:" + head + entry + tail);
  }

  bool names_a_fake(Node string) const {
    const Node argument = t_.kind(t_.parent(string)) == Kind::keyword_argument ? t_.parent(string) : string;
    const Node arguments = t_.parent(argument);
    return t_.kind(arguments) == Kind::argument_list && registering_.loose_fakes.count(t_.parent(arguments)) != 0;
  }

  bool is_registered_here(Node string) const {
    const Node arguments = t_.parent(string);
    return t_.kind(arguments) == Kind::argument_list && registering_.definite.count(t_.parent(arguments)) != 0;
  }

  // What a path may stand behind: "name = package.module:name", one to a line where they are many.
  void entry_points(std::string_view text, Span span) {
    for (;;) {
      const std::string_view line = text.substr(0, text.find('\n'));
      dotted_path(std::string(trimmed(line.substr(line.find('=') + 1))), span);  // npos + 1 is the start
      if (line.size() == text.size()) return;
      text.remove_prefix(line.size() + 1);
    }
  }

  // "package.module.name" or "package.module:name", as plug-in tables and entry points spell it.
  void dotted_path(std::string text, Span span) {
    std::replace(text.begin(), text.end(), ':', '.');
    const auto dot = text.rfind('.');
    if (dot == std::string::npos || dot == 0 || !is_identifier(std::string_view(text).substr(dot + 1))) return;
    for (const char c : text)
      if (!is_word_char(c) && c != '.') return;
    const Value module = names().resolve_module(std::string_view(text).substr(0, dot), names().path());
    if (module.is(Value::Kind::module))
      out_.refer(span, names().member(module, std::string_view(text).substr(dot + 1)));
  }

  // A quoted annotation reads the names in it.
  void annotation(Node node) {
    const std::string_view text = t_.text(node);
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && is_word_char(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      if (!word.empty() && !names().scopes().bound(0, word).empty())
        out_.refer(t_.span(node), symbol_id(names().path(), word));
      at = end + 1;
    }
  }

 private:
  const Names& names() const { return out_.names(); }

  Findings& out_;
  const RegisteringCalls& registering_;
  const Tree& t_;
};

}  // namespace

void find_in_string(Findings& out, const RegisteringCalls& registering, Node string) {
  Strings(out, registering).string(string);
}

}  // namespace remove_op::python
