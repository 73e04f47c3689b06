// Op folders: what only the names of an API keep goes as a whole, with its entries in build lists.
//
// A folder is one node. It refers to each of its files, and whatever names its op or its API from outside refers to it:
// code, a string that a library is searched for, another folder's build. Elements of lists that name it are definitions
// of it and go with it. Invariant: a file of a folder goes only where nothing outside includes what is in the folder or
// declares what it defines, so that a word in common does not keep it but a real use does.
#include <algorithm>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/cxx_includes.h"
#include "syntax/cxx_rest.h"
#include "syntax/cxx_unit.h"
#include "syntax/op_folder_facts.h"
#include "syntax/op_folders.h"
#include "syntax/shell_lists.h"
#include "syntax/translation_units.h"
#include "words.h"

namespace remove_op {
namespace {

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
    const auto files = includers(snapshot_, part);
    return std::any_of(files.begin(), files.end(), [&](const Includer& it) { return stays(it.path); });
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
    return op_folder_facts(snapshot, path);
  }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    const auto folders = OpFolders::of(snapshot);
    if (folders->empty()) return fallout;
    if (is_idle_part(snapshot, path, *folders, doomed) || is_idle_glue(snapshot, path, *folders, doomed))
      fallout.also.push_back(part_of(path, {0, 0}, false));
    for (const Definition& definition : doomed.here)
      if (definition.layer == layer() && definition.what == list_entry)
        take_scripts(snapshot, *folders, definition, doomed, fallout);
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
  static bool is_idle_part(const Snapshot& snapshot, std::string_view path, const OpFolders& folders,
                           const Doomed& doomed) {
    const OpFolder* own = folders.around(path);
    if (!own || !doomed.contains(id_of(*own)) || (doomed.keep_tests && is_test(path))) return false;
    return !Outside(snapshot, folders, *own, doomed).holds();
  }

  // Whether the file stands beside the parts of a folder that goes and has nothing left but includes of the outside.
  static bool is_idle_glue(const Snapshot& snapshot, std::string_view path, const OpFolders& folders,
                           const Doomed& doomed) {
    if (language_of(path) != Language::cxx || folders.around(path)) return false;
    const std::string folder = "folder:" + std::string(folder_of(path));
    if (!doomed.contains(folder) || doomed.here.empty()) return false;
    const auto unit = parse_cxx(snapshot, path);
    const std::string_view text = snapshot.text(path);
    if (rest_of(*unit, text, path, [&](Span span) { return doomed.covers(span); }) > CxxRest::includes) return false;
    const auto lines = spelled_includes(text);
    return std::all_of(lines.begin(), lines.end(), [&](std::string_view spelled) {
      const auto found = include_candidates(snapshot, path, spelled);
      return std::all_of(found.begin(), found.end(),
                         [&](const auto& it) { return doomed.contains("file:" + it.path); });
    });
  }

  // What nothing else asks for: a Python file goes only where it is named, and a test only where tests go.
  static void take_scripts(const Snapshot& snapshot, const OpFolders& folders, const Definition& entry,
                           const Doomed& doomed, Fallout& fallout) {
    const std::string_view path = std::string_view(entry.id).substr(7);
    for (const OpFolder* folder : folders.at(path)) {
      if (folder->path != path) continue;
      for (const std::string_view part : OpFolders::parts(snapshot, *folder))
        if (is_test(part) ? !doomed.keep_tests : language_of(part) == Language::python)
          fallout.also.push_back(part_of(part, entry.span, true));
    }
  }

  static Definition part_of(std::string_view file, Span span, bool declares) {
    return {
        "file:" + std::string(file), std::string(base_name(file)), span, {}, "part of an op folder", false, declares};
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
