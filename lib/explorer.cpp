#include "explorer.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <utility>

#include "computed_names.h"
#include "language.h"
#include "paths.h"
#include "words.h"

namespace remove_op {

Explorer::Explorer(const Snapshot& snapshot, Layers layers, const Progress& progress)
    : snapshot_(snapshot),
      layers_(layers),
      progress_(progress),
      graph_(Units{[this](std::string_view a, std::string_view b) { return a == b || units().share(a, b); },
                   [this](std::string_view path) { return units().in_source(path); }}) {}

// Built only where a name needs it; never before the graph's own thread asks.
const TranslationUnits& Explorer::units() const {
  if (!units_) units_ = std::make_unique<TranslationUnits>(snapshot_);
  return *units_;
}

bool Explorer::claimed(std::string_view path) const {
  return std::any_of(layers_.begin(), layers_.end(), [&](const auto& layer) { return layer->claims(path); });
}

Facts Explorer::facts_of(std::string_view path) const {
  if (progress_) progress_(path);
  Facts all;
  for (const auto& layer : layers_) {
    if (!layer->claims(path)) continue;
    Facts facts = layer->inspect(snapshot_, path);
    for (Definition& definition : facts.definitions) definition.layer = layer->layer();
    const auto append = [](auto& to, auto& from) {
      to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    append(all.definitions, facts.definitions);
    append(all.references, facts.references);
    append(all.doubts, facts.doubts);
  }
  return all;
}

bool Explorer::inspect(const std::vector<std::string>& paths) {
  std::vector<std::string> fresh;
  for (const std::string& path : paths)
    if (claimed(path) && snapshot_.find(path) && inspected_.insert(path).second) fresh.push_back(path);
  std::vector<Facts> facts(fresh.size());
  // The largest first, so that no thread is left alone with it at the end.
  std::vector<std::size_t> order(fresh.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return snapshot_.text(fresh[a]).size() > snapshot_.text(fresh[b]).size();
  });
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < order.size(); i = next++) facts[order[i]] = facts_of(fresh[order[i]]);
  };
  const std::size_t threads =
      std::min<std::size_t>(fresh.size(), std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  pool.clear();
  for (std::size_t i = 0; i < fresh.size(); ++i) graph_.add(fresh[i], std::move(facts[i]));
  return !fresh.empty();
}

void Explorer::inspect_computed_names() {
  if (std::exchange(computed_names_inspected_, true)) return;
  const auto paths = snapshot_.files_where([](const File& file) {
    return language_of(file.path) == Language::python && !is_test(file.path) && may_compute_op_names(file.text.view());
  });
  inspect({paths.begin(), paths.end()});
}

namespace {

bool is_in(Language language, Explorer::Files which) {
  if (which == Explorer::Files::native) return language == Language::cxx;
  if (which == Explorer::Files::python) return language == Language::python;
  return true;
}

// Which of those files can refer to the node at all: C++ and Python each see their own.
Explorer::Files narrowed(Explorer::Files which, std::string_view id) {
  if (which != Explorer::Files::production) return which;
  if (id.starts_with("cxx:")) return Explorer::Files::native;
  if (id.starts_with("py:")) return Explorer::Files::python;
  return which;
}

}  // namespace

bool Explorer::inspect_some(std::string_view word, Files which, std::size_t limit) {
  if (word.empty()) return false;
  const auto [known, first_time] = queues_.try_emplace({std::string(word), which});
  Queue& queue = known->second;
  if (first_time) {
    for (const std::string_view path : snapshot_.files_naming(word))
      if (claimed(path) && is_test(path) == (which == Files::tests) && is_in(language_of(path), which))
        queue.paths.emplace_back(path);
    // Native code first: it is where an op is defined, and what it says is the most certain.
    std::stable_partition(queue.paths.begin(), queue.paths.end(),
                          [](const std::string& path) { return language_of(path) == Language::cxx; });
  }
  std::vector<std::string> batch;
  for (; queue.next < queue.paths.size() && batch.size() < limit; ++queue.next)
    if (!inspected_.contains(queue.paths[queue.next])) batch.push_back(queue.paths[queue.next]);
  return inspect(batch);
}

bool Explorer::is_private(NodeId id) const {
  const Graph::Node& node = graph_.node(id);
  if (!node.id.starts_with("py:") || node.sites.empty()) return false;
  return std::all_of(node.sites.begin(), node.sites.end(), [](const Graph::Site& site) {
    if (is_test(site.path)) return true;
    const bool local = site.definition.what == "import" || site.definition.what == "constant";
    return local && !site.path.ends_with("__init__.py");
  });
}

// Whether a line that imports something names the module, or a line of a list of imported names is it.
bool may_import(std::string_view text, std::string_view module) {
  for (std::size_t at = find_word(text, module); at != std::string_view::npos; at = find_word(text, module, at + 1)) {
    const std::size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    const std::string_view line = trimmed(text.substr(start, text.find('\n', at) - start));
    if (line.find("import") != std::string_view::npos || line.starts_with(module)) return true;
  }
  return false;
}

// A file that reaches into a module imports it.
std::vector<std::string> Explorer::users_through_module(std::string_view module_path, std::string_view word) const {
  std::string_view stem = module_path.substr(0, module_path.rfind('.'));
  if (stem.ends_with("/__init__")) stem.remove_suffix(std::string_view("/__init__").size());
  stem = base_name(stem);
  std::vector<std::string> paths;
  for (const std::string_view path : snapshot_.files_naming(stem))
    if (language_of(path) == Language::python && find_word(snapshot_.text(path), word) != std::string_view::npos &&
        may_import(snapshot_.text(path), stem))
      paths.emplace_back(path);
  return paths;
}

// The native files that name it and can see it. A name in one file says nothing of the same name elsewhere.
std::vector<std::string> Explorer::users_in_units(NodeId id) const {
  const Graph::Node& node = graph_.node(id);
  std::set<std::string_view> paths;
  for (const Graph::Site& site : node.sites)
    for (const std::string_view path : units().sharing(site.path))
      if (!inspected_.contains(path)) paths.insert(path);
  std::erase_if(paths, [&](std::string_view path) {
    const std::string_view text = snapshot_.text(path);
    return std::none_of(node.words.begin(), node.words.end(),
                        [&](const std::string& word) { return find_word(text, word) != std::string_view::npos; });
  });
  return {paths.begin(), paths.end()};
}

bool Explorer::inspect_makers(std::string_view word) {
  if (!pasted_) pasted_.emplace(snapshot_);
  return inspect(pasted_->files_that_may_make(word));
}

bool Explorer::inspect_users(NodeId id, Files which, std::size_t limit) {
  bool more = false;
  if (is_unit_private(graph_.node(id).id)) return inspect(users_in_units(id));
  if (graph_.node(id).id == "cxx:main") return false;
  const std::set<std::string> words = graph_.node(id).words;
  if (which == Files::production && graph_.node(id).id.starts_with("cxx:"))
    for (const std::string& word : words) more = inspect_makers(word) || more;
  if (!is_private(id)) {
    const Files where = narrowed(which, graph_.node(id).id);
    for (const std::string& word : words) more = inspect_some(word, where, limit) || more;
    return more;
  }
  std::set<std::string> modules;
  for (const Graph::Site& site : graph_.node(id).sites) modules.insert(site.path);
  for (const std::string& module : modules)
    for (const std::string& word : words) more = inspect(users_through_module(module, word)) || more;
  return more;
}

}  // namespace remove_op
