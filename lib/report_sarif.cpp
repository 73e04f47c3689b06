// SARIF 2.1.0: one result for each definition that goes, each chain that keeps the op alive, each doubt and each note.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report.h"

namespace remove_op {
namespace {

using Json = nlohmann::ordered_json;

// A relative reference: what a URI reserves is written in percent.
std::string uri_of(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/+").find(c) != std::string_view::npos;
    if (plain)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

Json location_of(const Place& place, unsigned last_line = 0) {
  Json physical;
  physical["artifactLocation"] = {{"uri", uri_of(place.path)}, {"uriBaseId", "%SRCROOT%"}};
  if (place.line > 0) {
    Json region;
    region["startLine"] = place.line;
    if (place.column > 0) region["startColumn"] = place.column;
    if (last_line > place.line) region["endLine"] = last_line;
    physical["region"] = region;
  }
  return {{"physicalLocation", physical}};
}

Json rule(std::string_view id, std::string_view text) { return {{"id", id}, {"shortDescription", {{"text", text}}}}; }

class Results {
 public:
  // The first place is where the result is shown; the others belong to it.
  void add(std::string_view rule_id, std::string_view level, const std::string& text, const Json& location,
           const Json& related = Json::array()) {
    Json result;
    result["ruleId"] = rule_id;
    result["level"] = level;
    result["message"] = {{"text", text}};
    result["locations"] = Json::array({location});
    if (!related.empty()) result["relatedLocations"] = related;
    all.push_back(std::move(result));
  }

  Json all = Json::array();
};

}  // namespace

std::string sarif_report(const Outcome& outcome) {
  const Removal& removal = outcome.removal;
  const std::string names = listed(outcome.names);
  Results results;
  for (const Gone& gone : removal.gone)
    results.add("dead", "warning", fmt::format("{} {} goes with {}: {}", gone.what, gone.name, names, gone.reason),
                location_of(gone.place, gone.last_line));
  if (const auto* live = std::get_if<Live>(&removal.verdict)) {
    for (const std::vector<Step>& chain : live->chains) {
      if (chain.empty()) continue;
      Json related = Json::array();
      for (const Step& step : chain) {
        Json location = location_of(step.place);
        location["message"] = {{"text", step.user}};
        related.push_back(std::move(location));
      }
      results.add("live", "error", fmt::format("{} keeps {} alive", chain.front().user, names),
                  location_of(chain.front().place), related);
    }
  }
  if (const auto* unsure = std::get_if<Unsure>(&removal.verdict))
    for (const PlacedDoubt& doubt : unsure->doubts)
      results.add("doubt", "warning", fmt::format("may reach {}: {}", names, doubt.why), location_of(doubt.place));
  for (const Note& note : removal.notes) results.add("mention", "note", note.what, location_of(note.place));

  Json driver;
  driver["name"] = "remove-op";
  driver["version"] = outcome.version;
  driver["rules"] = {rule("dead", "Only a dead op keeps this definition"), rule("live", "This code keeps the op alive"),
                     rule("doubt", "This code may reach the op"), rule("mention", "This still speaks of the op")};
  Json run;
  run["tool"] = {{"driver", driver}};
  run["columnKind"] = "utf16CodeUnits";
  run["results"] = std::move(results.all);
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({run});
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace remove_op
