#include "syntax/cmake_sweep.h"

#include <algorithm>
#include <map>
#include <set>

#include "syntax/cmake_flow.h"
#include "syntax/cmake_functions.h"

namespace remove_op {
namespace {

bool is_upper_or_digit(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

class Sweep {
 public:
  Sweep(const Snapshot& snapshot, std::string_view path, const std::function<Testers(std::string_view)>& testers,
        const std::function<bool(std::string_view)>& macro_touched)
      : snapshot_(snapshot), path_(path), keep_(cmake_flow(snapshot, path)), flow_(*keep_), script_(flow_.script()),
        testers_(testers), macro_touched_(macro_touched), command_gone_(script_.commands.size()),
        argument_gone_(script_.commands.size()), block_gone_(script_.blocks.size()) {
    for (unsigned i = 0; i < script_.commands.size(); ++i) argument_gone_[i].resize(script_.commands[i].arguments.size());
  }

  CMakeSwept run(const std::function<bool(Span)>& goes) {
    CMakeSwept swept;
    if (script_.error) return swept;
    seed(goes);
    do {
      changed_ = false;
      drop_flags();
      drop_empty_reads();
      drop_emptied_commands();
      drop_dead_writes();
      for (unsigned b = script_.blocks.size(); b-- > 0;) drop_block(b);
    } while (changed_);
    collect(goes, swept);
    return swept;
  }

 private:
  const CMakeCommand& command(unsigned i) const { return script_.commands[i]; }
  bool structural(unsigned i) const { return command(i).opens != no_block || command(i).closes != no_block; }
  bool gone(const CMakeRead& read) const { return command_gone_[read.command] || argument_gone_[read.command][read.argument]; }

  void drop(unsigned i) {
    if (command_gone_[i]) return;
    command_gone_[i] = true;
    changed_ = true;
  }
  void drop(unsigned i, unsigned argument) {
    if (argument_gone_[i][argument]) return;
    argument_gone_[i][argument] = true;
    changed_ = true;
  }
  void drop_range(unsigned first, unsigned last) {
    for (unsigned i = first; i < last; ++i) drop(i);
  }

  void seed(const std::function<bool(Span)>& goes) {
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      if (goes(command(i).span)) command_gone_[i] = true;
      for (unsigned a = 0; a < command(i).arguments.size(); ++a) argument_gone_[i][a] = goes(command(i).arguments[a].span);
    }
    for (unsigned b = 0; b < script_.blocks.size(); ++b) {
      const CMakeBlock& block = script_.blocks[b];
      if (!goes(script_.span_of(block))) continue;
      block_gone_[b] = true;
      for (unsigned i = block.first(); i <= block.closer; ++i) command_gone_[i] = true;
    }
  }

  // Whether something beside a message goes from the commands (first, last).
  bool touched(unsigned first, unsigned last) const {
    for (unsigned i = first + 1; i < last; ++i)
      if (command_gone_[i] && !structural(i) && flow_.action(i).effect != Effect::speaks) return true;
    return false;
  }

  // Whether the innermost block around `i` lost something.
  bool in_touched_block(unsigned i) const {
    const unsigned b = command(i).block;
    return b != no_block && touched(script_.blocks[b].first(), script_.blocks[b].closer);
  }

  // Whether the innermost condition around `i` tests a variable that is computed in this file and that something gone
  // has read: if(FOO_ARCHS) far below the block that built foo.cu for them.
  bool under_shared_condition(unsigned i) const {
    const unsigned b = command(i).block;
    if (b == no_block) return false;
    for (const unsigned opener : script_.blocks[b].openers)
      for (const CMakeRead& read : flow_.reads(opener)) {
        bool computed = false;
        bool lost = false;
        for (unsigned c = 0; c < script_.commands.size() && !(computed && lost); ++c) {
          computed |= flow_.action(c).variable == read.variable && flow_.action(c).effect == Effect::assigns;
          for (const CMakeRead& other : flow_.reads(c)) lost |= other.variable == read.variable && gone(other);
        }
        if (computed && lost) return true;
      }
    return false;
  }

  std::string_view macro_of(unsigned i, unsigned item) const {
    const bool definitions = command(i).name.ends_with("compile_definitions");
    return macro_of_flag(command(i).arguments[item].text, definitions ? FlagForm::bare : FlagForm::with_prefix);
  }

  void drop_flags() {
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      if (command_gone_[i] || flow_.in_function(i)) continue;
      for (const unsigned item : flow_.action(i).items) {
        const std::string_view macro = macro_of(i, item);
        if (macro.empty() || argument_gone_[i][item]) continue;
        if (!in_touched_block(i) && !macro_touched_(macro) && !under_shared_condition(i)) continue;
        if (testers_of(macro) == Testers::go) drop(i, item);
      }
    }
  }

