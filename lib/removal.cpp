#include "removal.h"

#include <algorithm>
#include <map>

#include "account.h"
#include "change_set.h"
#include "explorer.h"
#include "judge.h"
#include "named_otherwise.h"
#include "notices.h"
#include "paths.h"
#include "syntax/build_files.h"
#include "syntax/computed_sources.h"
#include "syntax/python_effects.h"
#include "targets.h"
#include "words.h"

namespace remove_op {
namespace {

class Remover {
 public:
  Remover(Explorer& explorer, const Targets& targets, const Options& options)
      : explorer_(explorer), targets_(targets), options_(options) {}

  // Everything that goes with what was `asked` for: sweeps, asks the layers what follows, and sweeps again until
  // nothing new comes.
  void grow(const std::set<NodeId>& asked) {
    asked_ = asked;
    for (std::set<NodeId> seeds = asked;;) {
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
    const Account account = {explorer_, targets_, doomed_, sites_, reports_};
    removal.gone = what_goes(account);
    removal.notes = what_stays(account, removal.after);
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
    return find_imported_modules() || more || find_what_words_mean();
  }

  // An import inside of a function has no node whose users would lead to the module.
  bool find_imported_modules() {
    const Graph& graph = explorer_.graph();
    std::vector<std::string> modules;
    for (const auto& [id, reason] : doomed_) {
      for (const int index : graph.node(id).references) {
        const std::string_view to = graph.use(index).reference.to;
        if (!graph.use(index).reference.by_word && to.starts_with("py:"))
          modules.emplace_back(to.substr(3, to.rfind(':') - 3));
      }
    }
    return explorer_.inspect(modules);
  }

  // Names in what goes that no parse resolved and no inspected file defines: headers that come together with them may.
  bool find_what_words_mean() {
    const Graph& graph = explorer_.graph();
    std::set<std::string> files;
    for (const auto& [id, reason] : doomed_) {
      for (const int index : graph.node(id).references) {
        const Graph::Use& use = graph.use(index);
        const std::string& word = use.reference.to;
        if (!use.reference.by_word || language_of(use.path) != Language::cxx || !graph.reached_by(use).empty())
          continue;
        if (!looked_up_.emplace(use.path, word).second) continue;
        for (const std::string_view file : explorer_.units().sharing(use.path))
          if (!explorer_.inspected().contains(file) &&
              find_word(explorer_.snapshot().text(file), word) != std::string_view::npos)
            files.emplace(file);
      }
    }
    return explorer_.inspect({files.begin(), files.end()});
  }

  bool goes(std::string_view path) const { return file_goes(explorer_.graph(), doomed_, path); }

  bool is_named_elsewhere(NodeId id) const {
    return named_otherwise(explorer_, id, [this](std::string_view path) { return goes(path); });
  }

  // What a string or a configuration file may reach stays, whether or not a reference does.
  bool pin_named(const std::set<NodeId>& seeds) {
    bool more = false;
    for (const auto& [id, reason] : doomed_)
      if (!seeds.contains(id) && (imports_what_stays(id) || is_named_elsewhere(id)))
        more = pinned_.insert(id).second || more;
    return more;
  }

  // A helper of the op that a test which stays uses, beside all else that it tests: without it the test would not even
  // load.
  bool pin_tested() {
    if (options_.keep_tests) return false;
    const Graph& graph = explorer_.graph();
    bool more = false;
    for (const auto& [id, reason] : doomed_) {
      const Graph::Node& node = graph.node(id);
      if (asked_.contains(id) || !node.id.starts_with("py:") || is_test(node.sites.empty() ? "" : node.sites[0].path) ||
          is_transparent(node))
        continue;
      const auto uses = graph.uses_of(id);
      const bool tested = std::any_of(uses.begin(), uses.end(), [&](int index) {
        const Graph::Use& use = graph.use(index);
        return is_test(use.path) && !doomed_.contains(use.from) && !goes(use.path) &&
               !doomed_in(use.path).covers(use.reference.span);
      });
      if (tested) more = pinned_.insert(id).second || more;
    }
    return more;
  }

  // An import that is there for its effect goes only with what it imports, not for having lost its last use.
  bool imports_what_stays(NodeId id) const {
    const Graph& graph = explorer_.graph();
    const Graph::Node& node = graph.node(id);
    const bool for_effect = std::any_of(node.sites.begin(), node.sites.end(), [&](const Graph::Site& site) {
      return site.definition.what == "import" && !goes(site.path) &&
             python::imports_for_effect(explorer_.snapshot(), site.path, site.definition.span);
    });
    return for_effect && std::none_of(node.references.begin(), node.references.end(), [&](int index) {
             const auto reached = graph.reached_by(graph.use(index));
             return std::any_of(reached.begin(), reached.end(),
                                [&](NodeId to) { return doomed_.contains(to) && !graph.node(to).sites.empty(); });
           });
  }

  std::function<bool(std::string_view, Span)> goes_in() const {
    return [this](std::string_view path, Span span) {
      const auto known = sites_.find(path);
      return known != sites_.end() &&
             std::any_of(known->second.begin(), known->second.end(),
                         [&](const Definition& definition) { return definition.span.contains(span); });
    };
  }

  Doomed doomed_in(std::string_view path) const {
    Doomed doomed{ids_, {}, options_.keep_tests, goes_in()};
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
    bool more = false;
    for (const auto& [id, reason] : doomed_)
      while (explorer_.inspect_users(id, Explorer::Files::tests, 16)) more = true;
    if (more) return true;  // they may list what goes
    index_doomed();
    reports_ = why_kept_;
    std::vector<std::pair<std::string, Need>> needed;
    for (const std::string& path : std::set<std::string, std::less<>>(explorer_.inspected())) {
      if (ids_.contains("file:" + path)) continue;
      const Doomed here = doomed_in(path);
      if (here.here.empty() && !names_doomed(path)) continue;
      for (const auto& layer : explorer_.layers()) {
        if (!layer->claims(path)) continue;
        Fallout fallout = layer->follow(explorer_.snapshot(), path, here);
        for (Need& need : fallout.needed) needed.emplace_back(path, std::move(need));
        for (Report& report : fallout.reports) reports_[path].push_back(std::move(report));
        for (Definition& definition : fallout.also)
          more = adopt(path, layer->layer(), std::move(definition), seeds) || more;
      }
    }
    if (take_notices(seeds) || more) return true;
    if (!keep(needed) && !pin_tested()) return false;
    seeds = asked_;  // what followed from what stays after all does not follow
    return true;
  }

  // Pins what must stay after all, unless it was asked for by name; false where nothing new is.
  bool keep(std::vector<std::pair<std::string, Need>>& needed) {
    bool more = false;
    for (auto& [path, need] : needed) {
      const NodeId id = explorer_.graph().find(need.id);
      if (id < 0 || asked_.contains(id) || !pinned_.insert(id).second) continue;
      why_kept_[path].push_back(std::move(need.why));
      more = true;
    }
    return more;
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
    if (pinned_.contains(known)) return false;
    if (known >= 0 && graph.is_file(known)) {
      inspect_builds(known);
      if (is_reached_otherwise(known)) return false;
    }
    const bool has_site =
        known >= 0 &&
        std::any_of(graph.node(known).sites.begin(), graph.node(known).sites.end(),
                    [&](const auto& site) { return site.path == path && site.definition.span == definition.span; });
    if (!has_site) graph.adopt(path, std::move(definition));
    return seeds.insert(graph.find(id)).second || !has_site;
  }

  // What may list the file: what names it and, of Makefiles, what names the object that is made of it.
  void inspect_builds(NodeId file) {
    while (explorer_.inspect_users(file, Explorer::Files::production, 16)) {
    }
    const std::string path = explorer_.graph().node(file).id.substr(5);
    const std::string_view name = base_name(path);
    std::vector<std::string> makefiles;
    for (const std::string_view naming : explorer_.snapshot().files_naming(name.substr(0, name.rfind('.'))))
      if (build_file_of(naming) == BuildFile::make) makefiles.emplace_back(naming);
    explorer_.inspect(makefiles);
  }

  // Whether an emptied file is more than its include lines and its list entries, which go with it.
  bool is_reached_otherwise(NodeId file) {
    const Graph& graph = explorer_.graph();
    const std::string path = graph.node(file).id.substr(5);
    const bool built = language_of(path) == Language::cxx && !is_header(path);
    const auto uses = graph.uses_of(file);
    const auto& sites = graph.node(file).sites;
    const bool referred = std::any_of(uses.begin(), uses.end(), [&](int index) {
      const Graph::Use& use = graph.use(index);
      const bool at_a_site = std::any_of(sites.begin(), sites.end(), [&](const Graph::Site& site) {
        return site.path == use.path && site.definition.span.contains(use.reference.span);
      });
      const bool keeps = use.reference.strength == Strength::keeps && !doomed_.contains(use.from) && !at_a_site;
      if (keeps && built && language_of(use.path) != Language::cxx)
        reports_[use.path].push_back({use.reference.span, path + " stays, emptied: it is named here"});
      return keeps;
    });
    if (referred || is_named_elsewhere(file)) return true;
    const auto computed = built ? computed_name_of(explorer_.snapshot(), path, goes_in()) : std::nullopt;
    if (!computed) return false;
    reports_[std::string(computed->first)].push_back(
        {computed->second, path + " stays, emptied: its name may be put together here"});
    return true;
  }

  Explorer& explorer_;
  const Targets& targets_;
  const Options& options_;
  std::set<NodeId> asked_;
  Graph::Doomed doomed_;
  std::set<NodeId> pinned_;
  std::map<std::string, std::vector<Report>> why_kept_;
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
  remover.grow(seeds);
  return remover.result(std::move(judgement));
}

}  // namespace remove_op
