// Configuration and documents: entries of plain lists (CI, owners, linters) that name a file go with it.
//
// Input: a YAML, TOML, JSON, text, shell, owners or document file. Output: a definition of the file for each list entry
// that is a line of its own; a report for whatever else names a file that goes.
// Invariant: a list is never left without elements, for what that would mean only its reader knows; documents are
// never changed.
#include <algorithm>
#include <array>
#include <optional>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/path_lists.h"

namespace remove_op {
namespace {

std::optional<ListKind> kind_of(std::string_view path) {
  if (language_of(path) != Language::other) return std::nullopt;
  const std::string_view name = base_name(path);
  const auto ends = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  if (ends(".yaml", ".yml")) return ListKind::yaml;
  if (ends(".toml", ".json")) return ListKind::data;
  if (ends(".sh", ".bash") || name.starts_with("Dockerfile")) return ListKind::shell;
  if (ends(".txt") || name == "MANIFEST.in") return ListKind::text;
  if (name == "CODEOWNERS") return ListKind::owners;
  if (ends(".md", ".rst")) return ListKind::document;
  return std::nullopt;
}

class CiLists : public Rewriter {
 public:
  std::string_view layer() const override { return "lists"; }
  bool claims(std::string_view path) const override { return kind_of(path).has_value(); }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    Facts facts;
    for (const PathMention& mention : path_lists(snapshot, path, *kind_of(path)).mentions) {
      if (mention.entry)
        facts.definitions.push_back(entry(mention));
      else
        facts.references.push_back({"file:" + std::string(mention.file), mention.name, Strength::mentions});
    }
    return facts;
  }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    const ListKind kind = *kind_of(path);
    const PathLists lists = path_lists(snapshot, path, kind);
    const std::vector<unsigned> gone = gone_lines(lists, doomed);
    Fallout fallout;
    for (const PathMention& mention : lists.mentions) {
      if (!doomed.contains("file:" + std::string(mention.file))) continue;
      const std::string file(mention.file);
      if (!mention.entry)
        fallout.reports.push_back({mention.name, (kind == ListKind::document ? "a document names " : "a line names ") +
                                                     file + ", which goes"});
      else if (empties_list(lists, kind, mention.line, gone))
        fallout.reports.push_back({mention.name, "a list holds nothing but " + file + ", which goes"});
    }
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    const ListKind kind = *kind_of(path);
    const PathLists lists = path_lists(snapshot, path, kind);
    std::vector<unsigned> gone = gone_lines(lists, doomed);
    const std::vector<unsigned> doomed_lines = gone;
    std::erase_if(gone, [&](unsigned line) { return empties_list(lists, kind, line, doomed_lines); });
    std::vector<Edit> edits;
    for (const PathMention& mention : lists.mentions)
      if (mention.entry && std::binary_search(gone.begin(), gone.end(), mention.line))
        edits.push_back(Erase{mention.span});
    for (const Span span : dangling(lists, snapshot.text(path), kind, gone)) edits.push_back(Replace{span, ""});
    return edits;
  }

 private:
  static Definition entry(const PathMention& mention) {
    Definition definition;
    definition.id = "file:" + std::string(mention.file);
    definition.word = base_name(mention.file);
    definition.span = mention.span;
    definition.what = "list entry";
    definition.declares = true;
    return definition;
  }

  static std::vector<unsigned> gone_lines(const PathLists& lists, const Doomed& doomed) {
    std::vector<unsigned> lines;
    for (const PathMention& mention : lists.mentions)
      if (mention.entry && doomed.contains("file:" + std::string(mention.file)) && doomed.covers(mention.span))
        lines.push_back(mention.line);
    return lines;
  }

  static bool empties_list(const PathLists& lists, ListKind kind, unsigned line, const std::vector<unsigned>& gone) {
    // Lines of a text or owners file are independent of each other, and to ignore nothing is what ignoring a file that
    // is not there comes to.
    if (kind == ListKind::text || kind == ListKind::owners ||
        lists.lines[line].find("--ignore=") != std::string_view::npos)
      return false;
    const auto elements = list_around(lists, kind, line);
    return std::all_of(elements.begin(), elements.end(),
                       [&](unsigned i) { return std::binary_search(gone.begin(), gone.end(), i); });
  }
};

REMOVE_OP_REGISTER(CiLists);

}  // namespace
}  // namespace remove_op
