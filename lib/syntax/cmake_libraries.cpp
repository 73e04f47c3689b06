#include "syntax/cmake_libraries.h"

#include <algorithm>
#include <array>

#include "language.h"
#include "words.h"

namespace remove_op {
namespace {

// Commands that do something to the target that is their first argument, and to no other.
constexpr auto servants = std::to_array<std::string_view>(
    {"target_include_directories", "target_link_libraries", "target_link_options", "target_link_directories",
     "target_compile_definitions", "target_compile_options", "target_compile_features", "target_precompile_headers"});

bool names_source(std::string_view text) { return language_of(text) == Language::cxx && !is_header(text); }

// The only thing to go by of a variable that is set elsewhere.
bool sounds_like_sources(std::string_view variable) {
  return variable.find("SRC") != std::string_view::npos || variable.find("SOURCE") != std::string_view::npos;
}

}  // namespace

bool CMakeLibraries::drop(unsigned i) {
  const CMakeCommand& maker = script_.commands[i];
  if (!defines_target(snapshot_, maker.name) || maker.arguments.empty() || flow_.in_function(i)) return false;
  const std::string_view target = maker.arguments[0].text;
  std::vector<Use> uses;
  if (!is_identifier(target) || !lost_its_sources(i) || !uses_of(target, i, uses) || !may_go_(target)) return false;
  lost_.lose(i);
  gone_.emplace_back(target, maker.span);
  for (const Use& use : uses) {
    if (use.beside_others)
      lost_.lose(use.command, use.argument);
    else
      lost_.lose(use.command);
  }
  return true;
}

// Whether the call was given sources that are all lost, and nothing that may hold more.
bool CMakeLibraries::lost_its_sources(unsigned i) const {
  const auto& arguments = script_.commands[i].arguments;
  bool lost = false;
  for (unsigned a = 1; a < arguments.size(); ++a) {
    const std::string_view text = arguments[a].text;
    if (!names_source(text) && text.find("$<") == std::string_view::npos) continue;
    if (!lost_.argument(i, a)) return false;
    lost = true;
  }
  for (const CMakeRead& read : flow_.reads(i)) {
    std::set<unsigned> seen;
    const Given given = given_by(read, seen);
    if (given == Given::sources || (flow_.fills(read).empty() && sounds_like_sources(read.variable))) return false;
    lost |= given == Given::lost_sources;
  }
  return lost;
}

CMakeLibraries::Given CMakeLibraries::given_by(const CMakeRead& read, std::set<unsigned>& seen) const {
  Given given = Given::nothing;
  for (const unsigned fill : flow_.fills(read)) {
    if (!seen.insert(fill).second) continue;
    const auto& arguments = script_.commands[fill].arguments;
    for (unsigned a = 0; a < arguments.size(); ++a) {
      if (!names_source(arguments[a].text)) continue;
      if (!lost_.command(fill) && !lost_.argument(fill, a)) return Given::sources;
      given = Given::lost_sources;
    }
    for (const CMakeRead& more : flow_.reads(fill)) {
      const Given inner = given_by(more, seen);
      if (inner == Given::sources && !lost_.read(more)) return Given::sources;
      if (inner != Given::nothing) given = Given::lost_sources;
    }
  }
  return given;
}

// Collects what goes with the target; false where something that stays names it in another way.
bool CMakeLibraries::uses_of(std::string_view target, unsigned maker, std::vector<Use>& uses) const {
  for (unsigned i = 0; i < script_.commands.size(); ++i) {
    if (i == maker || lost_.command(i) || flow_.action(i).effect == Effect::speaks) continue;
    const auto& arguments = script_.commands[i].arguments;
    for (unsigned a = 0; a < arguments.size(); ++a) {
      if (find_word(arguments[a].text, target) == std::string_view::npos) continue;
      if (arguments[a].text != target || flow_.in_function(i) || !note_use(i, a, uses)) return false;
    }
  }
  return true;
}

bool CMakeLibraries::note_use(unsigned i, unsigned argument, std::vector<Use>& uses) const {
  const CMakeCommand& command = script_.commands[i];
  const auto text = [&](unsigned a) {
    return a < command.arguments.size() ? command.arguments[a].text : std::string_view();
  };
  const bool serves = std::find(servants.begin(), servants.end(), command.name) != servants.end();
  if (argument == 0 && (serves || command.name == "add_dependencies" ||
                        (command.name == "set_target_properties" && text(1) == "PROPERTIES"))) {
    uses.push_back({i, argument, false});
  } else if (argument == 1 && text(0) == "TARGET" &&
             ((command.name == "set_property" && (text(2) == "PROPERTY" || text(2).starts_with("APPEND"))) ||
              command.name == "add_custom_command")) {
    uses.push_back({i, argument, false});
  } else if (command.name == "add_dependencies") {
    uses.push_back({i, argument, command.arguments.size() > 2});
  } else if (command.name == "install" && argument == 1 && text(0) == "TARGETS") {
    constexpr auto ends =
        std::to_array<std::string_view>({"EXPORT", "RUNTIME_DEPENDENCIES", "ARCHIVE", "LIBRARY", "RUNTIME", "OBJECTS",
                                         "FRAMEWORK", "BUNDLE", "DESTINATION", "COMPONENT", ""});
    uses.push_back({i, argument, std::find(ends.begin(), ends.end(), text(2)) == ends.end()});
  } else {
    return false;
  }
  return true;
}

}  // namespace remove_op
