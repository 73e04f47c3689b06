// Python build scripts (setup.py and its kin): the strings that list a source file go with the file.
//
// Input: a script. Output: a definition of the named file for each entry of a list of sources; a string that names a
// file elsewhere (an argument, a value) keeps it, as does a script that the build runs. What makes a library of CMake's
// part of the package goes with the library.
#include <algorithm>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/extension_sources.h"
#include "syntax/library_names.h"
#include "syntax/listed_sources.h"
#include "syntax/python_blocks.h"

namespace remove_op {
namespace {

class SetupPy : public Rewriter {
 public:
  std::string_view layer() const override { return "setup.py"; }
  // By name all Python files may import setuptools; which do is settled on their text.
  bool claims(std::string_view path) const override { return path.ends_with(".py") && !is_test(path); }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    Facts facts;
    if (!builds_extensions(path, snapshot.text(path))) return facts;
    for (const ListedSource& source : listed_sources(snapshot, path)) {
      if (source.entry)
        facts.definitions.push_back(entry(source.file, source.span));
      else
        facts.references.push_back({"file:" + std::string(source.file), source.span});
    }
    return facts;
  }

  // A list that is left empty is for a person to look at: what was built of it has nothing to be built of.
  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    add_libraries(snapshot, path, doomed, fallout);
    if (!builds_extensions(path, snapshot.text(path))) return fallout;
    const auto tokens = python_tokens(snapshot.text(path));
    for (std::size_t open = 0; open < tokens.size(); ++open) {
      if (!is_symbol(tokens[open], "[")) continue;
      bool lost = false;
      bool left = false;
      std::size_t at = open + 1;
      for (; at < tokens.size() && !is_symbol(tokens[at], "]"); ++at) {
        const bool goes = doomed.covers(tokens[at].span);
        lost |= goes;
        left |= !goes && !is_symbol(tokens[at], ",");
      }
      if (lost && !left) fallout.reports.push_back({tokens[open].span, "a list of sources is left empty"});
    }
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    return python::erase_or_pass(snapshot, path, doomed, layer());
  }

 private:
  // What makes a library that goes part of the package.
  void add_libraries(const Snapshot& snapshot, std::string_view path, const Doomed& doomed, Fallout& fallout) const {
    const std::string any = library_id("");
    for (auto id = doomed.ids.lower_bound(any); id != doomed.ids.end() && id->starts_with(any); ++id) {
      const std::string_view library = std::string_view(*id).substr(any.size());
      const auto statements = statements_naming(snapshot, path, library);
      for (const Span span : statements.value_or(std::vector<Span>{}))
        fallout.also.push_back({*id, std::string(library), span, layer(), "entry of a library", false, false});
    }
  }

  static bool is_symbol(const PythonToken& token, std::string_view any) {
    return token.kind == PythonTokenKind::symbol && any.find(token.text[0]) != std::string_view::npos;
  }

  static Definition entry(std::string_view file, Span span) {
    Definition definition;
    definition.id = "file:" + std::string(file);
    definition.word = base_name(file);
    definition.span = span;
    definition.what = "build entry";
    definition.declares = true;
    return definition;
  }
};

REMOVE_OP_REGISTER(SetupPy);

}  // namespace
}  // namespace remove_op
