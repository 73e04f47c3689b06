#include "removal.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "change_set.h"
#include "describe.h"
#include "explorer.h"
#include "judge.h"
#include "named_otherwise.h"
#include "notices.h"
#include "place.h"
#include "targets.h"
#include "words.h"

namespace remove_op {
namespace {

class Remover {
 public:
  Remover(Explorer& explorer, const Targets& targets, const Options& options)
      : explorer_(explorer), targets_(targets), options_(options) {}

  // Everything that goes with `seeds`: sweeps, asks the layers what follows, and sweeps again until nothing new comes.
  void grow(std::set<NodeId> seeds) {
    for (;;) {
      doomed_ = explorer_.graph().sweep(seeds, pinned_);
      if (look_further() || pin_named(seeds)) continue;
      if (!follow(seeds)) break;
    }
  }

  llvm::Expected<Removal> result(Judgement judgement) {
    ChangeSet changes;
    for (const std::string& path : explorer_.inspected()) {
      if (ids_.contains("file:" + path)) {
        changes.add(path, DropFile{}, "files");
        continue;
      }
      const Doomed here = doomed_in(path);
      if (here.here.empty() && !names_doomed(path)) continue;
      for (const auto& layer : explorer_.layers())
        if (layer->claims(path))
          for (Edit& edit : layer->remove(explorer_.snapshot(), path, here))
            changes.add(path, std::move(edit), layer->layer());
    }
    auto after = changes.apply(explorer_.snapshot());
    if (!after) return after.takeError();
    Removal removal;
    removal.verdict = std::move(judgement.verdict);
    removal.after = std::move(*after);
    removal.forced = options_.force;
    list_gone(removal);
    list_notes(removal);
    return removal;
  }

 private:
  // Whether files were found that may hold a use of something that is thought to go; a few at a time, because the first
  // use that is found settles it.
  bool look_further() {
    const Graph& graph = explorer_.graph();
    bool more = false;
    for (const std::string& word : targets_.words)
      more = explorer_.inspect_some(word, Explorer::Files::production, 4) || more;
    std::vector<std::string> files;
    for (const auto& [id, reason] : doomed_) {
      more = explorer_.inspect_users(id, Explorer::Files::production, 4) || more;
      if (graph.is_file(id)) files.push_back(graph.node(id).id.substr(5));
    }
    more = explorer_.inspect(files) || more;
    return more || find_what_words_mean();
  }

  // Names in what goes that no parse resolved and no inspected file defines: headers that come together with them may.
  bool find_what_words_mean() {
    const Graph& graph = explorer_.graph();
    std::set<std::string> files;
    for (const auto& [id, reason] : doomed_) {
      for (const int index : graph.node(id).references) {
        const Graph::Use& use = graph.use(index);
        const std::string& word = use.reference.to;
        if (!use.reference.by_word || language_of(use.path) != Language::cxx || !graph.reached_by(use).empty()) continue;
        if (!looked_up_.emplace(use.path, word).second) continue;
        for (const std::string_view file : explorer_.units().sharing(use.path))
          if (!explorer_.inspected().contains(file) &&
              find_word(explorer_.snapshot().text(file), word) != std::string_view::npos)
            files.emplace(file);
      }
    }
    return explorer_.inspect({files.begin(), files.end()});
  }

  std::function<bool(std::string_view)> file_goes() const {
    return [this](std::string_view path) {
      const NodeId file = explorer_.graph().find("file:" + std::string(path));
      return file >= 0 && doomed_.contains(file);
    };
  }

  // What a string or a configuration file may reach stays, whether or not a reference does.
  bool pin_named(const std::set<NodeId>& seeds) {
    bool more = false;
    for (const auto& [id, reason] : doomed_)
      if (!seeds.contains(id) && named_otherwise(explorer_, id, file_goes())) more = pinned_.insert(id).second || more;
    return more;
  }

  Doomed doomed_in(std::string_view path) const {
    Doomed doomed{ids_, {}, options_.keep_tests};
    doomed.goes = [this](std::string_view elsewhere, Span span) {
      const auto known = sites_.find(elsewhere);
      return known != sites_.end() &&
             std::any_of(known->second.begin(), known->second.end(),
                         [&](const Definition& definition) { return definition.span.contains(span); });
    };
    const auto here = sites_.find(path);
    if (here != sites_.end()) doomed.here = here->second;
    return doomed;
  }

  void index_doomed() {
    ids_.clear();
    sites_.clear();
    naming_.clear();
    for (const auto& [id, reason] : doomed_) {
      const Graph::Node& node = explorer_.graph().node(id);
      ids_.insert(node.id);
      for (const Graph::Site& site : node.sites) sites_[site.path].push_back(site.definition);
      if (explorer_.is_private(id)) continue;
      for (const std::string& word : node.words)
        for (const std::string_view path : explorer_.snapshot().files_naming(word)) naming_.insert(path);
    }
    for (auto& [path, here] : sites_)
      std::stable_sort(here.begin(), here.end(),
                       [](const Definition& a, const Definition& b) { return a.span < b.span; });
  }

