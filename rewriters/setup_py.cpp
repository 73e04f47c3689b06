// Python build scripts (setup.py and its kin, and code that builds when it runs): the strings that list a source file
// go with the file.
//
// Input: a script. Output: a definition of the named file for each entry of a list of sources; a string that names a
// file elsewhere (an argument, a value) keeps it, as does a script that the build runs. In a file that builds nothing
// it only mentions. What makes a library of CMake's part of the package goes with the library.
#include <algorithm>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/extension_sources.h"
#include "syntax/library_names.h"
#include "syntax/listed_sources.h"
#include "syntax/python_blocks.h"
#include "words.h"

namespace remove_op {
namespace {

class SetupPy : public Rewriter {
 public:
  std::string_view layer() const override { return "setup.py"; }
  // By name all Python files may import setuptools; which do is settled on their text.
  bool claims(std::string_view path) const override { return path.ends_with(".py") && !is_test(path); }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    Facts facts;
    const std::string_view text = snapshot.text(path);
    const bool builds = builds_extensions(path, text) || builds_when_run(text);
    if (!builds && !names_sources(text)) return facts;
    for (const ListedSource& source : listed_sources(snapshot, path)) {
      if (source.entry)
        facts.definitions.push_back(entry(source.file, source.span));
      else if (builds || language_of(source.file) == Language::cxx)
        facts.references.push_back({"file:" + std::string(source.file), source.span,
                                    builds && !source.compared ? Strength::keeps : Strength::mentions});
    }
    return facts;
  }

  // A list that is left empty is for a person to look at: what was built of it has nothing to be built of. One that a
  // call is given keeps its first source.
  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    add_libraries(snapshot, path, doomed, fallout);
    if (std::none_of(doomed.here.begin(), doomed.here.end(),
                     [&](const Definition& definition) { return definition.layer == layer(); }))
      return fallout;
    for (const EmptiedList& list : emptied_lists(snapshot, path, [&](Span span) { return doomed.covers(span); })) {
      const std::string file(list.file);
      if (list.given)
        fallout.needed.push_back(
            {"file:" + file, {list.open, file + " stays, emptied: it is all that is listed here"}});
      fallout.reports.push_back({list.open, "a list of sources is left empty"});
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

  // Code that compiles sources when it runs: it speaks of them by one of these names.
  static bool builds_when_run(std::string_view text) {
    const auto says = [&](auto... words) { return ((find_word(text, words) != std::string_view::npos) || ...); };
    return names_sources(text) && (says("sources", "srcs", "nvcc") || text.find("jit") != std::string_view::npos);
  }

  static bool names_sources(std::string_view text) {
    const auto ends = [&](auto... endings) { return ((text.find(endings) != std::string_view::npos) || ...); };
    return ends(".cu\"", ".cu'", ".cpp\"", ".cpp'", ".cc\"", ".cc'", ".cxx\"", ".hip\"", ".hip'", ".mu\"", ".mu'");
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
