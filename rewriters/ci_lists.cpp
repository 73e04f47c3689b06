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
#include "words.h"

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
    const PathLists lists = path_lists(snapshot, path, *kind_of(path));
    for (const PathMention& mention : lists.mentions) {
      if (mention.entry)
        facts.definitions.push_back(site(mention, mention.span, "list entry"));
      else if (const Span* argument = argument_around(lists, mention))
        facts.definitions.push_back(site(mention, *argument, "argument"));
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
      const bool elsewhere = !mention.entry && !argument_around(lists, mention);
      if (elsewhere && doomed.covers(mention.name)) continue;  // an entry to the layer of builds
      if (elsewhere)
        fallout.reports.push_back({mention.name, (kind == ListKind::document ? "a document names " : "a line names ") +
                                                     file + ", which goes"});
      else if (std::binary_search(gone.begin(), gone.end(), mention.line) &&
               empties_list(lists, kind, mention.line, gone))
        fallout.reports.push_back({mention.name, "a list holds nothing but " + file + ", which goes"});
    }
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    const ListKind kind = *kind_of(path);
    const std::string_view text = snapshot.text(path);
    const PathLists lists = path_lists(snapshot, path, kind);
    std::vector<unsigned> gone = gone_lines(lists, doomed);
    const std::vector<unsigned> doomed_lines = gone;
    std::erase_if(gone, [&](unsigned line) { return empties_list(lists, kind, line, doomed_lines); });
    const auto goes = [&](unsigned line) { return std::binary_search(gone.begin(), gone.end(), line); };
    std::vector<Edit> edits;
    for (const PathMention& mention : lists.mentions)
      if (mention.entry && goes(mention.line)) edits.push_back(Erase{mention.span});
    for (const CommandLine& command : lists.commands) {
      if (goes(command.line))
        edits.push_back(Erase{command.span});
      else if (!std::binary_search(doomed_lines.begin(), doomed_lines.end(), command.line))
        for (const Span argument : command.arguments)
          if (doomed.covers(argument)) edits.push_back(Replace{with_blanks_before(text, argument), ""});
    }
    for (const Span span : dangling(lists, text, kind, gone)) edits.push_back(Replace{span, ""});
    return edits;
  }

 private:
  static Definition site(const PathMention& mention, Span span, std::string what) {
    Definition definition;
    definition.id = "file:" + std::string(mention.file);
    definition.word = base_name(mention.file);
    definition.span = span;
    definition.what = std::move(what);
    definition.declares = true;
    return definition;
  }

  // The word of a command that is the mention's file; null where the mention is anything else.
  static const Span* argument_around(const PathLists& lists, const PathMention& mention) {
    for (const CommandLine& command : lists.commands)
      for (const Span& argument : command.arguments)
        if (command.line == mention.line && argument.contains(mention.name)) return &argument;
    return nullptr;
  }

  // The lines, sorted, of which nothing is left: entries, and commands that run only what goes.
  static std::vector<unsigned> gone_lines(const PathLists& lists, const Doomed& doomed) {
    std::vector<unsigned> lines;
    for (const PathMention& mention : lists.mentions)
      if (mention.entry && doomed.contains("file:" + std::string(mention.file)) && doomed.covers(mention.span))
        lines.push_back(mention.line);
    for (const CommandLine& command : lists.commands)
      if (std::all_of(command.files.begin(), command.files.end(), [&](Span file) { return doomed.covers(file); }))
        lines.push_back(command.line);
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  static Span with_blanks_before(std::string_view text, Span span) {
    unsigned begin = span.offset;
    while (begin > 0 && text[begin - 1] == ' ') --begin;
    return {begin, span.end() - begin};
  }

  static bool empties_list(const PathLists& lists, ListKind kind, unsigned line, const std::vector<unsigned>& gone) {
    // Lines of a text or owners file are independent of each other, and to ignore nothing is what ignoring a file that
    // is not there comes to.
    if (kind == ListKind::text || kind == ListKind::owners || trimmed(lists.lines[line]).starts_with("--ignore="))
      return false;
    const auto elements = list_around(lists, kind, line);
    return std::all_of(elements.begin(), elements.end(),
                       [&](unsigned i) { return std::binary_search(gone.begin(), gone.end(), i); });
  }
};

REMOVE_OP_REGISTER(CiLists);

}  // namespace
}  // namespace remove_op