  // Whether the file speaks of something that goes, by a word that means something outside its module.
  bool names_doomed(std::string_view path) const { return naming_.contains(path); }

  // Adds to `seeds` what the layers say follows; false where nothing new does.
  bool follow(std::set<NodeId>& seeds) {
    index_doomed();
    for (const auto& [id, reason] : doomed_)
      while (explorer_.inspect_users(id, Explorer::Files::tests, 16)) {
      }
    bool more = false;
    reports_.clear();
    for (const std::string& path : std::set<std::string, std::less<>>(explorer_.inspected())) {
      if (ids_.contains("file:" + path)) continue;
      const Doomed here = doomed_in(path);
      if (here.here.empty() && !names_doomed(path)) continue;
      for (const auto& layer : explorer_.layers()) {
        if (!layer->claims(path)) continue;
        Fallout fallout = layer->follow(explorer_.snapshot(), path, here);
        for (Report& report : fallout.reports) reports_[path].push_back(std::move(report));
        for (Definition& definition : fallout.also)
          more = adopt(path, layer->layer(), std::move(definition), seeds) || more;
      }
    }
    return take_notices(seeds) || more;
  }

  // The licence of a folder in which it is the last file.
  bool take_notices(std::set<NodeId>& seeds) {
    const std::vector<std::string> notices = notices_of_nothing(explorer_.snapshot(), ids_);
    explorer_.inspect(notices);
    bool more = false;
    for (const std::string& path : notices)
      if (const NodeId id = explorer_.graph().find("file:" + path); id >= 0) more = seeds.insert(id).second || more;
    return more;
  }

  // The definition may be a new node, or a new site of one that goes already.
  bool adopt(const std::string& path, std::string_view layer, Definition definition, std::set<NodeId>& seeds) {
    definition.layer = layer;
    Graph& graph = explorer_.graph();
    const std::string id = definition.id;
    const NodeId known = graph.find(id);
    if (known >= 0 && graph.is_file(known) && is_reached_otherwise(known)) return false;
    const bool has_site =
        known >= 0 &&
        std::any_of(graph.node(known).sites.begin(), graph.node(known).sites.end(),
                    [&](const auto& site) { return site.path == path && site.definition.span == definition.span; });
    if (!has_site) graph.add(path, {{std::move(definition)}, {}, {}});
    return seeds.insert(graph.find(id)).second || !has_site;
  }

  // Whether an emptied file is more than its include lines and its list entries, which go with it.
  bool is_reached_otherwise(NodeId file) {
    const Graph& graph = explorer_.graph();
    const auto uses = graph.uses_of(file);
    const auto& sites = graph.node(file).sites;
    const bool referred = std::any_of(uses.begin(), uses.end(), [&](int index) {
      const Graph::Use& use = graph.use(index);
      const bool at_a_site = std::any_of(sites.begin(), sites.end(), [&](const Graph::Site& site) {
        return site.path == use.path && site.definition.span.contains(use.reference.span);
      });
      return use.reference.strength == Strength::keeps && !doomed_.contains(use.from) && !at_a_site;
    });
    return referred || named_otherwise(explorer_, file, file_goes());
  }

  std::string reason_for(NodeId id, const Graph::Reason& reason) const {
    const Graph& graph = explorer_.graph();
    if (targets_.named.contains(id)) return "named";
    if (reason.because < 0) return "nothing is left that it served";
    if (reason.use < 0) return fmt::format("stands in {}, which goes", graph.node(reason.because).id.substr(5));
    const Graph::Use& use = graph.use(reason.use);
    const Place place = place_of(explorer_.snapshot(), use.path, use.reference.span);
    return fmt::format("only {}, which goes, referred to it ({}:{})", describe(graph, reason.because), place.path,
                       place.line);
  }

  void list_gone(Removal& removal) const {
    const Graph& graph = explorer_.graph();
    for (const auto& [id, reason] : doomed_) {
      for (const Graph::Site& site : graph.node(id).sites) {
        const std::string_view text = explorer_.snapshot().text(site.path);
        const Definition& definition = site.definition;
        if (definition.declares && ids_.contains("file:" + site.path)) continue;
        Gone gone;
        gone.id = graph.node(id).id;
        gone.name = definition.word.empty() ? gone.id.substr(gone.id.rfind(':') + 1) : definition.word;
        gone.what = definition.what;
        gone.layer = definition.layer;
        gone.place = place_of(explorer_.snapshot(), site.path, definition.span);
        const bool whole = gone.id == "file:" + site.path;
        const std::string_view covered = whole ? text : text.substr(definition.span.offset, definition.span.length);
        gone.last_line = gone.place.line + static_cast<unsigned>(std::count(covered.begin(), covered.end(), '\n'));
        gone.reason = reason_for(id, reason);
        removal.gone.push_back(std::move(gone));
      }
    }
    std::stable_sort(removal.gone.begin(), removal.gone.end(), [](const Gone& a, const Gone& b) {
      return std::tie(a.place.path, a.place.line, a.place.column, a.id) <
             std::tie(b.place.path, b.place.line, b.place.column, b.id);
    });
  }

