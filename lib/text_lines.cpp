#include "text_lines.h"

#include <string>

#include "words.h"

namespace remove_op {
namespace {

// The command that a line of CMake begins with, in lower case.
std::string command_of(std::string_view code) {
  std::string name;
  for (const char c : code) {
    if (!is_word_char(c)) break;
    name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return name;
}

}  // namespace

unsigned TextLines::start(unsigned at) const {
  const auto newline = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
  return newline == std::string_view::npos ? 0 : static_cast<unsigned>(newline) + 1;
}

unsigned TextLines::end(unsigned at) const {
  const auto newline = text_.find('\n', at);
  return newline == std::string_view::npos ? size() : static_cast<unsigned>(newline) + 1;
}

unsigned TextLines::indent(unsigned at) const {
  unsigned code = at;
  while (code < text_.size() && (text_[code] == ' ' || text_[code] == '\t' || text_[code] == '\r')) ++code;
  return code - at;
}

bool TextLines::is_blank(unsigned at) const { return trimmed(line(at)).empty(); }

unsigned TextLines::past_blank(unsigned at) const {
  while (at < text_.size() && is_blank(at)) at = end(at);
  return at;
}

bool TextLines::is_comment(std::string_view line) const {
  line = trimmed(line);
  if (language_ == Language::cxx) return line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"));
  return line.starts_with("#") && !line.starts_with("#!");
}

bool TextLines::closes_block(unsigned at) const {
  const std::string_view code = trimmed(line(at));
  if (code.starts_with("}") || code.starts_with(")") || code.starts_with("]")) return true;
  if (language_ == Language::cmake) {
    const std::string command = command_of(code);
    return command == "else" || command == "elseif" || command.starts_with("end");
  }
  return language_ == Language::cxx && (code.starts_with("#endif") || code.starts_with("#el"));
}

bool TextLines::opens_block(unsigned at) const {
  const std::string_view code = trimmed(line(at));
  if (code.ends_with("{") || code.ends_with("(") || code.ends_with("[")) return true;
  if (language_ == Language::cxx) return code.starts_with("#if") || code.starts_with("#el");
  if (language_ == Language::cmake) {
    const std::string command = command_of(code);
    return command == "if" || command == "else" || command == "elseif" || command == "foreach" || command == "function";
  }
  return language_ == Language::python && code.ends_with(":");
}

}  // namespace remove_op
