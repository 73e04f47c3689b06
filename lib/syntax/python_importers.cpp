#include "syntax/python_importers.h"

#include <algorithm>
#include <string>

#include "language.h"
#include "paths.h"
#include "syntax/python_modules.h"
#include "syntax/python_names.h"
#include "words.h"

namespace remove_op::python {
namespace {

bool holds_word(std::string_view text, std::string_view word) {
  return find_word(text, word) != std::string_view::npos;
}

bool is_prose(std::string_view path) {
  return path.ends_with(".md") || path.ends_with(".rst") || path.ends_with(".txt") || path.ends_with(".ipynb");
}

// A module as its importers spell it.
struct Module {
  explicit Module(std::string_view file)
      : path(file), folder(folder_of(file)), stem(base_name(file).substr(0, base_name(file).rfind('.'))) {
    if (folder.empty()) return;
    dotted = std::string(base_name(folder)) + "." + std::string(stem);
    std::replace(dotted.begin(), dotted.end(), '-', '_');
  }

  std::string_view path;
  std::string_view folder;
  std::string_view stem;
  std::string dotted;  // the last two names; empty at the top of the repository
};

class Importer {
 public:
  Importer(const Snapshot& snapshot, std::string_view path, const Module& module, const Doomed& doomed)
      : snapshot_(snapshot), names_(snapshot, path), t_(names_.tree()), module_(module), doomed_(doomed) {
    const std::string_view text = snapshot.text(path);
    // There a name alone may be a module: what a loader is given, `__all__` of the package, `py_modules`.
    bare_strings_ = holds_word(text, "import_module") || holds_word(text, "__import__") ||
                    base_name(path) == "setup.py" ||
                    (base_name(path) == "__init__.py" && folder_of(path) == module.folder);
  }

  bool needs_module() const {
    for (Node node = 0; node < t_.size(); ++node)
      if (names_module(node) && !goes(node)) return true;
    return false;
  }

 private:
  bool goes(Node node) const { return doomed_.goes && doomed_.goes(names_.path(), t_.span(node)); }

  bool names_module(Node node) const {
    switch (t_.kind(node)) {
      case Kind::dotted_name:
      case Kind::aliased_import:
        return t_.field(node) == Field::name && is_imported(node);
      case Kind::wildcard_import:
        return is_module(t_.text(t_.child(t_.parent(node), Field::module_name)));
      case Kind::attribute: {
        if (t_.text(t_.child(node, Field::attribute)) != module_.stem) return false;
        const Value value = names_.value_of(node);
        return value.is(Value::Kind::module) && value.text == module_.path;
      }
      case Kind::string:
        return t_.kind(t_.parent(node)) != Kind::expression_statement && is_in_string(node);
      default:
        return false;
    }
  }

  // `import m`, `from m import a`, `from p import m`.
  bool is_imported(Node element) const {
    const Node statement = t_.parent(element);
    const std::string_view name =
        t_.text(t_.kind(element) == Kind::aliased_import ? t_.child(element, Field::name) : element);
    if (t_.kind(statement) == Kind::import_statement) return is_module(name);
    if (t_.kind(statement) != Kind::import_from_statement) return false;
    const std::string_view from = t_.text(t_.child(statement, Field::module_name));
    if (is_module(from)) return true;
    return name == module_.stem && is_module(std::string(from) + (from.ends_with(".") ? "" : ".") + std::string(name));
  }

  bool is_module(std::string_view dotted) const {
    if (dotted.substr(dotted.rfind('.') + 1) != module_.stem) return false;
    const std::string found = find_module(snapshot_, dotted, names_.path());
    // What leads nowhere may be a module that a build puts elsewhere.
    return found.empty() ? !dotted.starts_with(".") && is_own_package(snapshot_, dotted) : found == module_.path;
  }

  bool is_in_string(Node node) const {
    const std::string_view text = t_.text(node);
    if (!module_.dotted.empty() && holds_word(text, module_.dotted)) return true;
    if (!bare_strings_ && !text.starts_with("\".") && !text.starts_with("'.")) return false;
    const auto value = t_.string_value(node);
    return value && (*value == module_.stem || *value == std::string(1, '.').append(module_.stem));
  }

  const Snapshot& snapshot_;
  Names names_;
  const Tree& t_;
  const Module& module_;
  const Doomed& doomed_;
  bool bare_strings_ = false;
};

}  // namespace

bool is_still_imported(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
  const Module module(path);
  for (const std::string_view file : snapshot.files_naming(module.stem)) {
    if (file == path || doomed.contains(std::string("file:").append(file))) continue;
    switch (language_of(file)) {
      case Language::python:
        if (Importer(snapshot, file, module, doomed).needs_module()) return true;
        break;
      case Language::cxx:
        break;
      default:
        if (!module.dotted.empty() && !is_prose(file) && holds_word(snapshot.text(file), module.dotted)) return true;
    }
  }
  return false;
}

}  // namespace remove_op::python