  // Whether the command does nothing but define macros that nothing tests, and so has no use in a block that is empty
  // but for it. A macro that nothing here ever tested may be meant for code from elsewhere: it belongs to what goes
  // only where it stands beside it.
  bool defines_untested(unsigned i) {
    const auto& items = flow_.action(i).items;
    return !items.empty() && std::all_of(items.begin(), items.end(), [&](unsigned item) {
      if (argument_gone_[i][item]) return true;
      const std::string_view macro = macro_of(i, item);
      if (macro.empty()) return false;
      const Testers testers = testers_of(macro);
      return testers == Testers::go || (testers == Testers::none && beside_gone_sources(i));
    });
  }

  bool beside_gone_sources(unsigned i) const {
    const unsigned b = command(i).block;
    if (b == no_block) return false;
    for (unsigned j = script_.blocks[b].first(); j < script_.blocks[b].closer; ++j) {
      const auto& items = flow_.action(j).items;
      if (command(j).block == b && command_gone_[j] && flow_.same_branch(i, j) &&
          std::any_of(items.begin(), items.end(), [&](unsigned item) { return macro_of(j, item).empty(); }))
        return true;
    }
    return false;
  }

  Testers testers_of(std::string_view macro) {
    const auto known = known_testers_.find(macro);
    return known != known_testers_.end() ? known->second : known_testers_[macro] = testers_(macro);
  }

  // Whether every value that `read` may see has gone, and there was one.
  bool empty(const CMakeRead& read) {
    const auto& fills = flow_.fills(read);
    if (fills.empty() || !std::all_of(fills.begin(), fills.end(), [&](unsigned i) { return command_gone_[i]; })) return false;
    return !flow_.taken_by_name(read.variable) && !written_elsewhere(snapshot_, path_, read.variable);
  }

  void drop_empty_reads() {
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      if (command_gone_[i] || flow_.in_function(i)) continue;
      for (const CMakeRead& read : flow_.reads(i)) {
        if (gone(read) || !empty(read)) continue;
        const CMakeCommand& reader = command(i);
        const auto& items = flow_.action(i).items;
        const bool is_item = std::find(items.begin(), items.end(), read.argument) != items.end();
        if (reader.opens != no_block)
          drop_idle_block(reader.opens, i, read);
        else if (read.whole && (is_item || has_company(reader, read.argument)))
          drop(i, read.argument);
        else if (flow_.action(i).effect != Effect::speaks)
          orphans_.insert(i);
      }
      // What only rearranged a list that is empty now has nothing left to do.
      if (flow_.action(i).write == Write::adjusts) drop_idle_adjustment(i);
    }
  }

  void drop_idle_adjustment(unsigned i) {
    bool filled = false;
    bool lost = false;
    for (unsigned c = 0; c < i; ++c) {
      if (flow_.action(c).variable != flow_.action(i).variable || flow_.action(c).write == Write::adjusts) continue;
      lost |= command_gone_[c];
      filled |= !command_gone_[c];
    }
    if (lost && !filled && !flow_.taken_by_name(flow_.action(i).variable)) drop(i);
  }

  // if(NAME), foreach(x ${NAME}) and foreach(x IN LISTS NAME) with nothing else: never run once NAME is empty.
  void drop_idle_block(unsigned b, unsigned opener, const CMakeRead& read) {
    const auto& words = command(opener).arguments;
    const std::string& name = command(opener).name;
    const bool bare = words[read.argument].quoting == Quoting::none;
    const bool test = name == "if" && words.size() == 1 && !read.whole && script_.blocks[b].openers.size() == 1;
    const bool over = name == "foreach" && words.size() == 2 && read.whole;
    const bool in_list = name == "foreach" && words.size() == 4 && words[2].text == "LISTS" && read.argument == 3;
    if (bare && (test || over || in_list)) drop_whole(b);
  }

