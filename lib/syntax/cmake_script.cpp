#include "syntax/cmake_script.h"

#include <algorithm>

#include "language.h"
#include "words.h"

namespace remove_op {
namespace {

constexpr auto npos = std::string_view::npos;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  CMakeScript run() {
    while (skip_blank() && command()) {
    }
    if (at_ < text_.size()) fail();
    nest();
    return std::move(script_);
  }

 private:
  Span since(std::size_t begin) const { return {static_cast<unsigned>(begin), static_cast<unsigned>(at_ - begin)}; }

  bool fail() {
    if (!script_.error) script_.error = Span{static_cast<unsigned>(at_), static_cast<unsigned>(text_.size() - at_)};
    return false;
  }

  // Past white space and comments; false at the end of the text.
  bool skip_blank() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        ++at_;
      } else if (text_[at_] == '#') {
        const std::size_t begin = at_++;
        if (!bracket()) at_ = std::min(text_.find('\n', at_), text_.size());
        script_.comments.push_back(since(begin));
      } else {
        return true;
      }
    }
    return false;
  }

  // Past `[[...]]` or `[=[...]=]` if one begins here; gives the text inside.
  std::optional<std::string_view> bracket() {
    if (at_ >= text_.size() || text_[at_] != '[') return std::nullopt;
    std::size_t inner = at_ + 1;
    while (inner < text_.size() && text_[inner] == '=') ++inner;
    if (inner >= text_.size() || text_[inner] != '[') return std::nullopt;
    std::string close(inner - at_ + 1, '=');
    close.front() = close.back() = ']';
    const std::size_t end = text_.find(close, ++inner);
    if (end == npos) return std::nullopt;
    at_ = end + close.size();
    return text_.substr(inner, end - inner);
  }

  bool command() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word_char(text_[at_])) ++at_;
    CMakeCommand command;
    command.name = lower(text_.substr(begin, at_ - begin));
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (command.name.empty() || at_ >= text_.size() || text_[at_] != '(') return fail();
    ++at_;
    for (unsigned depth = 1; depth > 0;) {
      if (!skip_blank()) {
        at_ = begin;
        return fail();
      }
      const char c = text_[at_];
      if (c == '(' || c == ')') {
        ++at_;
        depth = c == '(' ? depth + 1 : depth - 1;
        if (depth > 0) command.arguments.push_back({since(at_ - 1), text_.substr(at_ - 1, 1), Quoting::none});
      } else if (!argument(command)) {
        at_ = begin;
        return fail();
      }
    }
    command.span = since(begin);
    script_.commands.push_back(std::move(command));
    return true;
  }

  bool argument(CMakeCommand& command) {
    const std::size_t begin = at_;
    if (text_[at_] == '"') {
      if (!past_quoted()) return false;
      command.arguments.push_back({since(begin), text_.substr(begin + 1, at_ - begin - 2), Quoting::quotes});
    } else if (const auto inside = bracket()) {
      command.arguments.push_back({since(begin), *inside, Quoting::brackets});
    } else {
      // `$(VAR)` and a quoted piece belong to an unquoted argument: -Dx="a b".
      while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '(' && text_[at_] != ')' &&
             text_[at_] != '#') {
        if (text_[at_] == '"') {
          if (!past_quoted()) return false;
        } else {
          at_ += text_[at_] == '\\' ? 2 : 1;
        }
      }
      if (at_ > text_.size()) return false;
      command.arguments.push_back({since(begin), text_.substr(begin, at_ - begin), Quoting::none});
    }
    return true;
  }

  bool past_quoted() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '"') {
        ++at_;
        return true;
      }
    }
    return false;
  }

  void nest() {
    unsigned open = no_block;
    auto& blocks = script_.blocks;
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      CMakeCommand& command = script_.commands[i];
      const std::string& name = command.name;
      const bool condition = name == "if";
      const bool loop = name == "foreach" || name == "while" || name == "block";
      if (condition || loop || name == "function" || name == "macro") {
        command.block = open;
        command.opens = static_cast<unsigned>(blocks.size());
        const auto kind = condition ? BlockKind::condition : loop ? BlockKind::loop : BlockKind::function;
        blocks.push_back({kind, {i}, i, open});
        open = command.opens;
      } else if (open != no_block && (name == "else" || name == "elseif")) {
        command.block = blocks[open].parent;
        command.opens = open;
        blocks[open].openers.push_back(i);
      } else if (open != no_block && name.starts_with("end") &&
                 std::string_view(name).substr(3) == script_.commands[blocks[open].first()].name) {
        command.closes = open;
        blocks[open].closer = i;
        open = command.block = blocks[open].parent;
      } else {
        command.block = open;
      }
    }
    // What never closes, or closes something else, is no structure to reason about.
    if (open != no_block && !script_.error) script_.error = script_.commands[blocks[open].first()].span;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  CMakeScript script_;
};

struct CMakeFiles {
  std::vector<std::string_view> paths;
};

}  // namespace

CMakeScript parse_cmake(std::string_view text) {
  // A byte order mark is no part of the first command.
  if (!text.starts_with("\xEF\xBB\xBF")) return Parser(text).run();
  CMakeScript script = Parser(std::string_view(text).substr(3)).run();
  const auto shift = [](Span& span) { span.offset += 3; };
  for (CMakeCommand& command : script.commands) {
    shift(command.span);
    for (CMakeArgument& argument : command.arguments) shift(argument.span);
  }
  for (Span& comment : script.comments) shift(comment);
  if (script.error) shift(*script.error);
  return script;
}

std::shared_ptr<const CMakeScript> cmake_script(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<CMakeScript>(
      path, [&] { return std::make_shared<const CMakeScript>(parse_cmake(snapshot.text(path))); });
}

const std::vector<std::string_view>& cmake_files(const Snapshot& snapshot) {
  static const std::vector<std::string_view> none;
  if (snapshot.files().empty()) return none;
  // Kept by the snapshot, under its first file, for as long as the snapshot lives.
  return snapshot
      .memo<CMakeFiles>(snapshot.files().front().path,
                        [&] {
                          auto found = std::make_shared<CMakeFiles>();
                          for (const File& file : snapshot.files())
                            if (language_of(file.path) == Language::cmake) found->paths.push_back(file.path);
                          return found;
                        })
      ->paths;
}

bool is_identifier(std::string_view text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::all_of(text.begin(), text.end(), is_word_char);
}

std::string_view sole_reference(const CMakeArgument& argument) {
  const std::string_view text = argument.text;
  if (argument.quoting == Quoting::brackets || !text.starts_with("${") || !text.ends_with("}")) return {};
  const std::string_view name = text.substr(2, text.size() - 3);
  return is_identifier(name) ? name : std::string_view();
}

std::vector<std::string_view> references_in(std::string_view text) {
  std::vector<std::string_view> names;
  for (std::size_t at = text.find("${"); at != npos; at = text.find("${", at + 2)) {
    std::size_t end = at + 2;
    while (end < text.size() && (is_word_char(text[end]) || text[end] == '-' || text[end] == '.')) ++end;
    if (end < text.size() && text[end] == '}' && end > at + 2) names.push_back(text.substr(at + 2, end - at - 2));
  }
  return names;
}

std::string_view macro_of_flag(std::string_view text, FlagForm form) {
  if (text.starts_with("-D"))
    text.remove_prefix(2);
  else if (form == FlagForm::with_prefix)
    return {};
  text = text.substr(0, text.find('='));
  return is_identifier(text) ? text : std::string_view();
}

}  // namespace remove_op
