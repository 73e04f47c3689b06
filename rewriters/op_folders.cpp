// Op folders: what only the names of an API keep goes as a whole, with its entries in build lists.
//
// A folder is one node. It refers to each of its files, and whatever names its op or its API from outside refers to it:
// code, a string that a library is searched for, another folder's build. Elements of lists that name it are definitions
// of it and go with it. Invariant: a file of a folder goes only where nothing outside includes what is in the folder or
// declares what it defines, so that a word in common does not keep it but a real use does.
#include <algorithm>
#include <utility>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/cmake_script.h"
#include "syntax/cxx_includes.h"
#include "syntax/cxx_unit.h"
#include "syntax/op_folders.h"
#include "syntax/python_tree.h"
#include "syntax/shell_lists.h"
#include "syntax/translation_units.h"
#include "words.h"

namespace remove_op {
namespace {

constexpr std::string_view op_folder = "op folder";
constexpr std::string_view list_entry = "list entry";

std::string id_of(const OpFolder& folder) { return "folder:" + folder.path; }

bool is_shell(std::string_view path) { return path.ends_with(".sh") || path.ends_with(".bash"); }

// What one file says of op folders.
class Inspector {
 public:
  Inspector(const Snapshot& snapshot, std::string_view path, const OpFolders& folders, std::string_view layer)
      : snapshot_(snapshot), path_(path), text_(snapshot.text(path)), folders_(folders), layer_(layer) {
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
    facts_.definitions.push_back({id_of(folder), std::move(word), span, layer_, std::string(what), false, declares});
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
        hold(*own_, part, own_->entries.front().at);
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
      for (std::size_t at = 0; at < spelled.size();) {
        std::size_t end = at;
        while (end < spelled.size() && is_word_char(spelled[end])) ++end;
        const std::string_view word = spelled.substr(at, end - at);
        if (OpFolders::is_api(word)) refer_by_name(word, tree->span(node));
        if (end < spelled.size() && spelled[end] == '/' && end > 0)
          refer_to_path(spelled.substr(1, end - 1), tree->span(node));
        at = end + 1;
      }
      if (spelled.size() > 2 && spelled.find('/') != std::string_view::npos)
        refer_to_path(spelled.substr(1, spelled.size() - 2), tree->span(node));
    }
  }

  void refer_to_path(std::string_view text, Span at) {
    if (text.find('/') == std::string_view::npos) return;
    for (const OpFolder* folder : folders_.at(text))
      if (folder != own_) refer(*folder, at);
  }

  void read_cmake() {
    for (const CMakeCommand& command : cmake_script(snapshot_, path_)->commands) {
      const bool lists = command.name == "list" && command.arguments.size() > 2 &&
                         command.arguments[0].text == "APPEND" && lists_op_folders(command.arguments[1].text);
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
      if (meant.size() == 1)
        define(*meant.front(), std::string(base_name(meant.front()->path)), element.span, list_entry, true);
      else
        for (const OpFolder* folder : meant) refer(*folder, element.span);
    }
  }

  const Snapshot& snapshot_;
  std::string_view path_;
  std::string_view text_;
  const OpFolders& folders_;
  std::string_view layer_;
  const OpFolder* own_ = nullptr;
  bool known_ = false;
  Facts facts_;
};

// Whether something outside that stays has a use for what stands in a folder that goes.
class Outside {
 public:
  Outside(const Snapshot& snapshot, const OpFolders& folders, const OpFolder& folder, const Doomed& doomed)
      : snapshot_(snapshot), folders_(folders), folder_(folder), doomed_(doomed) {}

  bool holds() const {
    for (const std::string_view part : OpFolders::parts(snapshot_, folder_))
      if (language_of(part) == Language::cxx && (is_included(part) || is_declared(part))) return true;
    return false;
  }

 private:
  bool stays(std::string_view file) const {
    return language_of(file) == Language::cxx && folders_.around(file) != &folder_ &&
           !doomed_.contains("file:" + std::string(file));
  }

  bool is_included(std::string_view part) const {
    for (const std::string_view file : snapshot_.files_naming(base_name(part))) {
      if (!stays(file)) continue;
      for (const std::string_view spelled : spelled_includes(snapshot_.text(file))) {
        if (base_name(spelled) != base_name(part)) continue;
        const auto found = include_candidates(snapshot_, file, spelled);
        if (std::any_of(found.begin(), found.end(), [&](const auto& it) { return it.path == part; })) return true;
      }
    }
    return false;
  }

  // By a declaration of its own, as C++ reaches what another library exports.
  bool is_declared(std::string_view part) const {
    const auto unit = parse_cxx(snapshot_, part);
    for (const CxxEntity& entity : unit->entities) {
      if (entity.declares || entity.id.find('#') != std::string::npos) continue;
      if (entity.kind != CxxEntity::Kind::function && entity.kind != CxxEntity::Kind::variable) continue;
      for (const std::string_view file : snapshot_.files_naming(entity.word)) {
        if (!stays(file)) continue;
        const auto other = parse_cxx(snapshot_, file);
        if (std::any_of(other->entities.begin(), other->entities.end(),
                        [&](const CxxEntity& it) { return it.declares && it.id == entity.id; }))
          return true;
      }
    }
    return false;
  }

