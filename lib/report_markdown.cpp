#include <fmt/format.h>

#include <map>

#include "report.h"

namespace remove_op {
namespace {

// Code, whatever it holds: the fence is longer than any run of backticks inside.
std::string code(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  const std::string_view pad = longest > 0 ? " " : "";
  return fmt::format("{}{}{}{}{}", fence, pad, text, pad, fence);
}

std::string names_of(const Outcome& outcome) {
  std::vector<std::string> names;
  for (const std::string& name : outcome.names) names.push_back(code(name));
  return listed(names);
}

void write_chains(std::string& out, const Live& live) {
  for (const std::vector<Step>& chain : live.chains) {
    std::string_view bullet = "- ";
    for (const Step& step : chain) {
      out += fmt::format("{}{} at {}\n", bullet, step.user, code(to_string(step.place)));
      bullet = "  - through ";
    }
  }
}

void write_gone(std::string& out, const std::vector<Gone>& all) {
  std::map<std::string_view, std::vector<const Gone*>> by_layer;
  for (const Gone& gone : all) by_layer[gone.layer].push_back(&gone);
  for (const auto& [layer, gone] : by_layer) {
    out += fmt::format("\n### {}\n\n", layer);
    for (const Gone* one : gone)
      out += fmt::format("- {} {} at {}{}{}\n", one->what, code(one->name), code(to_string(*one)),
                         one->reason.empty() ? "" : ": ", one->reason);
  }
}

}  // namespace

std::string markdown_report(const Outcome& outcome) {
  const Removal& removal = outcome.removal;
  const auto* live = std::get_if<Live>(&removal.verdict);
  const auto* unsure = std::get_if<Unsure>(&removal.verdict);
  const std::string names = names_of(outcome);
  std::string out = fmt::format("## {} {}\n\n", (live || unsure) && !removal.forced ? "Keep" : "Remove", names);
  if (!live && !unsure)
    out += outcome.patch.empty() ? "Dead, and nothing of it is left.\n"
                                 : "Dead: no production code can reach it any more.\n";
  if (live)
    out +=
        fmt::format("**Live**{}:\n\n", removal.forced ? ", and removed all the same. These users remain" : ". Used by");
  if (live) write_chains(out, *live);
  if (unsure) {
    out += fmt::format("**Perhaps live**{}. These places may reach it:\n\n",
                       removal.forced ? ", and removed all the same" : "");
    for (const PlacedDoubt& doubt : unsure->doubts)
      out += fmt::format("- {}: {}\n", code(to_string(doubt.place)), doubt.why);
  }
  if (!outcome.patch.empty()) {
    const PatchSize size = size_of(outcome.patch);
    out += fmt::format("\n{} changed, {} removed.\n", counted(size.files, "file"), counted(size.deleted, "line"));
  }
  if (!removal.gone.empty()) out += "\n## What goes, and why\n";
  write_gone(out, removal.gone);
  if (!removal.notes.empty()) out += "\n## Stays, and should be looked at\n\n";
  for (const Note& note : removal.notes) out += fmt::format("- {}: {}\n", code(to_string(note.place)), note.what);
  return out;
}

}  // namespace remove_op
