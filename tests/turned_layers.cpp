#include "turned_layers.h"

#include <algorithm>

namespace remove_op {
namespace {

// A layer at another address: the registry owns its own.
class Borrowed final : public Rewriter {
 public:
  explicit Borrowed(const Rewriter& layer) : layer_(layer) {}
  std::string_view layer() const override { return layer_.layer(); }
  bool claims(std::string_view path) const override { return layer_.claims(path); }
  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    return layer_.inspect(snapshot, path);
  }
  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    return layer_.follow(snapshot, path, doomed);
  }
  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    return layer_.remove(snapshot, path, doomed);
  }

 private:
  const Rewriter& layer_;
};

}  // namespace

std::vector<std::unique_ptr<Rewriter>> turned_layers(std::size_t turn) {
  std::vector<std::unique_ptr<Rewriter>> layers;
  for (const auto& layer : all_layers()) layers.push_back(std::make_unique<Borrowed>(*layer));
  std::reverse(layers.begin(), layers.end());
  std::rotate(layers.begin(), layers.begin() + static_cast<std::ptrdiff_t>(turn % layers.size()), layers.end());
  return layers;
}

}  // namespace remove_op
