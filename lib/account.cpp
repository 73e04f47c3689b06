#include "account.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "describe.h"
#include "place.h"
#include "words.h"

namespace remove_op {
namespace {

using Notes = std::map<std::pair<std::string, unsigned>, std::string>;  // by path and line

std::string reason_for(const Account& account, NodeId id, const Graph::Reason& reason) {
  const Graph& graph = account.explorer.graph();
  if (account.targets.named.contains(id)) return "named";
  if (reason.because < 0) return "nothing is left that it served";
  if (reason.use < 0) return fmt::format("stands in {}, which goes", graph.node(reason.because).id.substr(5));
  const Graph::Use& use = graph.use(reason.use);
  const Place place = place_of(account.explorer.snapshot(), use.path, use.reference.span);
  return fmt::format("only {}, which goes, referred to it ({}:{})", describe(graph, reason.because), place.path,
                     place.line);
}

bool is_gone(const Account& account, const std::string& path, Span span) {
  if (file_goes(account.explorer.graph(), account.doomed, path)) return true;
  const auto here = account.sites.find(path);
  return here != account.sites.end() &&
         std::any_of(here->second.begin(), here->second.end(),
                     [&](const Definition& definition) { return definition.span.contains(span); });
}

bool still_named(const Graph::Node& node, std::string_view text) {
  return std::any_of(node.words.begin(), node.words.end(),
                     [&](const std::string& word) { return find_word(text, word) != std::string_view::npos; });
}

// Where an op's name still stands as text. A common word stands everywhere, and a list of that helps nobody.
void note_text(const Account& account, const std::string& word, const Snapshot& after, Notes& notes) {
  constexpr std::size_t worth_listing = 12;
  const Snapshot& before = account.explorer.snapshot();
  Notes found;
  std::set<std::string_view> files;
  for (const std::string_view path : before.files_naming(word)) {
    const std::string_view text = after.text(path);
    if (text.data() != before.text(path).data()) continue;  // edited: its lines have moved
    files.insert(path);
    unsigned line = 1;
    for (std::size_t at = find_word(text, word), from = 0; at != std::string_view::npos;
         at = find_word(text, word, at + 1)) {
      line += static_cast<unsigned>(std::count(text.begin() + static_cast<std::ptrdiff_t>(from),
                                               text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
      from = at;
      if (!notes.contains({std::string(path), line}))
        found.try_emplace({std::string(path), line}, "still names " + word);
    }
  }
  if (found.size() <= worth_listing)
    notes.merge(found);
  else
    notes.try_emplace(found.begin()->first,
                      fmt::format("the word {} stands here and in {} other lines of {} files that stay", word,
                                  found.size() - 1, files.size()));
}

}  // namespace

std::vector<Gone> what_goes(const Account& account) {
  const Graph& graph = account.explorer.graph();
  const Snapshot& before = account.explorer.snapshot();
  std::vector<Gone> all;
  for (const auto& [id, reason] : account.doomed) {
    for (const Graph::Site& site : graph.node(id).sites) {
      const std::string_view text = before.text(site.path);
      const Definition& definition = site.definition;
      if (definition.declares && file_goes(graph, account.doomed, site.path)) continue;
      // A place without extent is not taken out, unless it stands for its whole file.
      if (definition.span.length == 0 && !graph.is_file(id) && !file_goes(graph, account.doomed, site.path)) continue;
      Gone gone;
      gone.id = graph.node(id).id;
      gone.name = definition.word.empty() ? gone.id.substr(gone.id.rfind(':') + 1) : definition.word;
      gone.what = definition.what;
      gone.layer = definition.layer;
      gone.place = place_of(before, site.path, definition.span);
      const bool whole = gone.id == "file:" + site.path;
      const std::string_view covered = whole ? text : text.substr(definition.span.offset, definition.span.length);
      gone.last_line = gone.place.line + static_cast<unsigned>(std::count(covered.begin(), covered.end(), '\n'));
      gone.reason = reason_for(account, id, reason);
      all.push_back(std::move(gone));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Gone& a, const Gone& b) {
    return std::tie(a.place.path, a.place.line, a.place.column, a.id) <
           std::tie(b.place.path, b.place.line, b.place.column, b.id);
  });
  return all;
}

std::vector<Note> what_stays(const Account& account, const Snapshot& after) {
  const Graph& graph = account.explorer.graph();
  const Snapshot& before = account.explorer.snapshot();
  Notes notes;
  for (const auto& [path, reports] : account.reports)
    for (const Report& report : reports)
      notes.try_emplace({path, place_of(before, path, report.span).line}, report.what);
  for (const auto& [id, reason] : account.doomed) {
    for (const int index : graph.uses_of(id)) {
      const Graph::Use& use = graph.use(index);
      if (account.doomed.contains(use.from) || is_gone(account, use.path, use.reference.span)) continue;
      const bool keeps = use.reference.strength == Strength::keeps;
      if (!keeps && !still_named(graph.node(id), after.text(use.path)))
        continue;  // a guard that speaks of another op now
      notes.try_emplace({use.path, place_of(before, use.path, use.reference.span).line},
                        fmt::format("{} {}", keeps ? "still refers to" : "still mentions", describe(graph, id)));
    }
  }
  for (const std::string& word : account.targets.words) note_text(account, word, after, notes);
  std::vector<Note> all;
  for (auto& [where, what] : notes) all.push_back({{where.first, where.second, 1}, std::move(what)});
  return all;
}

}  // namespace remove_op
