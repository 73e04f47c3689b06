#include "syntax/python_modules.h"

#include <algorithm>
#include <memory>
#include <set>

#include "language.h"
#include "paths.h"
#include "words.h"

namespace remove_op::python {
namespace {

std::string join(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
}

std::string as_module(std::string_view folder) {
  std::string name(folder);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// `my_package/module` as `my-package/module`.
std::string with_dashes(std::string tail) {
  std::replace(tail.begin(), tail.begin() + static_cast<std::ptrdiff_t>(std::min(tail.find('/'), tail.size())), '_',
               '-');
  return tail;
}

std::string find_absolute(const Snapshot& snapshot, const std::string& tail, std::string_view from) {
  for (const char* ending : {".py", "/__init__.py"}) {
    for (const std::string_view path : snapshot.ending_in(tail + ending, from)) {
      const std::string_view root = path.substr(0, path.size() - tail.size() - std::string_view(ending).size());
      const std::string_view above = root.empty() ? root : root.substr(0, root.size() - 1);
      if (above == folder_of(from) || !snapshot.find(join(above, "__init__.py"))) return std::string(path);
    }
  }
  return {};
}

// What says which packages a repository has.
struct Packages {
  std::set<std::string, std::less<>> names;  // as modules are spelled
  std::vector<std::string_view> set_up;      // texts of setup.py and the like

  static std::shared_ptr<const Packages> of(const Snapshot& snapshot) {
    return snapshot.memo<Packages>([&] {
      auto packages = std::make_shared<Packages>();
      for (const File& file : snapshot.files()) packages->add(file);
      constexpr std::string_view in_cxx = "PYBIND11_MODULE";
      constexpr std::string_view in_cmake = "pybind11_add_module";
      const auto builders = snapshot.files_where([&](const File& file) {
        const Language language = language_of(file.path);
        return (language == Language::cxx && find_text(file.text.view(), in_cxx) != std::string_view::npos) ||
               (language == Language::cmake && find_text(file.text.view(), in_cmake) != std::string_view::npos);
      });
      for (const std::string_view path : builders)
        packages->add_built(snapshot.text(path), language_of(path) == Language::cxx ? in_cxx : in_cmake);
      return packages;
    });
  }

 private:
  // Folders that hold Python files, however deep, and those at the top.
  void add(const File& file) {
    const std::string_view path = file.path;
    const std::string_view name = base_name(path);
    if (name == "setup.py" || name == "setup.cfg" || name == "pyproject.toml") set_up.push_back(file.text.view());
    if (const auto slash = path.find('/'); slash != std::string_view::npos)
      names.insert(as_module(path.substr(0, slash)));
    if (language_of(path) != Language::python) return;
    for (auto folder = folder_of(path); !folder.empty(); folder = folder_of(folder))
      names.insert(as_module(base_name(folder)));
  }

  // The first argument of `macro(NAME`.
  void add_built(std::string_view text, std::string_view macro) {
    for (auto at = find_word(text, macro); at != std::string_view::npos; at = find_word(text, macro, at + 1)) {
      const auto start = text.find_first_not_of(" (\n", at + macro.size());
      if (start == std::string_view::npos) break;
      auto end = start;
      while (end < text.size() && is_word_char(text[end])) ++end;
      names.insert(std::string(text.substr(start, end - start)));
    }
  }
};

// `"name"` or, with `more`, `"name.`, in either quotes.
bool quotes(std::string_view text, std::string_view name, bool more) {
  for (auto at = find_word(text, name); at != std::string_view::npos; at = find_word(text, name, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const char after = at + name.size() < text.size() ? text[at + name.size()] : ' ';
    if ((before == '"' || before == '\'') && (after == before || (more && after == '.'))) return true;
  }
  return false;
}

}  // namespace

std::string find_module(const Snapshot& snapshot, std::string_view dotted, std::string_view from) {
  std::string_view folder;
  const bool relative = dotted.starts_with(".");
  if (relative) {
    folder = folder_of(from);
    for (dotted.remove_prefix(1); dotted.starts_with("."); dotted.remove_prefix(1)) folder = folder_of(folder);
  }
  std::string tail(dotted);
  std::replace(tail.begin(), tail.end(), '.', '/');
  if (!relative) {
    std::string found = find_absolute(snapshot, tail, from);
    if (found.empty())
      if (const std::string dashed = with_dashes(tail); dashed != tail) found = find_absolute(snapshot, dashed, from);
    return found;
  }
  const std::string base = tail.empty() ? std::string(folder) : join(folder, tail);
  for (std::string path : {base + ".py", join(base, "__init__.py")})
    if (snapshot.find(path)) return path;
  return {};
}

bool is_own_package(const Snapshot& snapshot, std::string_view dotted) {
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  const auto packages = Packages::of(snapshot);
  return packages->names.count(first) != 0 ||
         std::any_of(packages->set_up.begin(), packages->set_up.end(),
                     [&](std::string_view text) { return quotes(text, first, true); });
}

bool is_given(const Snapshot& snapshot, std::string_view dotted) {
  const auto packages = Packages::of(snapshot);
  const std::string_view first = dotted.substr(0, dotted.find('.'));
  if (first == "torch") return false;  // an extension's set-up file quotes it as what it needs
  if (packages->names.count(first) != 0) return true;
  for (std::string_view prefix = dotted;; prefix = prefix.substr(0, prefix.rfind('.'))) {
    for (const std::string_view text : packages->set_up)
      if (quotes(text, prefix, false)) return true;
    if (prefix.size() == first.size()) return false;
  }
}

std::vector<std::string_view> modules_perhaps_meant(const Snapshot& snapshot, std::string_view dotted,
                                                    std::string_view from) {
  std::vector<std::string_view> files;
  const auto dot = dotted.rfind('.');
  if (dot == std::string_view::npos) return files;
  const std::string_view module = dotted.substr(0, dot);
  const std::string last(module.substr(module.rfind('.') + 1));  // npos + 1 is the start
  // A script may put the folder of a module on its path.
  if (last != module && !is_own_package(snapshot, dotted)) return files;
  for (const char* ending : {".py", "/__init__.py"})
    for (const std::string_view path : snapshot.ending_in(last + ending, from))
      if (find_word(snapshot.text(path), dotted.substr(dot + 1)) != std::string_view::npos) files.push_back(path);
  return files;
}

}  // namespace remove_op::python