  // Uses that stay, what the layers report, and wherever else the ops are still spoken of.
  void list_notes(Removal& removal) const {
    const Graph& graph = explorer_.graph();
    Notes notes;
    for (const auto& [path, reports] : reports_)
      for (const Report& report : reports)
        notes.try_emplace({path, place_of(explorer_.snapshot(), path, report.span).line}, report.what);
    for (const auto& [id, reason] : doomed_) {
      for (const int index : graph.uses_of(id)) {
        const Graph::Use& use = graph.use(index);
        if (doomed_.contains(use.from) || is_gone(use.path, use.reference.span)) continue;
        const bool keeps = use.reference.strength == Strength::keeps;
        if (!keeps && !still_named(id, removal.after.text(use.path)))
          continue;  // a guard that speaks of another op now
        notes.try_emplace({use.path, place_of(explorer_.snapshot(), use.path, use.reference.span).line},
                          fmt::format("{} {}", keeps ? "still refers to" : "still mentions", describe(graph, id)));
      }
    }
    for (const std::string& word : targets_.words) note_text(word, removal, notes);
    for (auto& [where, what] : notes) removal.notes.push_back({{where.first, where.second, 1}, std::move(what)});
  }

  using Notes = std::map<std::pair<std::string, unsigned>, std::string>;

  // Where an op's name still stands as text. A common word stands everywhere, and a list of that helps nobody.
  void note_text(const std::string& word, const Removal& removal, Notes& notes) const {
    constexpr std::size_t worth_listing = 12;
    Notes found;
    std::set<std::string_view> files;
    for (const std::string_view path : explorer_.snapshot().files_naming(word)) {
      const std::string_view text = removal.after.text(path);
      if (text.data() != explorer_.snapshot().text(path).data()) continue;  // edited: its lines have moved
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

  bool still_named(NodeId id, std::string_view text) const {
    const auto& words = explorer_.graph().node(id).words;
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return find_word(text, word) != std::string_view::npos; });
  }

  bool is_gone(const std::string& path, Span span) const {
    if (ids_.contains("file:" + path)) return true;
    return doomed_in(path).covers(span);
  }

  Explorer& explorer_;
  const Targets& targets_;
  const Options& options_;
  Graph::Doomed doomed_;
  std::set<NodeId> pinned_;
  std::set<std::pair<std::string, std::string>> looked_up_;  // words that were looked for, by the file that says them
  std::set<std::string, std::less<>> ids_;
  std::set<std::string_view> naming_;  // files that name what goes
  std::map<std::string, std::vector<Definition>, std::less<>> sites_;
  std::map<std::string, std::vector<Report>> reports_;
};

// Wrappers of the same name in another backend that nothing uses any more.
void add_unused_twins(const Graph& graph, const Targets& targets, std::set<NodeId>& seeds) {
  for (const NodeId id : targets.twins) {
    const auto uses = graph.uses_of(id);
    if (std::none_of(uses.begin(), uses.end(), [&](int use) {
          return graph.use(use).reference.strength == Strength::keeps && !seeds.contains(graph.use(use).from);
        }))
      seeds.insert(id);
  }
}

}  // namespace

llvm::Expected<Removal> plan_removal(const Snapshot& before, const std::vector<std::string>& names, Layers layers,
                                     const Options& options, const Progress& progress) {
  Explorer explorer(before, layers, progress);
  if (!options.force) {
    auto registered = find_targets(explorer, names, /*native_only=*/true);
    if (!registered) return registered.takeError();
    Judgement early = judge(explorer, *registered, /*force=*/false);
    if (std::holds_alternative<Live>(early.verdict)) return Removal{std::move(early.verdict), before, {}, {}, false};
  }
  auto targets = find_targets(explorer, names, /*native_only=*/false);
  if (!targets) return targets.takeError();
  Judgement judgement = judge(explorer, *targets, options.force);
  if (!std::holds_alternative<Dead>(judgement.verdict) && !options.force)
    return Removal{std::move(judgement.verdict), before, {}, {}, false};
  std::set<NodeId> seeds = targets->named;
  seeds.insert(judgement.dangling.begin(), judgement.dangling.end());
  add_unused_twins(explorer.graph(), *targets, seeds);
  Remover remover(explorer, *targets, options);
  remover.grow(std::move(seeds));
  return remover.result(std::move(judgement));
}

}  // namespace remove_op
