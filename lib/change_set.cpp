#include "change_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "place.h"
#include "widen.h"

namespace remove_op {

void ChangeSet::add(std::string_view path, Edit edit, std::string_view layer) {
  by_path_[std::string(path)].push_back({std::move(edit), std::string(layer)});
}

llvm::Expected<Snapshot> ChangeSet::apply(const Snapshot& before) const {
  std::vector<std::pair<std::string, std::optional<Text>>> changes;
  for (const auto& [path, proposals] : by_path_) {
    const std::string_view text = before.text(path);
    std::vector<Span> erased;
    std::vector<std::pair<Replace, std::string_view>> replaced;
    bool dropped = false;
    for (const Proposal& proposal : proposals) {
      if (const auto* erase = std::get_if<Erase>(&proposal.edit)) erased.push_back(erase->span);
      if (const auto* replace = std::get_if<Replace>(&proposal.edit)) replaced.emplace_back(*replace, proposal.layer);
      dropped = dropped || std::holds_alternative<DropFile>(proposal.edit);
    }
    if (dropped) {
      changes.emplace_back(path, std::nullopt);
      continue;
    }
    std::vector<Replace> edits;
    for (const Span span : widen(text, language_of(path), erased)) edits.push_back({span, {}});
    std::sort(replaced.begin(), replaced.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first.span, a.first.text) < std::tie(b.first.span, b.first.text);
    });
    const std::size_t erasures = edits.size();
    std::string_view last_layer;
    for (const auto& [replace, layer] : replaced) {
      const auto inside =
          std::any_of(edits.begin(), edits.begin() + static_cast<std::ptrdiff_t>(erasures),
                      [&, span = replace.span](const Replace& erase) { return erase.span.contains(span); });
      if (inside) continue;
      if (edits.size() > erasures) {
        const Replace& last = edits.back();
        if (last.span == replace.span && last.text == replace.text) continue;
        if (replace.span.offset < last.span.end()) {
          const Place place = place_of(before, path, replace.span);
          return llvm::createStringError(
              llvm::inconvertibleErrorCode(), "%s",
              fmt::format("{}:{}: the layers {} and {} want to write different things here; please report this", path,
                          place.line, last_layer, layer)
                  .c_str());
        }
      }
      edits.push_back(replace);
      last_layer = layer;
    }
    std::sort(edits.begin(), edits.end(), [](const Replace& a, const Replace& b) { return a.span < b.span; });
    std::string after;
    unsigned at = 0;
    for (const Replace& edit : edits) {
      if (edit.span.offset < at) continue;  // a replacement that an erasure cuts into goes with it
      after.append(text.substr(at, edit.span.offset - at)).append(edit.text);
      at = edit.span.end();
    }
    after.append(text.substr(at));
    if (after != text) changes.emplace_back(path, Text(std::move(after)));
  }
  return before.with(changes);
}

}  // namespace remove_op
