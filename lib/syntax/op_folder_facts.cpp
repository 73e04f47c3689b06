#include "syntax/op_folder_facts.h"

#include <algorithm>
#include <utility>

#include "language.h"
#include "paths.h"
#include "syntax/cmake_script.h"
#include "syntax/cxx_unit.h"
#include "syntax/python_tree.h"
#include "syntax/shell_lists.h"
#include "words.h"

namespace remove_op {
namespace {

class Inspector {
 public:
  Inspector(const Snapshot& snapshot, std::string_view path, const OpFolders& folders)
      : snapshot_(snapshot), path_(path), text_(snapshot.text(path)), folders_(folders) {
    own_ = folders.around(path);
  }

  Facts inspect() {
    if (own_) be_part();
    if (language_of(path_) == Language::cxx) read_cxx();
    if (language_of(path_) == Language::python) read_python();
    if (language_of(path_) == Language::cmake) read_cmake();
    if (is_shell(path_)) read_shell();
    return std::move(facts_);
  }

 private:
  void define(const OpFolder& folder, std::string word, Span span, std::string_view what, bool declares) {
    facts_.definitions.push_back({id_of(folder), std::move(word), span, {}, std::string(what), false, declares});
  }

  void be_part() {
    define(*own_, {}, {0, 0}, op_folder, true);
    for (const OpEntry& entry : own_->entries) {
      if (entry.path != path_) continue;
      define(*own_, entry.name, {entry.at.offset, 0}, op_folder, false);
      speak();
    }
    if (own_->entries.front().path == path_)
      for (const std::string_view part : OpFolders::parts(snapshot_, *own_))
        if (!is_test(part)) hold(*own_, part, own_->entries.front().at);
    if (language_of(path_) == Language::cxx) hold_what_is_looked_up();
  }

  // Kernels, which are found by the folder's name, and the API: nothing in the repository refers to them.
  void hold_what_is_looked_up() {
    for (const CxxEntity& entity : parse_cxx(snapshot_, path_)->entities) {
      if (entity.declares || (entity.kind != CxxEntity::Kind::kernel && entity.word != base_name(own_->path) &&
                              !OpFolders::is_api(entity.word)))
        continue;
      facts_.references.push_back({entity.id, entity.span, Strength::keeps, false, id_of(*own_)});
      speak();
    }
  }

  // Whoever asks what refers to something on behalf of the folder must find what names the folder. What the build makes
  // of it is loaded and runs, for all that is known, until nothing names its API.
  void speak() {
    if (std::exchange(known_, true)) return;
    for (std::string& word : OpFolders::words(*own_)) define(*own_, std::move(word), {0, 0}, op_folder, true);
    define(*own_, std::string(base_name(own_->path)), {0, 0}, op_folder, true);
    const Span here = own_->entries.front().path == path_ ? own_->entries.front().at : Span{};
    hold(*own_, own_->path, here);
    facts_.references.push_back({id_of(*own_), here, Strength::keeps, false, "file:" + own_->path});
  }

  // The folder keeps its file, and takes it along.
  void hold(const OpFolder& folder, std::string_view file, Span at) {
    facts_.references.push_back({"file:" + std::string(file), at, Strength::keeps, false, id_of(folder)});
  }

  void refer(const OpFolder& folder, Span at, std::string from = {}) {
    const Strength strength = is_test(path_) ? Strength::mentions : Strength::keeps;
    if (own_) speak();
    if (own_ && from.empty()) from = id_of(*own_);
    facts_.references.push_back({id_of(folder), at, strength, false, std::move(from)});
    // So that the folder's own words are found.
    if (strength == Strength::keeps) hold(folder, folder.entries.front().path, at);
  }

  void refer_by_name(std::string_view word, Span at) {
    const auto& named = folders_.named(word);
    if (std::find(named.begin(), named.end(), own_) != named.end()) return;
    for (const OpFolder* folder : named) refer(*folder, at);
    for (const OpFolder* folder : folders_.perhaps_named(word))
      if (folder != own_) refer(*folder, at, "file:" + std::string(path_));
  }

