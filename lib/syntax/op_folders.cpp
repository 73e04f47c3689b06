#include "syntax/op_folders.h"

#include <algorithm>
#include <array>
#include <map>

#include "language.h"
#include "paths.h"
#include "syntax/cmake_script.h"
#include "syntax/cxx_text.h"
#include "words.h"

namespace remove_op {
namespace {

// What is Ascend's own: how CANN lays out an op, what defines one, how its API is spelled, and which lists name it.
constexpr auto part_folders =
    std::to_array<std::string_view>({"op_api", "op_graph", "op_host", "op_kernel", "op_kernel_aicpu"});
constexpr std::string_view op_definition = "OP_ADD";
constexpr std::string_view api_prefix = "aclnn";
constexpr auto api_forms = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"aclnn", ""}, {"aclnn", "GetWorkspaceSize"}, {"aclnnInner", ""}, {"aclnnInner", "GetWorkspaceSize"}});
constexpr auto cmake_lists = std::to_array<std::string_view>({"OP_DIR_LIST", "OP_LIST"});
constexpr std::string_view shell_lists = "OPS";  // a part of the name

// What registers ops for Python: a folder that holds such a file is a project's, not an op's.
constexpr auto registrations = std::to_array<std::string_view>({"TORCH_LIBRARY", "PYBIND11_MODULE"});

bool is_part_folder(std::string_view name) {
  return std::find(part_folders.begin(), part_folders.end(), name) != part_folders.end();
}

// The folder above the first part of the layout in `path`; npos characters where it has none.
std::size_t root_length(std::string_view path) {
  for (std::size_t at = 0;;) {
    const std::size_t slash = path.find('/', at);
    if (slash == std::string_view::npos) return slash;
    if (is_part_folder(path.substr(at, slash - at))) return at;
    at = slash + 1;
  }
}

// Whether a file of an op folder goes with it. C++ beside the parts of the layout may be glue that a binding includes,
// but for headers in a folder of their own.
bool is_part(std::string_view below) {
  const bool in_folder = below.find('/') != std::string_view::npos;
  return language_of(below) != Language::cxx || is_test(below) || root_length(below) != std::string_view::npos ||
         (in_folder && is_header(below));
}

// `scale` of `aclnnInnerScaleGetWorkspaceSize`, the likeliest reading last; empty for what is no API function.
std::string_view without(std::string_view word, std::pair<std::string_view, std::string_view> form) {
  const auto [prefix, suffix] = form;
  if (word.size() <= prefix.size() + suffix.size() || !word.starts_with(prefix) || !word.ends_with(suffix)) return {};
  const std::string_view name = word.substr(prefix.size(), word.size() - prefix.size() - suffix.size());
  return name[0] >= 'A' && name[0] <= 'Z' ? name : std::string_view();
}

std::string_view name_of_api(std::string_view word) {
  std::string_view name;
  for (const auto& form : api_forms)
    if (const std::string_view inner = without(word, form); !inner.empty()) name = inner;
  return name;
}

const std::vector<const OpFolder*> no_folders;

}  // namespace

// What one folder with the parts of the layout says of itself.
class OpFolderFinder {
 public:
  explicit OpFolderFinder(const Snapshot& snapshot) : snapshot_(snapshot) {}

  std::shared_ptr<const OpFolders> find() {
    auto found = std::make_shared<OpFolders>();
    std::map<std::string_view, std::vector<std::string_view>> sources;  // by folder: C++ in the parts of the layout
    for (const File& file : snapshot_.files()) {
      const std::size_t length = root_length(file.path);
      if (length == std::string_view::npos || length == 0) continue;
      auto& files = sources[std::string_view(file.path).substr(0, length - 1)];
      if (language_of(file.path) == Language::cxx) files.push_back(file.path);
    }
    if (sources.empty() || api_names_are_computed()) return found;
    std::map<std::string, std::set<const OpFolder*>> spoken_of;
    for (const auto& [path, files] : sources) {
      const std::string inside = std::string(path) + "/";
      const auto nested = sources.lower_bound(inside);
      if (nested != sources.end() && nested->first.starts_with(inside)) continue;
      OpFolder folder{std::string(path), {}};
      std::set<std::string> apis;
      if (!read(files, folder, apis) || folder.entries.empty() || is_project(folder.path)) continue;
      found->folders_.push_back(std::make_unique<const OpFolder>(std::move(folder)));
      for (const std::string& api : apis) spoken_of[api].insert(found->folders_.back().get());
    }
    index(*found);
    for (const auto& [api, folders] : spoken_of)
      if (!found->by_word_.contains(api)) found->perhaps_[api].assign(folders.begin(), folders.end());
    return found;
  }