  // Whether the argument's neighbours keep the call in order without it: SOURCES ${GONE} ${OTHER}.
  bool has_company(const CMakeCommand& call, unsigned argument) const {
    const auto function = cmake_function(snapshot_, call.name);
    const auto keyword = [&](unsigned i) {
      const CMakeArgument& word = call.arguments[i];
      if (word.quoting != Quoting::none || word.text.size() < 2) return false;
      if (function) return function->keywords.contains(word.text);
      return std::none_of(word.text.begin(), word.text.end(), [](char c) { return c != '_' && !is_upper_or_digit(c); });
    };
    const unsigned self = &call - script_.commands.data();
    bool after_keyword = false;
    bool company = false;
    for (unsigned i = argument; i-- > 0;) {
      if ((after_keyword = keyword(i))) break;
      company |= i > 0 && !argument_gone_[self][i];
    }
    for (unsigned i = argument + 1; i < call.arguments.size() && !keyword(i); ++i) company |= !argument_gone_[self][i];
    // An unquoted empty variable is no argument at all; a quoted one is an empty argument, which a position may count on.
    return company && (after_keyword || call.arguments[argument].quoting == Quoting::none);
  }

  void drop_emptied_commands() {
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      const CMakeAction& action = flow_.action(i);
      if (command_gone_[i] || action.effect == Effect::other || action.items.empty()) continue;
      if (std::all_of(action.items.begin(), action.items.end(), [&](unsigned item) { return argument_gone_[i][item]; })) drop(i);
    }
  }

  void drop_dead_writes() {
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      const CMakeAction& action = flow_.action(i);
      const auto& reached = flow_.reached(i);
      if (command_gone_[i] || action.effect != Effect::assigns || reached.empty() || flow_.in_function(i)) continue;
      if (!std::all_of(reached.begin(), reached.end(), [&](const CMakeRead& read) { return gone(read); })) continue;
      if (!is_special(action.variable) && !read_elsewhere(snapshot_, path_, action.variable)) drop(i);
    }
  }

  // CMake itself reads these.
  static bool is_special(std::string_view variable) { return variable.starts_with("CMAKE_") || variable.starts_with("CPACK_"); }

  // Whether the command (first < i < last) does nothing that anything outside of (first, last) would miss.
  bool idle(unsigned i, unsigned first, unsigned last) {
    const CMakeAction& action = flow_.action(i);
    if (command_gone_[i] || structural(i) || action.effect == Effect::speaks || defines_untested(i)) return true;
    if (action.effect != Effect::assigns || is_special(action.variable)) return false;
    std::vector<CMakeRead> readers = flow_.reached(i);
    if (readers.empty())
      for (unsigned c = 0; c < script_.commands.size(); ++c)
        for (const CMakeRead& read : flow_.reads(c))
          if (read.variable == action.variable) readers.push_back(read);
    return !readers.empty() && std::all_of(readers.begin(), readers.end(), [&](const CMakeRead& read) {
      return gone(read) || (first <= read.command && read.command < last);
    }) && !read_elsewhere(snapshot_, path_, action.variable);
  }

  bool emptied(unsigned first, unsigned last) {
    if (!touched(first, last)) return false;
    for (unsigned i = first + 1; i < last; ++i)
      if (!idle(i, first, last)) return false;
    return true;
  }

  void drop_whole(unsigned b) {
    block_gone_[b] = true;
    drop_range(script_.blocks[b].first(), script_.blocks[b].closer + 1);
  }

  void drop_block(unsigned b) {
    const CMakeBlock& block = script_.blocks[b];
    if (block_gone_[b] || command_gone_[block.first()] || block.kind == BlockKind::function || flow_.in_function(block.first()))
      return;
    if (emptied(block.first(), block.closer)) {
      drop_whole(b);
    } else if (const unsigned last = block.openers.back(); block.openers.size() > 1 && !command_gone_[last] && emptied(last, block.closer)) {
      drop_range(last, block.closer);  // no branch comes after it, so none is tried in its place
      branches_.push_back({last, block.closer});
    }
  }

  void collect(const std::function<bool(Span)>& goes, CMakeSwept& swept) const {
    std::vector<Span> outer;
    const auto give = [&](Span span, std::string_view what) {
      const auto holds = [&](Span other) { return other.contains(span); };
      if (goes(span) || std::any_of(outer.begin(), outer.end(), holds)) return;
      outer.push_back(span);
      swept.gone.push_back({span, what});
    };
    for (unsigned b = 0; b < script_.blocks.size(); ++b)
      if (block_gone_[b]) give(script_.span_of(script_.blocks[b]), "build block");
    for (const auto& [first, last] : branches_) {
      const unsigned begin = command(first).span.offset;
      give({begin, command(last - 1).span.end() - begin}, "build branch");
    }
    for (unsigned i = 0; i < script_.commands.size(); ++i) {
      if (command_gone_[i]) {
        if (!structural(i)) give(command(i).span, "build command");
        continue;
      }
      for (unsigned a = 0; a < argument_gone_[i].size(); ++a)
        if (argument_gone_[i][a]) give(command(i).arguments[a].span, "build entry");
      drop_idle_keywords(i, give);
      report_orphan(i, swept);
    }
  }

  // target_sources(t PRIVATE gone.cu PUBLIC b.cu): PRIVATE goes with the last of its group.
  template <class Give>
  void drop_idle_keywords(unsigned i, const Give& give) const {
    if (flow_.action(i).effect != Effect::gives) return;
    const auto& items = flow_.action(i).items;
    const unsigned count = command(i).arguments.size();
    for (unsigned a = 0; a < count; ++a) {
      if (command(i).name.starts_with("target_") && a == 0) continue;
      if (std::find(items.begin(), items.end(), a) != items.end()) continue;
      unsigned next = a + 1;
      bool stays = false;
      for (; next < count && std::find(items.begin(), items.end(), next) != items.end(); ++next) stays |= !argument_gone_[i][next];
      if (next > a + 1 && !stays) give(command(i).arguments[a].span, "build entry");
    }
  }

  // A call that is not understood and has lost its sources is for a person to look at.
  void report_orphan(unsigned i, CMakeSwept& swept) const {
    const CMakeAction& action = flow_.action(i);
    const bool lost_all = action.effect == Effect::other && action.items.empty() &&
                          std::any_of(argument_gone_[i].begin(), argument_gone_[i].end(), [](bool gone) { return gone; }) &&
                          lost_a_group(i);
    if (lost_all || orphans_.contains(i))
      swept.reports.push_back({command(i).span, command(i).name + "() is left without sources that it was given"});
  }

  bool lost_a_group(unsigned i) const {
    for (unsigned a = 0; a < argument_gone_[i].size(); ++a)
      if (argument_gone_[i][a] && !has_company(command(i), a)) return true;
    return false;
  }

  const Snapshot& snapshot_;
  std::string_view path_;
  std::shared_ptr<const CMakeFlow> keep_;
  const CMakeFlow& flow_;
  const CMakeScript& script_;
  const std::function<Testers(std::string_view)>& testers_;
  const std::function<bool(std::string_view)>& macro_touched_;
  std::map<std::string_view, Testers> known_testers_;
  std::vector<bool> command_gone_;
  std::vector<std::vector<bool>> argument_gone_;
  std::vector<bool> block_gone_;
  std::vector<std::pair<unsigned, unsigned>> branches_;  // [first, last) commands of a last branch that goes
  std::set<unsigned> orphans_;  // calls that are given an empty variable and stay
  bool changed_ = false;
};

}  // namespace

CMakeSwept sweep_cmake(const Snapshot& snapshot, std::string_view path, const std::function<bool(Span)>& goes,
                       const std::function<Testers(std::string_view macro)>& testers,
                       const std::function<bool(std::string_view macro)>& macro_touched) {
  return Sweep(snapshot, path, testers, macro_touched).run(goes);
}

}  // namespace remove_op
