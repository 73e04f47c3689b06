#include "cxx_branches.h"

#include <algorithm>

namespace remove_op {
namespace {

constexpr int max_rounds = 8;  // chains longer than this are left unseen, which keeps what they name

// Overwrites `directive` with `#NAME VALUE`, keeping its length and its line ends.
void rewrite(std::string& text, Span directive, std::string_view with) {
  for (unsigned i = directive.offset; i < directive.end(); ++i) {
    const bool continues = text[i] == '\\' && i + 1 < directive.end() && (text[i + 1] == '\n' || text[i + 1] == '\r');
    if (text[i] != '\n' && text[i] != '\r' && !continues) text[i] = ' ';
  }
  // A directive whose keyword stands behind a continuation is too strange to rewrite in place; it keeps its spaces.
  if (text.find_first_of("\\\n", directive.offset) < directive.offset + with.size()) return;
  if (with.size() <= directive.length) text.replace(directive.offset, with.size(), with);
}

}  // namespace

BranchChooser::BranchChooser(std::string_view text, const CxxText& lexed) : text_(text), lexed_(lexed) {
  for (const CxxConditional& conditional : lexed.conditionals) {
    const std::size_t branches = conditional.branches.size();
    states_.push_back({std::vector<bool>(branches), std::vector<std::vector<std::size_t>>(branches)});
    worth_.emplace_back(branches, true);
  }
  for (std::size_t i = 0; i < lexed.conditionals.size(); ++i) {
    const CxxConditional& conditional = lexed.conditionals[i];
    if (conditional.parent >= 0) states_[conditional.parent].inside[conditional.parent_branch].push_back(i);
  }
}

bool BranchChooser::wants(std::size_t conditional, std::size_t branch) const {
  if (!worth_[conditional][branch]) return false;
  if (!states_[conditional].seen[branch]) return true;
  const auto& inside = states_[conditional].inside[branch];
  return std::any_of(inside.begin(), inside.end(), [&](std::size_t inner) {
    for (std::size_t b = 0; b < states_[inner].seen.size(); ++b)
      if (wants(inner, b)) return true;
    return false;
  });
}

void BranchChooser::choose_in(std::size_t conditional, std::string& text) {
  const CxxConditional& here = lexed_.conditionals[conditional];
  std::size_t chosen = 0;
  while (chosen + 1 < here.branches.size() && !wants(conditional, chosen)) ++chosen;
  if (!wants(conditional, chosen)) chosen = 0;
  states_[conditional].seen[chosen] = true;
  for (std::size_t b = 0; b < here.branches.size(); ++b) {
    const bool last_is_else = here.has_else && b + 1 == here.branches.size();
    if (last_is_else) break;  // on exactly when nothing before it is
    rewrite(text, here.branches[b].directive, std::string(b == 0 ? "#if " : "#elif ") + (b == chosen ? "1" : "0"));
  }
  for (const std::size_t inner : states_[conditional].inside[chosen]) choose_in(inner, text);
}

std::string BranchChooser::choose() {
  ++rounds_;
  std::string text(text_);
  for (std::size_t i = 0; i < lexed_.conditionals.size(); ++i)
    if (lexed_.conditionals[i].parent < 0) choose_in(i, text);
  return text;
}

bool BranchChooser::more_to_see(const std::vector<Span>& declared) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    for (std::size_t b = 0; b < states_[i].seen.size(); ++b) {
      if (states_[i].seen[b] || !worth_[i][b]) continue;
      const Span body = lexed_.conditionals[i].branches[b].body;
      bool code = false;
      for (std::size_t t = token_at(lexed_, body.offset);
           t < lexed_.tokens.size() && lexed_.tokens[t].offset < body.end(); ++t)
        code = code || !lexed_.tokens[t].in_directive;
      const bool inside = std::any_of(declared.begin(), declared.end(), [&](Span span) { return span.contains(body); });
      worth_[i][b] = code && !inside;
    }
  }
  if (rounds_ >= max_rounds) return false;
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (lexed_.conditionals[i].parent < 0)
      for (std::size_t b = 0; b < states_[i].seen.size(); ++b)
        if (wants(i, b)) return true;
  return false;
}

std::vector<Span> BranchChooser::unseen() const {
  std::vector<Span> spans;
  for (std::size_t i = 0; i < states_.size(); ++i)
    for (std::size_t b = 0; b < states_[i].seen.size(); ++b)
      if (!states_[i].seen[b] && worth_[i][b]) spans.push_back(lexed_.conditionals[i].branches[b].body);
  return spans;
}

}  // namespace remove_op
