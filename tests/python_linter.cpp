#include "python_linter.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

#include "language.h"
#include "patch.h"
#include "paths.h"
#include "place.h"
#include "syntax/python_definitions.h"
#include "syntax/python_effects.h"
#include "words.h"

namespace remove_op {
namespace {

struct Message {
  unsigned line = 0;
  std::string kind;  // "undefined", "unused", "syntax"
  std::string name;
};

// The other end of a socket is its standard input and output; it ends when ours closes.
class Linter {
 public:
  Linter() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    const pid_t child = fork();
    if (child == 0) {
      dup2(ends[1], STDIN_FILENO);
      dup2(ends[1], STDOUT_FILENO);
      execl(REMOVE_OP_PYTHON, REMOVE_OP_PYTHON, REMOVE_OP_LINTER, nullptr);
      _exit(127);
    }
    close(ends[1]);
    socket_ = ends[0];
    answers_ = fdopen(ends[0], "r");
  }
  ~Linter() {
    if (answers_) std::fclose(answers_);
  }
  Linter(const Linter&) = delete;
  Linter& operator=(const Linter&) = delete;

  // A message of kind "silent" where the linter does not run.
  std::vector<Message> messages(std::string_view text) {
    std::vector<Message> messages;
    const std::string request = fmt::format("{}\n{}", text.size(), text);
    for (std::size_t sent = 0; sent < request.size();) {
      const auto more = send(socket_, request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
      if (more <= 0) return {{0, "silent", ""}};
      sent += static_cast<std::size_t>(more);
    }
    char line[4096];
    while (std::fgets(line, sizeof line, answers_)) {
      if (line[0] == '\n') return messages;
      Message message;
      std::istringstream(line) >> message.line >> message.kind >> message.name;
      messages.push_back(std::move(message));
    }
    return {{0, "silent", ""}};
  }

 private:
  int socket_ = -1;
  FILE* answers_ = nullptr;
};

std::vector<Message> messages_of(std::string_view text) {
  static Linter linter;
  static std::map<std::string, std::vector<Message>, std::less<>> known;  // texts before a removal come many times
  const auto found = known.find(text);
  if (found != known.end()) return found->second;
  return known.emplace(text, linter.messages(text)).first->second;
}

// Whether the import that stands on that line is left on purpose: `import a.b` for what loading it does, a native
// module likewise, a name that another file may reach through this module.
bool is_left_on_purpose(const Snapshot& after, const std::string& path, const Message& message) {
  const std::string_view stem = base_name(path).substr(0, base_name(path).find('.'));
  for (const Definition& definition : python::definitions_in(after, path)) {
    const unsigned first = place_of(after, path, definition.span).line;
    const unsigned last = place_of(after, path, {definition.span.end(), 0}).line;
    if (definition.what != "import" || message.line < first || message.line > last) continue;
    if (!message.name.ends_with(definition.word)) continue;
    const auto& files = after.files_naming(definition.word);
    return python::imports_for_effect(after, path, definition.span) ||
           std::any_of(files.begin(), files.end(), [&](std::string_view other) {
             return other != path && find_word(after.text(other), stem) != std::string_view::npos;
           });
  }
  return message.name.find('.') != std::string::npos;
}

// Every name that what goes defined.
std::set<std::string, std::less<>> names_gone(const Snapshot& before, const Removal& removal) {
  std::set<std::string, std::less<>> names;
  for (const Gone& gone : removal.gone) {
    names.insert(gone.name);
    if (language_of(gone.place.path) != Language::python) continue;
    std::istringstream text{std::string(before.text(gone.place.path))};
    std::string line;
    for (unsigned at = 1; at <= gone.last_line && std::getline(text, line); ++at) {
      const auto def = line.find("def ");
      if (at < gone.place.line || def == std::string::npos) continue;
      names.insert(line.substr(def + 4, line.find('(', def) - def - 4));
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> lint_faults(const Snapshot& before, const Removal& removal) {
  std::vector<std::string> faults;
  std::set<std::string, std::less<>> gone;
  if (!std::holds_alternative<Dead>(removal.verdict)) gone = names_gone(before, removal);

  for (const std::string& path : changed_paths(before, removal.after)) {
    if (language_of(path) != Language::python || !removal.after.find(path) || !before.find(path)) continue;
    std::multiset<std::pair<std::string, std::string>> then;
    for (const Message& message : messages_of(before.text(path))) then.emplace(message.kind, message.name);
    for (const Message& message : messages_of(removal.after.text(path))) {
      if (const auto same = then.find({message.kind, message.name}); same != then.end()) {
        then.erase(same);
        continue;
      }
      if (message.kind == "undefined" && gone.contains(message.name)) continue;
      if (message.kind == "unused" && is_left_on_purpose(removal.after, path, message)) continue;
      faults.push_back(fmt::format("{}:{}: {} {}", path, message.line, message.kind, message.name));
    }
  }
  return faults;
}

}  // namespace remove_op
