#include "explorer.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "computed_names.h"
#include "language.h"
#include "words.h"

namespace remove_op {

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
    const auto append = [](auto& to, auto& from) { to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end())); };
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
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < fresh.size(); i = next++) facts[i] = facts_of(fresh[i]);
  };
  const std::size_t threads = std::min<std::size_t>(fresh.size(), std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  pool.clear();
  for (std::size_t i = 0; i < fresh.size(); ++i) graph_.add(fresh[i], std::move(facts[i]));
  return !fresh.empty();
}

void Explorer::inspect_computed_names() {
  std::vector<std::string> paths;
  for (const std::string_view path : snapshot_.files_naming("getattr"))
    if (language_of(path) == Language::python && !is_test(path) && may_compute_op_names(snapshot_.text(path)))
      paths.emplace_back(path);
  inspect(paths);
}

bool Explorer::inspect_some(std::string_view word, Files which, std::size_t limit) {
  if (word.empty()) return false;
  const auto [known, first_time] = queues_.try_emplace({std::string(word), which});
  Queue& queue = known->second;
  if (first_time) {
    for (const std::string_view path : snapshot_.files_naming(word))
      if (claimed(path) && is_test(path) == (which == Files::tests)) queue.paths.emplace_back(path);
    // Native code first: it is where an op is defined, and what it says is the most certain.
    std::stable_partition(queue.paths.begin(), queue.paths.end(), [](const std::string& path) { return language_of(path) == Language::cxx; });
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

// A file that reaches into a module names it.
std::vector<std::string> Explorer::users_through_module(std::string_view module_path, std::string_view word) const {
  std::string_view stem = module_path.substr(0, module_path.rfind('.'));
  if (stem.ends_with("/__init__")) stem.remove_suffix(std::string_view("/__init__").size());
  stem = stem.substr(stem.rfind('/') + 1);
  std::vector<std::string> paths;
  for (const std::string_view path : snapshot_.files_naming(stem))
    if (language_of(path) == Language::python && find_word(snapshot_.text(path), word) != std::string_view::npos)
      paths.emplace_back(path);
  return paths;
}

bool Explorer::inspect_users(NodeId id, Files which, std::size_t limit) {
  bool more = false;
  const std::set<std::string> words = graph_.node(id).words;
  if (which == Files::production && graph_.node(id).id.starts_with("cxx:")) {
    if (!pasted_) pasted_.emplace(snapshot_);
    for (const std::string& word : words) more = inspect(pasted_->files_that_may_make(word)) || more;
  }
  if (!is_private(id)) {
    for (const std::string& word : words) more = inspect_some(word, which, limit) || more;
    return more;
  }
  std::set<std::string> modules;
  for (const Graph::Site& site : graph_.node(id).sites) modules.insert(site.path);
  for (const std::string& module : modules)
    for (const std::string& word : words) more = inspect(users_through_module(module, word)) || more;
  return more;
}

}  // namespace remove_op
