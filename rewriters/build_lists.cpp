// Builds other than CMake's and Python's: Bazel, Buck, Meson, GN, Make, and lists of sources in TOML and JSON.
//
// Input: such a file. Output: a definition of the named file for each entry of a list of sources; a name elsewhere
// keeps the file, as what is done with it there is not known. Invariant: a list that a call is given is not emptied.
#include <algorithm>

#include "paths.h"
#include "rewriter.h"
#include "syntax/build_files.h"
#include "syntax/listed_sources.h"
#include "syntax/makefile_sources.h"
#include "words.h"

namespace remove_op {
namespace {

class BuildLists : public Rewriter {
 public:
  std::string_view layer() const override { return "build lists"; }
  bool claims(std::string_view path) const override { return build_file_of(path) != BuildFile::none; }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    Facts facts;
    const BuildFile kind = build_file_of(path);
    for (const ListedSource& source : sources_in(snapshot, path)) {
      if (source.entry)
        facts.definitions.push_back(entry(source.file, source.span));
      else if (kind != BuildFile::data)  // the layer of plain lists tells of those
        facts.references.push_back(
            {"file:" + std::string(source.file), source.span, source.compared ? Strength::mentions : Strength::keeps});
    }
    return facts;
  }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    if (build_file_of(path) == BuildFile::make || doomed.here.empty()) return fallout;
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
    if (build_file_of(path) != BuildFile::make) return Rewriter::remove(snapshot, path, doomed);
    std::vector<Span> words;
    for (const Definition& definition : doomed.here)
      if (definition.layer == layer()) words.push_back(definition.span);
    std::vector<Edit> edits;
    for (const Span span : without_words(snapshot.text(path), words)) edits.push_back(Replace{span, ""});
    return edits;
  }

 private:
  static std::vector<ListedSource> sources_in(const Snapshot& snapshot, std::string_view path) {
    const BuildFile kind = build_file_of(path);
    if (kind == BuildFile::make) return makefile_sources(snapshot, path);
    std::vector<ListedSource> sources = listed_sources(snapshot, path);
    if (kind == BuildFile::data)  // a plain path on a line of its own is the other layer's
      std::erase_if(sources, [&](const ListedSource& source) { return is_line(snapshot.text(path), source.span); });
    return sources;
  }

  // Whether a path is all that stands on its line, but for a comma.
  static bool is_line(std::string_view text, Span span) {
    const std::string_view before = text.substr(0, span.offset);
    std::string_view after = text.substr(span.end(), text.find('\n', span.end()) - span.end());
    after = trimmed(after);
    if (after.starts_with(',')) after = trimmed(after.substr(1));
    return trimmed(before.substr(before.rfind('\n') + 1)).empty() && (after.empty() || after.starts_with('#')) &&
           text.substr(span.offset, span.length).find('}') == std::string_view::npos;
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

REMOVE_OP_REGISTER(BuildLists);

}  // namespace
}  // namespace remove_op
