#include "syntax/cmake_losses.h"

#include <algorithm>
#include <utility>

#include "syntax/cmake_functions.h"
#include "words.h"

namespace remove_op {

CMakeLosses::CMakeLosses(const Snapshot& snapshot, std::string_view path, const CMakeFlow& flow,
                         std::function<bool(Span)> from_the_start)
    : snapshot_(snapshot),
      text_(snapshot.text(path)),
      flow_(flow),
      script_(flow.script()),
      from_the_start_(std::move(from_the_start)) {
  for (const CMakeCommand& command : script_.commands) {
    commands_.push_back(from_the_start_(command.span));
    auto& arguments = arguments_.emplace_back();
    for (const CMakeArgument& argument : command.arguments) arguments.push_back(from_the_start_(argument.span));
  }
  blocks_.resize(script_.blocks.size());
  for (unsigned b = 0; b < blocks_.size(); ++b)
    if (from_the_start_(script_.span_of(script_.blocks[b]))) lose_block(b);
  grew_ = false;
}

bool CMakeLosses::all_items(unsigned i) const {
  const auto& items = flow_.action(i).items;
  return !items.empty() && std::all_of(items.begin(), items.end(), [&](unsigned item) { return arguments_[i][item]; });
}

bool CMakeLosses::touched(unsigned first, unsigned last) const {
  for (unsigned i = first + 1; i < last; ++i)
    if (commands_[i] && !script_.is_structure(i) && flow_.action(i).effect != Effect::speaks) return true;
  return false;
}

bool CMakeLosses::around(unsigned i) const {
  const unsigned b = script_.commands[i].block;
  return b != no_block && touched(script_.blocks[b].first(), script_.blocks[b].closer);
}

bool CMakeLosses::of_arguments(unsigned i) const {
  return std::find(arguments_[i].begin(), arguments_[i].end(), true) != arguments_[i].end();
}

bool CMakeLosses::in_one_run(unsigned i, unsigned next) const {
  if (script_.is_structure(i) || script_.is_structure(next)) return false;
  const unsigned end = script_.commands[i].span.end();
  std::string_view between = text_.substr(end, script_.commands[next].span.offset - end);
  between.remove_prefix(std::min(between.find('\n') + 1, between.size()));  // the rest of the command's own line
  for (; between.find('\n') != std::string_view::npos; between.remove_prefix(between.find('\n') + 1))
    if (trimmed(between.substr(0, between.find('\n'))).empty()) return false;
  return true;
}

// A word that the called function takes for one; of a function that is not ours, a word in capitals.
bool CMakeLosses::is_keyword(unsigned i, unsigned argument) const {
  const CMakeArgument& word = script_.commands[i].arguments[argument];
  if (word.quoting != Quoting::none || word.text.size() < 2) return false;
  if (const auto function = cmake_function(snapshot_, script_.commands[i].name))
    return function->keywords.contains(word.text);
  return std::all_of(word.text.begin(), word.text.end(),
                     [](char c) { return c == '_' || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

bool CMakeLosses::has_company(unsigned i, unsigned argument) const {
  const auto& arguments = script_.commands[i].arguments;
  bool after_keyword = false;
  bool company = false;
  for (unsigned a = argument; a-- > 0 && !after_keyword;) {
    after_keyword = is_keyword(i, a);
    company |= !after_keyword && a > 0 && !arguments_[i][a];  // the first argument names what is called upon
  }
  for (unsigned a = argument + 1; a < arguments.size() && !is_keyword(i, a); ++a) company |= !arguments_[i][a];
  // An unquoted empty variable is no argument at all; a quoted one is an empty argument, which a position may count on.
  return company && (after_keyword || arguments[argument].quoting == Quoting::none);
}

void CMakeLosses::lose(unsigned i) {
  grew_ |= !commands_[i];
  commands_[i] = true;
}

void CMakeLosses::lose(unsigned i, unsigned argument) {
  grew_ |= !arguments_[i][argument];
  arguments_[i][argument] = true;
}

void CMakeLosses::lose_block(unsigned b) {
  blocks_[b] = true;
  for (unsigned i = script_.blocks[b].first(); i <= script_.blocks[b].closer; ++i) lose(i);
}

void CMakeLosses::lose_last_branch(unsigned b) {
  const unsigned first = script_.blocks[b].openers.back();
  const unsigned last = script_.blocks[b].closer;
  for (unsigned i = first; i < last; ++i) lose(i);
  const unsigned begin = script_.commands[first].span.offset;
  branches_.push_back({{begin, script_.commands[last - 1].span.end() - begin}, "build branch"});
}

void CMakeLosses::lose_first_branch(unsigned b) {
  const unsigned first = script_.blocks[b].first();
  const unsigned other = script_.blocks[b].openers.back();
  for (unsigned i = first + 1; i <= other; ++i) lose(i);
  // With the comments inside, but not one behind the condition.
  unsigned begin = script_.commands[first + 1].span.offset;
  const unsigned condition_end = script_.commands[first].span.end();
  for (const Span comment : script_.comments)
    if (comment.offset > condition_end && comment.offset < begin && !on_line_of(condition_end, comment))
      begin = comment.offset;
  branches_.push_back({{begin, script_.commands[other].span.end() - begin}, first_branch});
}

bool CMakeLosses::on_line_of(unsigned at, Span comment) const {
  const std::string_view between = text_.substr(at, comment.offset - at);
  return between.find('\n') == std::string_view::npos;
}

bool CMakeLosses::grew() { return std::exchange(grew_, false); }

// target_sources(t PRIVATE gone.cu PUBLIC b.cu): PRIVATE goes with the last of its group.
std::vector<unsigned> CMakeLosses::idle_scopes(unsigned i) const {
  std::vector<unsigned> idle;
  const CMakeAction& action = flow_.action(i);
  if (action.effect != Effect::gives) return idle;
  const unsigned count = script_.commands[i].arguments.size();
  const auto is_item = [&](unsigned a) {
    return std::find(action.items.begin(), action.items.end(), a) != action.items.end();
  };
  for (unsigned a = script_.commands[i].name.starts_with("target_") ? 1 : 0; a < count; ++a) {
    if (is_item(a)) continue;
    unsigned next = a + 1;
    bool stays = false;
    for (; next < count && is_item(next); ++next) stays |= !arguments_[i][next];
    if (next > a + 1 && !stays) idle.push_back(a);
  }
  return idle;
}

std::vector<CMakeSwept::Gone> CMakeLosses::beyond_the_start() const {
  std::vector<CMakeSwept::Gone> lost;
  const auto give = [&](Span span, std::string_view what) {
    const auto holds = [&](const CMakeSwept::Gone& other) { return other.span.contains(span); };
    if (!from_the_start_(span) && std::none_of(lost.begin(), lost.end(), holds)) lost.push_back({span, what});
  };
  for (unsigned b = 0; b < blocks_.size(); ++b)
    if (blocks_[b]) give(script_.span_of(script_.blocks[b]), "build block");
  for (const auto& branch : branches_) give(branch.span, branch.what);
  for (unsigned i = 0; i < commands_.size(); ++i) {
    if (commands_[i]) {
      if (!script_.is_structure(i)) give(script_.commands[i].span, "build command");
      continue;
    }
    for (unsigned a = 0; a < arguments_[i].size(); ++a)
      if (arguments_[i][a]) give(script_.commands[i].arguments[a].span, "build entry");
    for (const unsigned a : idle_scopes(i)) give(script_.commands[i].arguments[a].span, "build entry");
  }
  return lost;
}

}  // namespace remove_op
