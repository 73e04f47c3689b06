// An immutable text and whatever keeps its bytes alive.
//
// Snapshots, parses and facts all point into texts, so a text never moves and never changes. Copies are cheap.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace remove_op {

class Text {
 public:
  Text() = default;

  explicit Text(std::string bytes) {
    auto owned = std::make_shared<const std::string>(std::move(bytes));
    view_ = *owned;
    owner_ = std::move(owned);
  }

  // A view into memory that `owner` keeps alive: an arena that many files were read into, a mapping.
  Text(std::shared_ptr<const void> owner, std::string_view bytes) : owner_(std::move(owner)), view_(bytes) {}

  std::string_view view() const { return view_; }
  bool same_storage(const Text& other) const { return view_.data() == other.view_.data(); }

 private:
  std::shared_ptr<const void> owner_;
  std::string_view view_;
};

}  // namespace remove_op
