#include "syntax/cmake_flow.h"

#include <algorithm>

#include "words.h"

namespace remove_op {
namespace {

// The function or macro that `command` stands in, or no_block.
unsigned function_around(const CMakeScript& script, unsigned command) {
  unsigned block = script.commands[command].block;
  while (block != no_block && script.blocks[block].kind != BlockKind::function) block = script.blocks[block].parent;
  return block;
}

// Whether `text` holds a name computed from another, `${HEAD${...}TAIL}`, that may come out as `variable`.
bool may_compute(std::string_view text, std::string_view variable) {
  for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at + 2)) {
    std::size_t inner = at + 2;
    while (inner < text.size() && is_word_char(text[inner])) ++inner;
    if (text.substr(inner, 2) != "${") continue;
    const std::string_view head = text.substr(at + 2, inner - at - 2);
    std::size_t tail = text.find('}', inner);
    if (tail == std::string_view::npos) return false;
    std::size_t end = ++tail;
    while (end < text.size() && is_word_char(text[end])) ++end;
    const std::string_view rest = text.substr(tail, end - tail);
    // `${${NAME}}` reads what a caller names, and the caller's bare word counts as a read by itself.
    if (head.empty() && rest.empty()) continue;
    if (variable.size() > head.size() + rest.size() && variable.starts_with(head) && variable.ends_with(rest))
      return true;
  }
  return false;
}

}  // namespace

CMakeFlow::CMakeFlow(const Snapshot& snapshot, std::string_view path) : script_(cmake_script(snapshot, path)) {
  const unsigned count = script_->commands.size();
  for (unsigned i = 0; i < count; ++i) actions_.push_back(action_of(snapshot, script_->commands[i]));
  for (unsigned i = 0; i < count; ++i) reads_.push_back(reads_of(snapshot, *script_, i, actions_[i]));
  for (unsigned i = 0; i < count; ++i)
    for (const CMakeRead& read : reads_[i]) last_read_[read.variable] = i;
  for (unsigned i = 0; i < count; ++i) reached_.push_back(follow(i));
  for (unsigned i = 0; i < count; ++i) fills_.emplace_back(reads_[i].size());
  for (unsigned i = 0; i < count; ++i) {
    if (brings_in_values(i)) {
      for (const CMakeRead& read : reached_[i]) {
        auto& fills = fills_[read.command][position(read)];
        if (fills.empty() || fills.back() != i) fills.push_back(i);
      }
    }
  }
}

bool CMakeFlow::in_function(unsigned command) const { return function_around(*script_, command) != no_block; }

bool CMakeFlow::taken_by_name(std::string_view variable) const {
  for (unsigned i = 0; i < actions_.size(); ++i) {
    if (actions_[i].effect != Effect::other || script_->commands[i].opens != no_block) continue;
    for (const CMakeRead& read : reads_[i])
      if (read.variable == variable && script_->commands[i].arguments[read.argument].text == variable) return true;
  }
  return false;
}

void CMakeFlow::add_reads(unsigned command, std::string_view variable, std::vector<CMakeRead>& found) const {
  for (const CMakeRead& read : reads_[command])
    if (read.variable == variable) found.push_back(read);
}

// The reads of `variable` by the commands [first, last), all of one level; true where it is surely written there, so
// that nothing earlier reaches what follows.
bool CMakeFlow::scan(unsigned first, unsigned last, std::string_view variable, std::vector<CMakeRead>& found) const {
  for (unsigned i = first; i < last; ++i) {
    const CMakeCommand& command = script_->commands[i];
    add_reads(i, variable, found);
    if (command.opens == no_block) {
      if (actions_[i].write == Write::replaces && actions_[i].variable == variable) return true;
      continue;
    }
    const CMakeBlock& block = script_->blocks[command.opens];
    if (command.name == "foreach" && !command.arguments.empty() && command.arguments[0].text == variable) {
      i = block.closer;  // the loop has a variable of that name to itself
      continue;
    }
    bool written = block.kind == BlockKind::condition && script_->commands[block.openers.back()].name == "else";
    for (unsigned b = 0; b < block.openers.size(); ++b) {
      const unsigned end = b + 1 < block.openers.size() ? block.openers[b + 1] : block.closer;
      if (b > 0) add_reads(block.openers[b], variable, found);
      const bool in_branch = scan(block.openers[b] + 1, end, variable, found);
      written = written && in_branch;
    }
    if (written) return true;
    i = block.closer;
  }
  return false;
}