 private:
  // Whether production code makes up the name of an API from a string: then any folder may be meant.
  bool api_names_are_computed() const {
    const std::string prefix(api_prefix);
    const std::array<std::string, 3> literals = {'"' + prefix + '"', '\'' + prefix + '\'', prefix + '{'};
    return !snapshot_
                .files_where([&](const File& file) {
                  const Language language = language_of(file.path);
                  if ((language != Language::cxx && language != Language::python) || is_test(file.path)) return false;
                  return std::any_of(literals.begin(), literals.end(), [&](const std::string& literal) {
                    return find_text(file.text.view(), literal) != std::string_view::npos;
                  });
                })
                .empty();
  }

  // False where something defines an op in a way that is not understood.
  bool read(const std::vector<std::string_view>& paths, OpFolder& folder, std::set<std::string>& apis) const {
    for (const std::string_view path : paths) {
      const std::string_view text = snapshot_.text(path);
      if (find_text(text, op_definition) == std::string_view::npos &&
          find_text(text, api_prefix) == std::string_view::npos)
        continue;
      const CxxText lexed = lex_cxx(text);
      const auto word = [&](std::size_t i) { return word_at(lexed, text, i); };
      for (std::size_t i = 0; i < lexed.tokens.size(); ++i) {
        if (lexed.tokens[i].kind != CxxToken::Kind::identifier) continue;
        if (word(i) == op_definition) {
          // OP_ADD(Scale), OP_ADD(Scale, CompileInfo)
          const bool plain = word(i + 1) == "(" && (word(i + 3) == ")" || word(i + 3) == ",") &&
                             !lexed.tokens[i].in_directive && lexed.tokens[i + 2].kind == CxxToken::Kind::identifier;
          if (!plain) return false;
          folder.entries.push_back({std::string(path), lexed.tokens[i + 2].span(), std::string(word(i + 2)), true});
        } else if (const std::string_view name = name_of_api(word(i)); !name.empty()) {
          const bool called = word(i + 1) == "(";
          const bool argument = i > 1 && word(i - 1) == "(" && lexed.tokens[i - 2].kind == CxxToken::Kind::identifier &&
                                (word(i + 1) == ")" || word(i + 1) == ",");
          if (called && !lexed.tokens[i].in_directive && word(closing(lexed, text, i + 1) + 1) == "{")
            folder.entries.push_back({std::string(path), lexed.tokens[i].span(), std::string(name), false});
          else if (called || argument)
            apis.emplace(word(i));
        }
      }
    }
    return true;
  }

  // Whether more than an op lives there: other code to compile, what registers ops, a build of its own.
  bool is_project(std::string_view folder) const {
    const std::string inside = std::string(folder) + "/";
    const auto& files = snapshot_.files();
    auto file = std::lower_bound(files.begin(), files.end(), inside,
                                 [](const File& a, const std::string& path) { return a.path < path; });
    for (; file != files.end() && file->path.starts_with(inside); ++file) {
      const std::string_view below = std::string_view(file->path).substr(inside.size());
      if (language_of(below) == Language::cmake && below.find('/') == std::string_view::npos) {
        const auto script = cmake_script(snapshot_, file->path);
        if (std::any_of(script->commands.begin(), script->commands.end(),
                        [](const CMakeCommand& command) { return command.name == "project"; }))
          return true;
      }
      if (language_of(below) != Language::cxx || is_part(below)) continue;
      const std::string_view text = file->text.view();
      if (below.find('/') != std::string_view::npos ||
          std::any_of(registrations.begin(), registrations.end(),
                      [&](std::string_view macro) { return find_text(text, macro) != std::string_view::npos; }))
        return true;
    }
    return false;
  }

