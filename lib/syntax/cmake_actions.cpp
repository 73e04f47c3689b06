#include "syntax/cmake_actions.h"

#include <algorithm>
#include <array>

#include "syntax/cmake_functions.h"

namespace remove_op {
namespace {

template <std::size_t N>
bool one_of(std::string_view value, const std::array<std::string_view, N>& values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

constexpr auto scopes =
    std::to_array<std::string_view>({"PRIVATE", "PUBLIC", "INTERFACE", "BEFORE", "AFTER", "SYSTEM"});
constexpr auto item_adders = std::to_array<std::string_view>({"APPEND", "PREPEND", "INSERT"});
constexpr auto list_adjusters = std::to_array<std::string_view>(
    {"REMOVE_ITEM", "REMOVE_AT", "REMOVE_DUPLICATES", "FILTER", "SORT", "REVERSE", "TRANSFORM"});
constexpr auto list_readers = std::to_array<std::string_view>({"LENGTH", "GET", "JOIN", "SUBLIST", "FIND"});
constexpr auto target_givers =
    std::to_array<std::string_view>({"target_sources", "target_compile_definitions", "target_compile_options"});
constexpr auto folder_givers =
    std::to_array<std::string_view>({"add_compile_definitions", "add_definitions", "add_compile_options"});

bool bare(const CMakeArgument& argument) { return argument.quoting == Quoting::none; }

std::string_view text_at(const CMakeCommand& command, std::size_t index) {
  return index < command.arguments.size() ? command.arguments[index].text : std::string_view();
}

std::string_view name_at(const CMakeCommand& command, std::size_t index) {
  const std::string_view text = text_at(command, index);
  return is_identifier(text) ? text : std::string_view();
}

// The arguments from `first` up to the first bare one of `ends`.
template <std::size_t N>
std::vector<unsigned> items_until(const CMakeCommand& command, unsigned first,
                                  const std::array<std::string_view, N>& ends) {
  std::vector<unsigned> items;
  for (unsigned i = first; i < command.arguments.size(); ++i) {
    if (bare(command.arguments[i]) && one_of(command.arguments[i].text, ends)) break;
    items.push_back(i);
  }
  return items;
}

CMakeAction writes(std::string_view variable, Write write) {
  if (variable.empty()) return {};
  return {Effect::assigns, write, variable, {}};
}

bool mentions(const CMakeCommand& command, const std::vector<unsigned>& arguments, std::string_view variable) {
  return std::any_of(arguments.begin(), arguments.end(), [&](unsigned i) {
    const auto names = references_in(command.arguments[i].text);
    return std::find(names.begin(), names.end(), variable) != names.end();
  });
}

CMakeAction set_action(const CMakeCommand& command) {
  constexpr auto ends = std::to_array<std::string_view>({"CACHE", "PARENT_SCOPE"});
  CMakeAction action = writes(name_at(command, 0), Write::replaces);
  if (action.variable.empty()) return {};
  action.items = items_until(command, 1, ends);
  // A cache entry may hold what the user chose, and the parent's readers are not seen from here.
  if (action.items.size() + 1 < command.arguments.size()) return {Effect::other, Write::adds, action.variable, {}};
  if (mentions(command, action.items, action.variable)) {
    action.write = Write::adds;
    std::erase_if(action.items, [&](unsigned i) { return sole_reference(command.arguments[i]) == action.variable; });
  }
  return action;
}

CMakeAction list_action(const CMakeCommand& command) {
  const std::string_view form = text_at(command, 0);
  const std::string_view variable = name_at(command, 1);
  if (one_of(form, list_readers)) return writes(name_at(command, command.arguments.size() - 1), Write::replaces);
  const bool adds = one_of(form, item_adders);
  if (!adds && !one_of(form, list_adjusters)) return {};
  CMakeAction action = writes(variable, adds ? Write::adds : Write::adjusts);
  if (adds || form == "REMOVE_ITEM")
    action.items = items_until(command, form == "INSERT" ? 3 : 2, std::array<std::string_view, 0>{});
  if (form == "TRANSFORM" && command.arguments.size() > 2 &&
      text_at(command, command.arguments.size() - 2) == "OUTPUT_VARIABLE")
    return writes(name_at(command, command.arguments.size() - 1), Write::replaces);
  return action;
}

CMakeAction string_action(const CMakeCommand& command) {
  const std::string_view form = text_at(command, 0);
  if (form == "APPEND" || form == "PREPEND") return writes(name_at(command, 1), Write::adds);
  if (form == "TOUPPER" || form == "TOLOWER" || form == "LENGTH" || form == "STRIP")
    return writes(name_at(command, 2), Write::replaces);
  if (form == "REPLACE" || form == "FIND") return writes(name_at(command, 3), Write::replaces);
  if (form == "CONCAT") return writes(name_at(command, 1), Write::replaces);
  if (form == "REGEX") return writes(name_at(command, text_at(command, 1) == "REPLACE" ? 4 : 3), Write::replaces);
  return {};
}

CMakeAction file_action(const CMakeCommand& command) {
  const std::string_view form = text_at(command, 0);
  if (form != "GLOB" && form != "GLOB_RECURSE") return {};
  CMakeAction action = writes(name_at(command, 1), Write::replaces);
  action.items = items_until(command, 2, std::array<std::string_view, 0>{});
  std::erase_if(action.items, [&](unsigned i) { return text_at(command, i) == "CONFIGURE_DEPENDS"; });
  return action;
}

CMakeAction property_action(const CMakeCommand& command) {
  constexpr auto ends = std::to_array<std::string_view>(
      {"PROPERTIES", "PROPERTY", "APPEND", "APPEND_STRING", "DIRECTORY", "TARGET_DIRECTORY"});
  if (command.name == "set_source_files_properties")
    return {Effect::serves, Write::none, {}, items_until(command, 0, ends)};
  if (text_at(command, 0) != "SOURCE") return {};
  return {Effect::serves, Write::none, {}, items_until(command, 1, ends)};
}

CMakeAction giving_action(const CMakeCommand& command, unsigned first) {
  CMakeAction action{Effect::gives, Write::none, {}, {}};
  for (unsigned i = first; i < command.arguments.size(); ++i)
    if (!bare(command.arguments[i]) || !one_of(command.arguments[i].text, scopes)) action.items.push_back(i);
  return action;
}

CMakeAction call_action(const CMakeCommand& command, const CMakeFunction& function) {
  if (function.kind == CMakeFunction::Kind::serves) {
    // SRCS files... OTHER ...: the files are what follows the first keyword, or what comes first where none does.
    CMakeAction action{Effect::serves, Write::none, {}, {}};
    const auto keyword = [&](unsigned i) {
      return bare(command.arguments[i]) && function.keywords.contains(command.arguments[i].text);
    };
    const unsigned first = !command.arguments.empty() && keyword(0) ? 1 : 0;
    for (unsigned i = first; i < command.arguments.size() && !keyword(i); ++i) action.items.push_back(i);
    return action;
  }
  if (function.outputs.empty()) return {};
  CMakeAction action = writes(name_at(command, *function.outputs.begin()), Write::replaces);
  if (function.kind != CMakeFunction::Kind::computes || function.outputs.size() > 1) action.effect = Effect::other;
  return action;
}

// Whether CMake takes bare words of this argument for the names of variables.
bool reads_bare_words(const CMakeCommand& command, const CMakeAction& action, unsigned index) {
  if (command.name == "if" || command.name == "elseif" || command.name == "while") return true;
  if (command.name == "foreach") return index > 0;
  if (command.name == "list") return index == 1 && one_of(text_at(command, 0), list_readers);
  return action.effect == Effect::other && command.name != "set" && command.name != "unset" &&
         !command.name.starts_with("end") && command.name != "else";
}

}  // namespace

CMakeAction action_of(const Snapshot& snapshot, const CMakeCommand& command) {
  const std::string& name = command.name;
  CMakeAction action;
  if (name == "message")
    action.effect =
        text_at(command, 0) == "FATAL_ERROR" || text_at(command, 0) == "SEND_ERROR" ? Effect::other : Effect::speaks;
  else if (name == "set")
    action = set_action(command);
  else if (name == "unset")
    action = command.arguments.size() == 1 ? writes(name_at(command, 0), Write::replaces) : CMakeAction{};
  else if (name == "list")
    action = list_action(command);
  else if (name == "string")
    action = string_action(command);
  else if (name == "math")
    action = writes(name_at(command, 1), Write::replaces);
  else if (name == "get_filename_component")
    action = writes(name_at(command, 0), Write::replaces);
  else if (name == "file")
    action = file_action(command);
  else if (name == "set_source_files_properties" || name == "set_property")
    action = property_action(command);
  else if (one_of(name, target_givers))
    action = giving_action(command, 1);
  else if (one_of(name, folder_givers))
    action = giving_action(command, 0);
  else if (const auto function = cmake_function(snapshot, name))
    action = call_action(command, *function);
  // What a variable is computed from itself is kept through the command.
  if (action.write == Write::replaces) {
    std::vector<unsigned> all(command.arguments.size());
    for (unsigned i = 0; i < all.size(); ++i) all[i] = i;
    if (mentions(command, all, action.variable)) action.write = Write::adds;
  }
  return action;
}

std::vector<CMakeRead> reads_of(const Snapshot& snapshot, const CMakeScript& script, unsigned index,
                                const CMakeAction& action) {
  const CMakeCommand& command = script.commands[index];
  const auto function = cmake_function(snapshot, command.name);
  std::vector<CMakeRead> reads;
  for (unsigned i = 0; i < command.arguments.size(); ++i) {
    const CMakeArgument& argument = command.arguments[i];
    if (argument.quoting == Quoting::brackets) continue;
    const bool whole = !sole_reference(argument).empty();
    for (const std::string_view name : references_in(argument.text)) reads.push_back({index, i, name, whole});
    if (bare(argument) && is_identifier(argument.text) && argument.text != action.variable &&
        reads_bare_words(command, action, i) && !(function && function->keywords.contains(argument.text)))
      reads.push_back({index, i, argument.text, false});
  }
  return reads;
}

bool defines_target(const Snapshot& snapshot, std::string_view name) {
  if (makes_target(name)) return true;
  const auto function = cmake_function(snapshot, name);
  return function && function->kind == CMakeFunction::Kind::target;
}

}  // namespace remove_op
