#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report.h"

namespace remove_op {
namespace {

constexpr std::string_view bold = "1", red = "31", green = "32", yellow = "33", cyan = "36";
constexpr std::size_t places_shown = 3;

class Writer {
 public:
  Writer(const Outcome& outcome, const TextStyle& style)
      : outcome_(outcome), removal_(outcome.removal), style_(style) {}

  std::string summary() {
    verdict();
    if (style_.explain)
      table();
    else
      layers();
    notes();
    return std::move(out_);
  }

  std::string preview() {
    verdict();
    table();
    notes();
    diff();
    return std::move(out_);
  }

 private:
  template <class... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Parts>(parts)...);
    out_ += '\n';
  }

  std::string paint(std::string_view code, std::string_view text) const {
    return style_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }

  std::string names() const { return paint(bold, listed(outcome_.names)); }
  std::string_view are() const { return outcome_.names.size() == 1 ? "is" : "are"; }
  std::string_view it() const { return outcome_.names.size() == 1 ? "it" : "them"; }

  void verdict() {
    if (std::holds_alternative<Dead>(removal_.verdict))
      line("{} {} {}{}", names(), are(), paint(green, "dead"),
           outcome_.patch.empty() ? ": nothing is left to remove" : "");
    if (const auto* live = std::get_if<Live>(&removal_.verdict)) chains(*live);
    if (const auto* unsure = std::get_if<Unsure>(&removal_.verdict)) doubts(*unsure);
    if (!outcome_.patch.empty()) {
      const PatchSize size = size_of(outcome_.patch);
      const std::string added = size.added ? fmt::format(", {} added", counted(size.added, "line")) : "";
      const bool in_spite = !std::holds_alternative<Dead>(removal_.verdict);
      line("{}{} changed, {} removed{}", in_spite ? "removed all the same: " : "", counted(size.files, "file"),
           counted(size.deleted, "line"), added);
    }
  }

  void chains(const Live& live) {
    line("{} {} {}", names(), are(), paint(red, "live"));
    // Whoever forces it must see everyone that is left behind.
    const bool all = style_.explain || removal_.forced;
    const std::size_t shown = all ? live.chains.size() : std::min<std::size_t>(1, live.chains.size());
    for (std::size_t i = 0; i < shown; ++i) {
      std::string_view joint = "used by";
      for (auto step = live.chains[i].rbegin(); step != live.chains[i].rend(); ++step) {
        line("  {} {} {}", joint, paint(cyan, to_string(step->place) + ":"), step->user);
        joint = "   from";
      }
    }
    if (shown < live.chains.size())
      line("  and {} more; --explain shows them", counted(live.chains.size() - shown, "chain"));
    if (!removal_.forced) line("nothing was changed; --force removes {} all the same", it());
  }

  void doubts(const Unsure& unsure) {
    line("{} {} {}: these places may reach {}", names(), are(), paint(yellow, "perhaps live"), it());
    for (const PlacedDoubt& doubt : unsure.doubts)
      line("  {} {}", paint(cyan, to_string(doubt.place) + ":"), doubt.why);
    if (!removal_.forced) line("nothing was changed; look at them, then --force removes {}", it());
  }

  // Every layer once, with its first places.
  void layers() {
    std::map<std::string_view, std::vector<const Gone*>> by_layer;
    std::size_t width = 0;
    for (const Gone& gone : removal_.gone) {
      by_layer[gone.layer].push_back(&gone);
      width = std::max(width, gone.layer.size());
    }
    for (const auto& [layer, all] : by_layer) {
      std::string places;
      for (std::size_t i = 0; i < std::min(all.size(), places_shown); ++i)
        places += (i ? ", " : "") + to_string(*all[i]);
      if (all.size() > places_shown) places += fmt::format(" and {} more", all.size() - places_shown);
      line("  {}{}  {}", paint(cyan, layer), std::string(width - layer.size(), ' '), places);
    }
  }

  void table() {
    std::size_t layer_width = 0, place_width = 0;
    for (const Gone& gone : removal_.gone) {
      layer_width = std::max(layer_width, gone.layer.size());
      place_width = std::max(place_width, to_string(gone).size());
    }
    if (!removal_.gone.empty()) out_ += '\n';
    for (const Gone& gone : removal_.gone) {
      line("  {}{}  {:<{}}  {} {}", paint(cyan, gone.layer), std::string(layer_width - gone.layer.size(), ' '),
           to_string(gone), place_width, gone.what, gone.name);
      if (!gone.reason.empty()) line("  {:<{}}  {}", "", layer_width, gone.reason);
    }
  }

  void notes() {
    if (removal_.notes.empty()) return;
    line("\n{}", paint(yellow, "stays, and should be looked at:"));
    for (const Note& note : removal_.notes) line("  {} {}", paint(cyan, to_string(note.place) + ":"), note.what);
  }

  void diff() {
    if (!outcome_.patch.empty()) out_ += '\n';
    bool in_hunk = false;
    for (std::string_view rest = outcome_.patch; !rest.empty();) {
      const std::string_view text = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(text.size() + 1, rest.size()));
      if (text.starts_with("diff --git ")) in_hunk = false;
      const bool is_header = text.starts_with("@@ ");
      in_hunk |= is_header;
      if (is_header)
        line("{}", paint(cyan, text));
      else if (!in_hunk)
        line("{}", paint(bold, text));
      else if (text.starts_with('-') || text.starts_with('+'))
        line("{}", paint(text.front() == '-' ? red : green, text));
      else
        line("{}", text);
    }
  }

  const Outcome& outcome_;
  const Removal& removal_;
  const TextStyle& style_;
  std::string out_;
};

}  // namespace

std::string text_summary(const Outcome& outcome, const TextStyle& style) { return Writer(outcome, style).summary(); }
std::string text_preview(const Outcome& outcome, const TextStyle& style) { return Writer(outcome, style).preview(); }

}  // namespace remove_op
