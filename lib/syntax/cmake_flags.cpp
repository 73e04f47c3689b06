#include "syntax/cmake_flags.h"

#include <algorithm>

namespace remove_op {

// The macro that an argument of the command defines, where it does.
std::string_view CMakeFlags::macro_of(unsigned i, unsigned argument) const {
  const bool definitions = command(i).name.ends_with("compile_definitions");
  return macro_of_flag(command(i).arguments[argument].text, definitions ? FlagForm::bare : FlagForm::with_prefix);
}

Testers CMakeFlags::testers_of(std::string_view macro) {
  const auto known = testers_.find(macro);
  return known != testers_.end() ? known->second : testers_[macro] = macros_.testers(macro);
}

// Looking for tests of a macro reads the whole repository, so only flags that have to do with what goes are asked
// for.
void CMakeFlags::drop() {
  for (unsigned i = 0; i < script_.commands.size(); ++i) {
    if (lost_.command(i) || flow_.in_function(i)) continue;
    for (const unsigned item : flow_.action(i).items) {
      const std::string_view macro = macro_of(i, item);
      if (macro.empty() || lost_.argument(i, item)) continue;
      // Among the flags of other things, one that only the lost sources test may be meant for fetched headers too.
      const bool alone = flow_.action(i).items.size() == 1 && macros_.touched(macro);
      if (!lost_.around(i) && !alone && !under_shared_condition(i)) continue;
      if (testers_of(macro) == Testers::go) lost_.lose(i, item);
    }
  }
}

// Whether the innermost condition around `i` tests a variable that is computed in this file and that something lost
// has read: if(FOO_ARCHS) far below the block that built foo.cu for them.
bool CMakeFlags::under_shared_condition(unsigned i) const {
  const unsigned b = command(i).block;
  if (b == no_block) return false;
  for (const unsigned opener : script_.blocks[b].openers) {
    for (const CMakeRead& read : flow_.reads(opener)) {
      bool computed = false;
      bool lost = false;
      for (unsigned c = 0; c < script_.commands.size() && !(computed && lost); ++c) {
        computed |= flow_.action(c).variable == read.variable && flow_.action(c).effect == Effect::assigns;
        for (const CMakeRead& other : flow_.reads(c)) lost |= other.variable == read.variable && lost_.read(other);
      }
      if (computed && lost) return true;
    }
  }
  return false;
}

bool CMakeFlags::is_idle(unsigned i, unsigned first, unsigned last) {
  const auto& items = flow_.action(i).items;
  return !items.empty() && std::all_of(items.begin(), items.end(), [&](unsigned item) {
    if (lost_.argument(i, item)) return true;
    const std::string_view macro = macro_of(i, item);
    if (macro.empty()) return false;
    const Testers testers = testers_of(macro);
    if (testers == Testers::go) return true;
    return beside_lost_sources(i) && (testers == Testers::none || is_set_outside(macro, i, first, last));
  });
}

bool CMakeFlags::beside_lost_sources(unsigned i) const {
  const unsigned b = command(i).block;
  if (b == no_block) return false;
  for (unsigned j = script_.blocks[b].first(); j < script_.blocks[b].closer; ++j) {
    const auto& items = flow_.action(j).items;
    if (command(j).block == b && lost_.command(j) && flow_.same_branch(i, j) &&
        std::any_of(items.begin(), items.end(), [&](unsigned item) { return macro_of(j, item).empty(); }))
      return true;
  }
  return false;
}

bool CMakeFlags::is_set_outside(std::string_view macro, unsigned i, unsigned first, unsigned last) const {
  for (unsigned j = 0; j < script_.commands.size(); ++j) {
    if ((first <= j && j <= last) || lost_.command(j) || command(j).name != command(i).name) continue;
    if (flow_.action(j).variable != flow_.action(i).variable) continue;
    if (command(j).name.starts_with("target_") && command(j).arguments[0].text != command(i).arguments[0].text)
      continue;
    for (const unsigned item : flow_.action(j).items)
      if (!lost_.argument(j, item) && macro_of(j, item) == macro) return true;
  }
  return false;
}

}  // namespace remove_op