  void read_cxx() {
    const auto unit = parse_cxx(snapshot_, path_);
    for (const CxxToken& token : unit->lexed.tokens) {
      const std::string_view spelled = text_.substr(token.offset, token.length);
      if (token.kind == CxxToken::Kind::identifier) refer_by_name(spelled, token.span());
      if (token.kind == CxxToken::Kind::string && spelled.size() > 2)
        refer_by_name(spelled.substr(1, spelled.size() - 2), token.span());
    }
  }

  // A name of the API that is no comment and no docstring, and a path that leads into a folder.
  void read_python() {
    const auto tree = python::Tree::of(snapshot_, path_);
    for (python::Node node = 0; node < tree->size(); ++node) {
      const std::string_view spelled = tree->text(node);
      if (tree->kind(node) == python::Kind::identifier && OpFolders::is_api(spelled))
        refer_by_name(spelled, tree->span(node));
      if (tree->kind(node) != python::Kind::string) continue;
      if (tree->kind(tree->parent(node)) == python::Kind::expression_statement) continue;
      read_string(spelled, tree->span(node));
    }
  }

  void read_string(std::string_view spelled, Span span) {
    const std::string_view content = spelled.size() > 2 ? spelled.substr(1, spelled.size() - 2) : std::string_view();
    for (std::size_t at = 0; at < content.size();) {
      std::size_t end = at;
      while (end < content.size() && is_word_char(content[end])) ++end;
      const std::string_view word = content.substr(at, end - at);
      if (OpFolders::is_api(word)) refer_by_name(word, span);
      if (end == content.size() || content[end] == '/') refer_to_path(content.substr(0, end), span);
      at = end + 1;
    }
  }

  // A bare name means a folder only in a script that builds.
  void refer_to_path(std::string_view text, Span at) {
    if (text.find('/') == std::string_view::npos && base_name(path_) != "setup.py") return;
    for (const OpFolder* folder : folders_.at(text))
      if (folder != own_) refer(*folder, at);
  }

  void read_cmake() {
    for (const CMakeCommand& command : cmake_script(snapshot_, path_)->commands) {
      const bool lists = command.name == "list" && command.arguments.size() > 2 &&
                         command.arguments[0].text == "APPEND" && is_cmake_list_of_ops(command.arguments[1].text);
      for (std::size_t i = 0; i < command.arguments.size(); ++i) {
        const CMakeArgument& argument = command.arguments[i];
        refer_by_name(argument.text, argument.span);
        std::string_view rest = argument.text;
        while (!rest.empty()) {
          const std::string_view item = rest.substr(0, rest.find(';'));
          rest.remove_prefix(std::min(rest.size(), item.size() + 1));
          const auto meant = folders_.at(item);
          if (lists && i > 1 && meant.size() == 1 && item == argument.text && meant.front() != own_) {
            define(*meant.front(), std::string(base_name(meant.front()->path)), argument.span, list_entry, true);
            continue;
          }
          for (const OpFolder* folder : meant)
            if (folder != own_) refer(*folder, argument.span);
        }
      }
    }
  }

  void read_shell() {
    for (const ShellElement& element : shell_list_elements(text_)) {
      const auto meant = folders_.at(element.word);
      for (const OpFolder* folder : meant) {
        if (!is_shell_list_of_ops(element.variable) || !stands_above(*folder))
          facts_.references.push_back({id_of(*folder), element.span, Strength::mentions});
        else if (meant.size() > 1)
          refer(*folder, element.span);
        else
          define(*folder, std::string(base_name(folder->path)), element.span, list_entry, true);
      }
    }
  }

  // Whether the file may build the folder: it stands in one around it.
  bool stands_above(const OpFolder& folder) const {
    const std::string_view here = folder_of(path_);
    return here.empty() || (folder.path.starts_with(here) && folder.path[here.size()] == '/');
  }

  const Snapshot& snapshot_;
  std::string_view path_;
  std::string_view text_;
  const OpFolders& folders_;
  const OpFolder* own_ = nullptr;
  bool known_ = false;
  Facts facts_;
};

}  // namespace

std::string id_of(const OpFolder& folder) { return "folder:" + folder.path; }

bool is_shell(std::string_view path) { return path.ends_with(".sh") || path.ends_with(".bash"); }

Facts op_folder_facts(const Snapshot& snapshot, std::string_view path) {
  const auto folders = OpFolders::of(snapshot);
  return folders->empty() ? Facts() : Inspector(snapshot, path, *folders).inspect();
}

}  // namespace remove_op
