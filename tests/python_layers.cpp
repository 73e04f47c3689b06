#include "python_layers.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "syntax/python_tree.h"

namespace remove_op {
namespace {

template <class Function>
void for_each_layer(std::string_view path, const Function& function) {
  for (const auto& layer : all_layers())
    if ((layer->layer().starts_with("python") || layer->layer() == "tests") && layer->claims(path)) function(*layer);
}

std::vector<Definition> all_definitions(const Snapshot& repo, std::string_view path) {
  std::vector<Definition> all;
  for_each_layer(path, [&](const Rewriter& layer) {
    for (Definition& definition : layer.inspect(repo, path).definitions) {
      definition.layer = layer.layer();
      all.push_back(std::move(definition));
    }
  });
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.span < b.span; });
  return all;
}

}  // namespace

std::vector<std::string> python_definitions(const Snapshot& repo, std::string_view path) {
  std::vector<std::string> out;
  for (const Definition& definition : all_definitions(repo, path))
    out.push_back(definition.id + " " + definition.what + (definition.forwards ? " forwards" : "") +
                  (definition.declares ? " declares" : ""));
  return out;
}

std::vector<std::string> python_references(const Snapshot& repo, std::string_view path) {
  std::vector<std::string> out;
  for_each_layer(path, [&](const Rewriter& layer) {
    for (const Reference& reference : layer.inspect(repo, path).references)
      out.push_back((reference.strength == Strength::keeps ? "keeps " : "mentions ") +
                    ((reference.by_word ? "." : "") + reference.to));
  });
  return out;
}

std::vector<std::string> python_doubts(const Snapshot& repo, std::string_view path) {
  std::vector<std::string> out;
  for_each_layer(path, [&](const Rewriter& layer) {
    for (const Doubt& doubt : layer.inspect(repo, path).doubts) out.push_back(doubt.about);
  });
  return out;
}

Left python_left(const Snapshot& repo, std::string_view path, std::set<std::string, std::less<>> ids, bool keep_tests) {
  std::vector<Definition> here;
  Left left;
  for (const Definition& definition : all_definitions(repo, path))
    if (ids.count(definition.id)) here.push_back(definition);
  for (bool more = true; more;) {
    more = false;
    left.reports.clear();
    const Doomed doomed{ids, here, keep_tests};
    for_each_layer(path, [&](const Rewriter& layer) {
      Fallout fallout = layer.follow(repo, path, doomed);
      for (const Report& report : fallout.reports) left.reports.push_back(report.what);
      for (Definition& also : fallout.also) {
        also.layer = layer.layer();
        const auto same = [&](const Definition& known) { return known.id == also.id && known.span == also.span; };
        if (std::any_of(here.begin(), here.end(), same)) continue;
        ids.insert(also.id);
        here.push_back(also);
        more = true;
      }
    });
  }

  struct Change {
    Span span;
    std::string text;
  };
  std::vector<Change> changes;
  bool dropped = false;
  for_each_layer(path, [&](const Rewriter& layer) {
    for (const Edit& edit : layer.remove(repo, path, {ids, here, keep_tests})) {
      if (const auto* erase = std::get_if<Erase>(&edit))
        changes.push_back({erase->span, ""});
      else if (const auto* replace = std::get_if<Replace>(&edit))
        changes.push_back({replace->span, replace->text});
      else
        dropped = true;
    }
  });
  if (dropped) {
    left.text = "dropped";
    return left;
  }
  // The outermost change first, so that what lies inside of it is passed over.
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::make_pair(a.span.offset, b.span.end()) < std::make_pair(b.span.offset, a.span.end());
  });
  const std::string_view text = repo.text(path);
  std::size_t at = 0;
  for (const Change& change : changes) {
    if (change.span.offset < at) continue;
    left.text += std::string(text.substr(at, change.span.offset - at)) + change.text;
    at = change.span.end();
  }
  left.text += text.substr(at);
  const python::Tree after{Text(left.text)};
  INFO(left.text);
  CHECK_FALSE(after.error().has_value());
  return left;
}

}  // namespace remove_op