  const Snapshot& snapshot_;
  const OpFolders& folders_;
  const OpFolder& folder_;
  const Doomed& doomed_;
};

class OpFolderLayer : public Rewriter {
 public:
  std::string_view layer() const override { return "op folders"; }

  bool claims(std::string_view path) const override {
    return language_of(path) != Language::other || is_shell(path) || OpFolders::is_in_layout(path);
  }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    const auto folders = OpFolders::of(snapshot);
    return folders->empty() ? Facts() : Inspector(snapshot, path, *folders, layer()).inspect();
  }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    const auto folders = OpFolders::of(snapshot);
    if (folders->empty()) return fallout;
    if (const OpFolder* own = folders->around(path); own && doomed.contains(id_of(*own)) &&
                                                     !(doomed.keep_tests && is_test(path)) &&
                                                     !Outside(snapshot, *folders, *own, doomed).holds())
      fallout.also.push_back({"file:" + std::string(path),
                              std::string(base_name(path)),
                              {0, 0},
                              layer(),
                              "part of an op folder",
                              false,
                              false});
    for (const Definition& definition : doomed.here)
      if (definition.layer == layer() && definition.what == list_entry)
        take_python(snapshot, *folders, definition, doomed, fallout);
    if (is_shell(path)) report_script(snapshot, path, *folders, doomed, fallout);
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    std::vector<Edit> edits;
    if (is_shell(path)) {
      const std::string_view text = snapshot.text(path);
      const auto elements = shell_list_elements(text);
      for (const ShellErasure& erasure : without_elements(text, elements, gone(elements, doomed)))
        edits.push_back(erasure.alone ? Edit(Erase{erasure.span}) : Edit(Replace{erasure.span, ""}));
      return edits;
    }
    for (const Definition& definition : doomed.here)
      if (definition.layer == layer() && definition.what == list_entry) edits.push_back(Erase{definition.span});
    return edits;
  }

 private:
  // Nothing else would ask for the folder's scripts: a Python file goes only where it is named.
  static void take_python(const Snapshot& snapshot, const OpFolders& folders, const Definition& entry,
                          const Doomed& doomed, Fallout& fallout) {
    for (const OpFolder* folder : folders.at(std::string_view(entry.id).substr(7)))
      for (const std::string_view part : OpFolders::parts(snapshot, *folder))
        if (language_of(part) == Language::python && !(doomed.keep_tests && is_test(part)))
          fallout.also.push_back({"file:" + std::string(part),
                                  std::string(base_name(part)),
                                  entry.span,
                                  {},
                                  "part of an op folder",
                                  false,
                                  true});
  }

  bool goes(const ShellElement& element, const Doomed& doomed) const {
    return std::any_of(doomed.here.begin(), doomed.here.end(), [&](const Definition& definition) {
      return definition.layer == layer() && definition.span == element.span;
    });
  }

  // Of a list of which something stays: what an empty one would mean, only its reader knows.
  std::vector<std::size_t> gone(const std::vector<ShellElement>& elements, const Doomed& doomed) const {
    std::vector<std::size_t> gone;
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (goes(elements[i], doomed) && !empties(elements, elements[i].list, doomed)) gone.push_back(i);
    return gone;
  }

  bool empties(const std::vector<ShellElement>& elements, unsigned list, const Doomed& doomed) const {
    return std::all_of(elements.begin(), elements.end(),
                       [&](const ShellElement& element) { return element.list != list || goes(element, doomed); });
  }

  // Lists that would be left empty, and paths into a folder that goes.
  void report_script(const Snapshot& snapshot, std::string_view path, const OpFolders& folders, const Doomed& doomed,
                     Fallout& fallout) const {
    const std::string_view text = snapshot.text(path);
    const auto elements = shell_list_elements(text);
    for (auto id = doomed.ids.lower_bound("folder:"); id != doomed.ids.end() && id->starts_with("folder:"); ++id) {
      const std::string_view folder = std::string_view(*id).substr(7);
      for (const ShellElement& element : elements)
        if (goes(element, doomed) && empties(elements, element.list, doomed) &&
            folders.at(element.word).front()->path == folder)
          fallout.reports.push_back({element.span, "a list holds nothing but " + std::string(folder) + ", which goes"});
      const std::string_view name = base_name(folder);
      for (auto at = find_word(text, name); at != std::string_view::npos; at = find_word(text, name, at + 1)) {
        const bool in_path = (at > 0 && text[at - 1] == '/') || text.substr(at + name.size()).starts_with('/');
        if (!in_path) continue;
        fallout.reports.push_back({{static_cast<unsigned>(at), static_cast<unsigned>(name.size())},
                                   "a line names " + std::string(folder) + ", which goes"});
      }
    }
  }
};

REMOVE_OP_REGISTER(OpFolderLayer);

}  // namespace
}  // namespace remove_op