  static void index(OpFolders& found) {
    for (const auto& folder : found.folders_) {
      found.by_path_.emplace(folder->path, folder.get());
      found.by_base_name_[std::string(base_name(folder->path))].push_back(folder.get());
      for (std::string& word : OpFolders::words(*folder)) found.by_word_[std::move(word)].push_back(folder.get());
    }
  }

  const Snapshot& snapshot_;
};

std::shared_ptr<const OpFolders> OpFolders::of(const Snapshot& snapshot) {
  return snapshot.memo<OpFolders>([&] { return OpFolderFinder(snapshot).find(); });
}

bool OpFolders::is_in_layout(std::string_view path) { return root_length(path) != std::string_view::npos; }

const OpFolder* OpFolders::around(std::string_view file) const {
  if (empty()) return nullptr;
  for (std::string_view path = folder_of(file); !path.empty(); path = folder_of(path)) {
    const auto known = by_path_.find(path);
    if (known == by_path_.end()) continue;
    const std::string_view below = file.substr(path.size() + 1);
    return is_part(below) ? known->second : nullptr;
  }
  return nullptr;
}

std::vector<std::string_view> OpFolders::parts(const Snapshot& snapshot, const OpFolder& folder) {
  const auto folders = of(snapshot);
  const std::string inside = folder.path + "/";
  const auto& files = snapshot.files();
  std::vector<std::string_view> parts;
  auto file = std::lower_bound(files.begin(), files.end(), inside,
                               [](const File& a, const std::string& path) { return a.path < path; });
  for (; file != files.end() && file->path.starts_with(inside); ++file)
    if (const OpFolder* owner = folders->around(file->path); owner && owner->path == folder.path)
      parts.push_back(file->path);
  return parts;
}

const std::vector<const OpFolder*>& OpFolders::named(std::string_view word) const {
  const auto known = by_word_.find(std::string(word));
  return known == by_word_.end() ? no_folders : known->second;
}

const std::vector<const OpFolder*>& OpFolders::perhaps_named(std::string_view word) const {
  const auto known = perhaps_.find(std::string(word));
  return known == perhaps_.end() ? no_folders : known->second;
}

std::vector<std::string> OpFolders::words(const OpFolder& folder) {
  std::set<std::string> words;
  for (const OpEntry& entry : folder.entries) {
    words.insert(entry.name);
    for (const auto& [prefix, suffix] : api_forms) words.insert(std::string(prefix).append(entry.name).append(suffix));
  }
  return {words.begin(), words.end()};
}

bool OpFolders::is_api(std::string_view word) { return !name_of_api(word).empty(); }

std::vector<const OpFolder*> OpFolders::at(std::string_view text) const {
  if (const auto variable = text.rfind('}'); variable != std::string_view::npos) text.remove_prefix(variable + 1);
  while (text.ends_with('/')) text.remove_suffix(1);
  while (text.starts_with('/')) text.remove_prefix(1);
  std::vector<const OpFolder*> found;
  const auto known = by_base_name_.find(std::string(base_name(text)));
  if (known == by_base_name_.end()) return found;
  for (const OpFolder* folder : known->second) {
    const std::string_view path = folder->path;
    if (path == text || (path.ends_with(text) && path[path.size() - text.size() - 1] == '/')) found.push_back(folder);
  }
  return found;
}

bool is_cmake_list_of_ops(std::string_view variable) {
  return std::find(cmake_lists.begin(), cmake_lists.end(), variable) != cmake_lists.end();
}

bool is_shell_list_of_ops(std::string_view variable) { return variable.find(shell_lists) != std::string_view::npos; }

}  // namespace remove_op
