#include "syntax/cmake_sweep.h"

#include <algorithm>
#include <set>

#include "syntax/cmake_flags.h"
#include "syntax/cmake_flow.h"
#include "syntax/cmake_libraries.h"
#include "syntax/cmake_losses.h"

namespace remove_op {
namespace {

class Sweep {
 public:
  Sweep(const Snapshot& snapshot, std::string_view path, const CMakeFlow& flow, const std::function<bool(Span)>& goes,
        const MacroKnowledge& macros, const std::function<bool(std::string_view)>& may_go)
      : snapshot_(snapshot),
        path_(path),
        flow_(flow),
        script_(flow.script()),
        lost_(snapshot, path, flow, goes),
        flags_(flow, lost_, macros),
        libraries_(snapshot, flow, lost_, may_go) {}

  CMakeSwept run() {
    do {
      flags_.drop();
      drop_empty_reads();
      drop_emptied_commands();
      for (unsigned i = 0; i < script_.commands.size(); ++i)
        if (is_orphan(i)) libraries_.drop(i);
      drop_dead_writes();
      drop_idle_messages();
      for (unsigned b = script_.blocks.size(); b-- > 0;) drop_block(b);
    } while (lost_.grew());
    CMakeSwept swept{lost_.beyond_the_start(), libraries_.gone(), {}, {}};
    for (unsigned i = 0; i < script_.commands.size(); ++i) report_orphan(i, swept);
    return swept;
  }

 private:
  const CMakeCommand& command(unsigned i) const { return script_.commands[i]; }

  // Whether every value that `read` may see is lost, and there was one.
  bool is_empty(const CMakeRead& read) const {
    const auto& fills = flow_.fills(read);
    if (fills.empty() || !std::all_of(fills.begin(), fills.end(), [&](unsigned i) { return lost_.command(i); }))
      return false;
    return !flow_.taken_by_name(read.variable) && !written_elsewhere(snapshot_, path_, read.variable);
  }

  void drop_empty_reads() {
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      if (lost_.command(i) || flow_.in_function(i)) continue;
      const CMakeAction& action = flow_.action(i);
      for (const CMakeRead& read : flow_.reads(i)) {
        if (lost_.read(read) || !is_empty(read)) continue;
        const bool is_item = std::find(action.items.begin(), action.items.end(), read.argument) != action.items.end();
        if (command(i).opens != no_block)
          drop_idle_block(command(i).opens, i, read);
        else if (read.whole && (is_item || lost_.has_company(i, read.argument)))
          lost_.lose(i, read.argument);
        else if (action.effect == Effect::other)
          orphans_.insert(i);
      }
      if (action.write == Write::adjusts) drop_idle_adjustment(i);
    }
  }

  // if(NAME), foreach(x ${NAME}) and foreach(x IN LISTS NAME) with nothing else: never run once NAME is empty.
  void drop_idle_block(unsigned b, unsigned opener, const CMakeRead& read) {
    const auto& words = command(opener).arguments;
    const std::string& name = command(opener).name;
    const bool bare = words[read.argument].quoting == Quoting::none;
    const bool test = name == "if" && words.size() == 1 && !read.whole && script_.blocks[b].openers.size() == 1;
    const bool over = name == "foreach" && words.size() == 2 && read.whole;
    const bool in_list = name == "foreach" && words.size() == 4 && words[2].text == "LISTS" && read.argument == 3;
    if (bare && (test || over || in_list)) lost_.lose_block(b);
  }

  // What only rearranged a list that is empty now has nothing left to do.
  void drop_idle_adjustment(unsigned i) {
    const std::string_view variable = flow_.action(i).variable;
    bool filled = false;
    bool lost = false;
    for (unsigned c = 0; c < i; ++c) {
      if (flow_.action(c).variable != variable || flow_.action(c).write == Write::adjusts) continue;
      lost |= lost_.command(c);
      filled |= !lost_.command(c);
    }
    if (lost && !filled && !flow_.taken_by_name(variable)) lost_.lose(i);
  }

  void drop_emptied_commands() {
    for (unsigned i = 0; i < script_.commands.size(); ++i)
      if (flow_.action(i).effect != Effect::other && lost_.all_items(i)) lost_.lose(i);
  }

  void drop_dead_writes() {
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      const auto& readers = flow_.reached(i);
      if (lost_.command(i) || !is_pure_write(i) || readers.empty() || flow_.in_function(i)) continue;
      if (is_unread(readers) && !read_elsewhere(snapshot_, path_, flow_.action(i).variable)) lost_.lose(i);
    }
  }

  // Whether all that read a value is lost, but for messages that tell of it.
  bool is_unread(const std::vector<CMakeRead>& readers) const {
    const auto lost = [&](const CMakeRead& read) { return lost_.read(read); };
    return std::any_of(readers.begin(), readers.end(), lost) &&
           std::all_of(readers.begin(), readers.end(), [&](const CMakeRead& read) {
             return lost(read) || flow_.action(read.command).effect == Effect::speaks;
           });
  }

