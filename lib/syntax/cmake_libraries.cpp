#include "syntax/cmake_libraries.h"

#include <algorithm>
#include <array>

#include "language.h"
#include "syntax/cmake_functions.h"
#include "words.h"

namespace remove_op {
namespace {

// Commands that do something to the target that is their first argument, and to no other.
constexpr auto servants = std::to_array<std::string_view>(
    {"target_include_directories", "target_link_libraries", "target_link_options", "target_link_directories",
     "target_compile_definitions", "target_compile_options", "target_compile_features", "target_precompile_headers",
     "gtest_discover_tests", "catch_discover_tests"});

bool names_source(std::string_view text) { return language_of(text) == Language::cxx && !is_header(text); }

bool is_scope(std::string_view word) {
  constexpr auto scopes = std::to_array<std::string_view>(
      {"PRIVATE", "PUBLIC", "INTERFACE", "LINK_PRIVATE", "LINK_PUBLIC", "LINK_INTERFACE_LIBRARIES"});
  return std::find(scopes.begin(), scopes.end(), word) != scopes.end();
}

std::string objects_of(std::string_view target) { return "$<TARGET_OBJECTS:" + std::string(target) + ">"; }

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
  for (const Use& use : uses) lose_use(use);
  return true;
}

// With the keyword that said how what goes was linked, and the command where nothing is left to link.
void CMakeLibraries::lose_use(const Use& use) {
  if (!use.beside_others) return lost_.lose(use.command);
  lost_.lose(use.command, use.argument);
  const CMakeCommand& command = script_.commands[use.command];
  if (command.name != "target_link_libraries" || lost_.command(use.command)) return;
  bool any = false;
  unsigned keyword = 0;
  bool of_keyword = true;
  for (unsigned a = 1; a <= command.arguments.size(); ++a) {
    const bool ends = a == command.arguments.size();
    if (ends || is_scope(command.arguments[a].text)) {
      if (keyword > 0 && !of_keyword) lost_.lose(use.command, keyword);
      keyword = a;
      of_keyword = false;
    } else if (!lost_.argument(use.command, a)) {
      any = of_keyword = true;
    }
  }
  if (!any) lost_.lose(use.command);
}

const CMakeArgument* CMakeLibraries::last_source(unsigned i) const {
  if (!defines_target(snapshot_, script_.commands[i].name) || !lost_its_sources(i)) return nullptr;
  const auto& arguments = script_.commands[i].arguments;
  for (unsigned a = 1; a < arguments.size(); ++a)
    if (names_source(arguments[a].text) && lost_.argument(i, a)) return &arguments[a];
  for (const CMakeRead& read : flow_.reads(i)) {
    std::set<unsigned> seen;
    if (const CMakeArgument* found = lost_source(read, seen)) return found;
  }
  return nullptr;
}

const CMakeArgument* CMakeLibraries::lost_source(const CMakeRead& read, std::set<unsigned>& seen) const {
  for (const unsigned fill : flow_.fills(read)) {
    if (!seen.insert(fill).second) continue;
    for (const CMakeArgument& argument : script_.commands[fill].arguments)
      if (names_source(argument.text)) return &argument;
    for (const CMakeRead& more : flow_.reads(fill))
      if (const CMakeArgument* found = lost_source(more, seen)) return found;
  }
  return nullptr;
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
      const bool named = arguments[a].text == target || arguments[a].text == objects_of(target);
      if (!named || flow_.in_function(i) || !note_use(i, a, uses)) return false;
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
  bool beside_others = false;
  if (text(argument).starts_with("$<")) {
    // Among the sources of something else.
    if (!lost_.has_company(i, argument) || !(command.name == "target_sources" || makes_target(command.name)))
      return false;
    uses.push_back({i, argument, true});
  } else if (argument == 0 && (serves || command.name == "add_dependencies")) {
    uses.push_back({i, argument, false});
  } else if (command.name == "add_test" || command.name == "set_tests_properties") {
    // The test of a program is called like it, or runs it.
    uses.push_back({i, argument, false});
  } else if (command.name == "target_link_libraries") {
    // `debug x` and `optimized x` go by pairs.
    if (text(argument - 1) == "debug" || text(argument - 1) == "optimized" || text(argument - 1) == "general")
      return false;
    uses.push_back({i, argument, true});
  } else if (command.name == "set_target_properties" && is_one_of(i, 0, argument, beside_others)) {
    uses.push_back({i, argument, beside_others});
  } else if (command.name == "set_property" && text(0) == "TARGET" && is_one_of(i, 1, argument, beside_others)) {
    uses.push_back({i, argument, beside_others});
  } else if (command.name == "add_custom_command" && text(0) == "TARGET" && argument == 1) {
    uses.push_back({i, argument, false});
  } else if (command.name == "add_dependencies") {
    uses.push_back({i, argument, command.arguments.size() > 2});
  } else if (command.name == "install" && text(0) == "TARGETS" && is_one_of(i, 1, argument, beside_others)) {
    uses.push_back({i, argument, beside_others});
  } else {
    return false;
  }
  return true;
}

// Whether the argument is one of the targets that begin at `first`, which a keyword ends.
bool CMakeLibraries::is_one_of(unsigned i, unsigned first, unsigned argument, bool& beside_others) const {
  constexpr auto ends = std::to_array<std::string_view>({"PROPERTIES", "PROPERTY", "APPEND", "APPEND_STRING", "EXPORT",
                                                         "RUNTIME_DEPENDENCIES", "ARCHIVE", "LIBRARY", "RUNTIME",
                                                         "OBJECTS", "FRAMEWORK", "BUNDLE", "DESTINATION", "COMPONENT"});
  const auto& arguments = script_.commands[i].arguments;
  unsigned end = first;
  while (end < arguments.size() && std::find(ends.begin(), ends.end(), arguments[end].text) == ends.end()) ++end;
  for (unsigned a = first; a < end; ++a) beside_others |= a != argument && !lost_.argument(i, a);
  return first <= argument && argument < end;
}

}  // namespace remove_op
