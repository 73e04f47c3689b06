#include "rewriter.h"

#include <algorithm>

namespace remove_op {
namespace {

// The one mutable global: filled before main() by the registrars of rewriters/, read-only from then on.
std::vector<std::unique_ptr<Rewriter>>& registry() {
  static std::vector<std::unique_ptr<Rewriter>> layers;
  return layers;
}

}  // namespace

detail::Registrar::Registrar(std::unique_ptr<Rewriter> layer) {
  auto& layers = registry();
  const auto at = std::upper_bound(layers.begin(), layers.end(), layer,
                                   [](const auto& a, const auto& b) { return a->layer() < b->layer(); });
  layers.insert(at, std::move(layer));
}

Layers all_layers() { return registry(); }

std::vector<Edit> Rewriter::remove(const Snapshot&, std::string_view, const Doomed& doomed) const {
  std::vector<Edit> edits;
  for (const Definition& definition : doomed.here)
    if (definition.layer == layer()) edits.push_back(Erase{definition.span});
  return edits;
}

}  // namespace remove_op
