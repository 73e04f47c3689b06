// The report for programs. Keys are stable: a new one may come, none changes its meaning without a new `schema`.
//
//   schema   1
//   version  of the tool
//   names    [string]                what was asked for
//   verdict  "dead" | "live" | "unsure"
//   forced   bool                    removed although not dead
//   gone     [{id, name, what, layer, path, line, last_line, reason}]
//   chains   [[{user, path, line, column}]]  behind "live": from a root of the program to the op
//   doubts   [{why, path, line, column}]     behind "unsure"
//   notes    [{what, path, line, column}]    what stays and should be looked at
//   unread   [{path, why}]           files of the repository that could not be read
//   patch    string | null           null where it is not UTF-8: take it from --output
// Lines and columns count from 1. Bytes of other strings that are not UTF-8 become U+FFFD.
#include <nlohmann/json.hpp>

#include "report.h"

namespace remove_op {
namespace {

using Json = nlohmann::ordered_json;

Json placed(std::string_view key, const std::string& text, const Place& place) {
  Json object;
  object[std::string(key)] = text;
  object["path"] = place.path;
  object["line"] = place.line;
  object["column"] = place.column;
  return object;
}

std::string_view word_for(const Verdict& verdict) {
  if (std::holds_alternative<Live>(verdict)) return "live";
  return std::holds_alternative<Unsure>(verdict) ? "unsure" : "dead";
}

bool is_utf8(const std::string& text) {
  try {  // the library has no other way to ask
    (void)Json(text).dump();
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

}  // namespace

std::string json_report(const Outcome& outcome) {
  const Removal& removal = outcome.removal;
  Json report;
  report["schema"] = 1;
  report["version"] = outcome.version;
  report["names"] = outcome.names;
  report["verdict"] = word_for(removal.verdict);
  report["forced"] = removal.forced;

  Json& gone = report["gone"] = Json::array();
  for (const Gone& one : removal.gone) {
    gone.push_back({{"id", one.id},
                    {"name", one.name},
                    {"what", one.what},
                    {"layer", one.layer},
                    {"path", one.place.path},
                    {"line", one.place.line},
                    {"last_line", std::max(one.last_line, one.place.line)},
                    {"reason", one.reason}});
  }

  Json& chains = report["chains"] = Json::array();
  if (const auto* live = std::get_if<Live>(&removal.verdict)) {
    for (const std::vector<Step>& chain : live->chains) {
      Json& steps = chains.emplace_back(Json::array());
      for (const Step& step : chain) steps.push_back(placed("user", step.user, step.place));
    }
  }

  Json& doubts = report["doubts"] = Json::array();
  if (const auto* unsure = std::get_if<Unsure>(&removal.verdict))
    for (const PlacedDoubt& doubt : unsure->doubts) doubts.push_back(placed("why", doubt.why, doubt.place));

  Json& notes = report["notes"] = Json::array();
  for (const Note& note : removal.notes) notes.push_back(placed("what", note.what, note.place));

  Json& unread = report["unread"] = Json::array();
  for (const Unread& file : removal.after.unread()) unread.push_back({{"path", file.path}, {"why", file.why}});

  const std::string patch(outcome.patch);
  report["patch"] = is_utf8(patch) ? Json(patch) : Json(nullptr);
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace remove_op