  // CMake itself reads CMAKE_ and CPACK_ variables.
  bool is_pure_write(unsigned i) const {
    const CMakeAction& action = flow_.action(i);
    return action.effect == Effect::assigns && !action.variable.starts_with("CMAKE_") &&
           !action.variable.starts_with("CPACK_");
  }

  // A message that tells of nothing but variables that are lost, or stands in a run of lines of which all that did
  // something is lost, spoke of that.
  void drop_idle_messages() {
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      const auto& reads = flow_.reads(i);
      if (flow_.action(i).effect == Effect::speaks && !reads.empty() && !flow_.in_function(i) &&
          std::all_of(reads.begin(), reads.end(), [&](const CMakeRead& read) { return is_empty(read); }))
        lost_.lose(i);
    }
    for (unsigned first = 0, next = 0; first < script_.commands.size(); first = next) {
      bool lost = false;
      bool stays = false;
      std::vector<unsigned> messages;
      for (next = first; next < script_.commands.size() && (next == first || lost_.in_one_run(next - 1, next));
           ++next) {
        const bool speaks = flow_.action(next).effect == Effect::speaks;
        if (speaks) messages.push_back(next);
        (lost_.command(next) ? lost : stays) |= !speaks;
      }
      if (lost && !stays && !flow_.in_function(first))
        for (const unsigned message : messages) lost_.lose(message);
    }
  }

  void drop_block(unsigned b) {
    const CMakeBlock& block = script_.blocks[b];
    if (block.kind == BlockKind::function || lost_.command(block.first()) || flow_.in_function(block.first())) return;
    const unsigned last = block.openers.back();
    if (is_emptied(block.first(), block.closer))
      lost_.lose_block(b);
    else if (block.openers.size() > 1 && !lost_.command(last) && is_emptied(last, block.closer))
      lost_.lose_last_branch(b);
    else if (block.openers.size() == 2 && command(last).name == "else" && !lost_.command(last) &&
             is_emptied(block.first(), last))
      lost_.lose_first_branch(b);
  }

  // Whether the commands (first, last) did something, and what is left of them does nothing.
  bool is_emptied(unsigned first, unsigned last) {
    if (!lost_.touched(first, last)) return false;
    for (unsigned i = first + 1; i < last; ++i)
      if (!is_idle(i, first, last)) return false;
    return true;
  }

  // Whether the command does nothing that anything outside of (first, last) would miss.
  bool is_idle(unsigned i, unsigned first, unsigned last) {
    if (lost_.command(i) || script_.is_structure(i) || flow_.action(i).effect == Effect::speaks ||
        flags_.is_idle(i, first, last))
      return true;
    if (!is_pure_write(i)) return false;
    const std::string_view variable = flow_.action(i).variable;
    std::vector<CMakeRead> readers = flow_.reached(i);
    if (readers.empty())  // it clears what an earlier round of the same name would read
      for (unsigned c = 0; c < script_.commands.size(); ++c)
        for (const CMakeRead& read : flow_.reads(c))
          if (read.variable == variable) readers.push_back(read);
    const auto inside = [&](const CMakeRead& read) {
      return lost_.read(read) || (first <= read.command && read.command < last);
    };
    return !readers.empty() && std::all_of(readers.begin(), readers.end(), inside) &&
           !read_elsewhere(snapshot_, path_, variable);
  }

  // Whether the command is a call that is not understood and has lost what it was given, and stays.
  bool is_orphan(unsigned i) const {
    if (lost_.command(i) || flow_.action(i).effect != Effect::other) return false;
    bool alone = orphans_.contains(i);
    for (unsigned a = 0; a < command(i).arguments.size(); ++a)
      alone |= lost_.argument(i, a) && !lost_.has_company(i, a);
    return alone;
  }

  // It is for a person to look at.
  void report_orphan(unsigned i, CMakeSwept& swept) const {
    if (!is_orphan(i)) return;
    const std::string name = command(i).name + "()";
    const CMakeArgument* source = libraries_.last_source(i);
    if (source == nullptr) {
      swept.reports.push_back({command(i).span, name + " is left without sources that it was given"});
      return;
    }
    const std::string why = std::string(source->text) + " stays, emptied: " + name +
                            " has no other source, and what it makes is named elsewhere";
    swept.starved.push_back({source->span, {command(i).span, why}});
  }

  const Snapshot& snapshot_;
  std::string_view path_;
  const CMakeFlow& flow_;
  const CMakeScript& script_;
  CMakeLosses lost_;
  CMakeFlags flags_;
  CMakeLibraries libraries_;
  std::set<unsigned> orphans_;  // calls that are given an empty variable and stay
};

}  // namespace

CMakeSwept sweep_cmake(const Snapshot& snapshot, std::string_view path, const std::function<bool(Span)>& goes,
                       const MacroKnowledge& macros, const std::function<bool(std::string_view)>& may_go) {
  const auto flow = cmake_flow(snapshot, path);
  if (flow->script().error) return {};
  return Sweep(snapshot, path, *flow, goes, macros, may_go).run();
}

}  // namespace remove_op