bool CMakeFlow::in_loop(unsigned command) const {
  for (unsigned block = script_->commands[command].block; block != no_block; block = script_->blocks[block].parent)
    if (script_->blocks[block].kind == BlockKind::loop) return true;
  return false;
}

// One past the last command of the branch that `command` stands in.
unsigned CMakeFlow::branch_end(unsigned command) const {
  const unsigned block = script_->commands[command].block;
  if (block == no_block) return script_->commands.size();
  const CMakeBlock& holder = script_->blocks[block];
  for (const unsigned opener : holder.openers)
    if (opener > command) return opener;
  return holder.closer;
}

std::vector<CMakeRead> CMakeFlow::follow(unsigned command) const {
  std::vector<CMakeRead> found;
  const std::string_view variable = actions_[command].variable;
  const auto last = last_read_.find(variable);
  if (variable.empty() || script_->error || last == last_read_.end()) return found;
  for (unsigned at = command;;) {
    if (at >= last->second && !in_loop(at)) break;
    if (scan(at + 1, branch_end(at), variable, found)) break;
    const unsigned block = script_->commands[at].block;
    if (block == no_block || script_->blocks[block].kind == BlockKind::function) break;
    const CMakeBlock& holder = script_->blocks[block];
    if (holder.kind == BlockKind::loop) scan(holder.first(), holder.closer, variable, found);
    at = holder.closer;
  }
  return found;
}

bool CMakeFlow::brings_in_values(unsigned command) const {
  const CMakeAction& action = actions_[command];
  if (action.write == Write::none || action.write == Write::adjusts) return false;
  // set(NAME) and unset(NAME) bring in nothing.
  return action.effect != Effect::assigns || !action.items.empty() || script_->commands[command].arguments.size() > 1;
}

unsigned CMakeFlow::position(const CMakeRead& read) const {
  const auto& all = reads_[read.command];
  return std::find(all.begin(), all.end(), read) - all.begin();
}

const std::vector<unsigned>& CMakeFlow::fills(const CMakeRead& read) const {
  return fills_[read.command][position(read)];
}

std::shared_ptr<const CMakeFlow> cmake_flow(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<CMakeFlow>(path, [&] { return std::make_shared<const CMakeFlow>(snapshot, path); });
}

bool read_elsewhere(const Snapshot& snapshot, std::string_view path, std::string_view variable) {
  for (const std::string_view other : cmake_files(snapshot)) {
    if (may_compute(snapshot.text(other), variable)) return true;
    if (find_word(snapshot.text(other), variable) == std::string_view::npos) continue;
    const auto script = cmake_script(snapshot, other);
    if (script->error) return true;
    for (unsigned i = 0; i < script->commands.size(); ++i) {
      if (other == path && function_around(*script, i) == no_block) continue;
      for (const CMakeRead& read : reads_of(snapshot, *script, i, action_of(snapshot, script->commands[i])))
        if (read.variable == variable) return true;
    }
  }
  return false;
}

bool written_elsewhere(const Snapshot& snapshot, std::string_view path, std::string_view variable) {
  for (const std::string_view other : cmake_files(snapshot)) {
    if (find_word(snapshot.text(other), variable) == std::string_view::npos) continue;
    const auto script = cmake_script(snapshot, other);
    if (script->error) return true;
    for (unsigned i = 0; i < script->commands.size(); ++i) {
      const unsigned function = function_around(*script, i);
      if (other == path && function == no_block) continue;
      const CMakeAction action = action_of(snapshot, script->commands[i]);
      // What a function sets is its own, unless it says PARENT_SCOPE or CACHE; what a macro sets is its caller's.
      const bool own = function != no_block && script->commands[script->blocks[function].first()].name == "function";
      if (action.variable == variable && (!own || action.effect == Effect::other)) return true;
    }
  }
  return false;
}

}  // namespace remove_op
