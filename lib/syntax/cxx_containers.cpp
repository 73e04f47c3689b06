#include "syntax/cxx_containers.h"

#include <algorithm>

namespace remove_op {
namespace {

class Containers {
 public:
  Containers(std::string_view text, const CxxUnit& unit) : text_(text), lexed_(unit.lexed), unit_(unit) {}

  std::vector<CxxContainer> find() {
    for (const Span scope : unit_.scopes) {
      const bool stray = scope.end() < text_.size() && text_[scope.end()] == ';';  // `};`
      add(scope, stray ? 1 : 0);
    }
    for (const CxxEntity& entity : unit_.entities) {
      if (!entity.word.starts_with("remove_op_block_")) continue;
      if (CxxContainer* block = add(entity.span, 0)) add_frame(*block);
      add_bodies(entity.span);
    }
    add_chains();
    std::sort(found_.begin(), found_.end(),
              [](const auto& a, const auto& b) { return a.whole.length < b.whole.length; });
    return std::move(found_);
  }

 private:
  std::string_view word(std::size_t i) const { return word_at(lexed_, text_, i); }

  // Null where it has no braces.
  CxxContainer* add(Span span, unsigned more) {
    const auto brace = text_.find('{', span.offset);
    if (brace >= span.end()) return nullptr;
    const auto open = static_cast<unsigned>(brace);
    found_.push_back({{span.offset, span.length + more}, {open + 1, span.end() - open - 2}});
    return &found_.back();
  }

  // `m.set_python_module("...");`, `m.impl_abstract_pystub("...");`: of no use to a block that registers nothing.
  void add_frame(CxxContainer& block) const {
    for (std::size_t i = token_at(lexed_, block.content.offset); i + 3 < lexed_.tokens.size(); ++i) {
      if (lexed_.tokens[i].offset >= block.content.end()) return;
      if (word(i + 1) != "." || word(i + 3) != "(") continue;
      if (word(i + 2) != "set_python_module" && word(i + 2) != "impl_abstract_pystub") continue;
      const std::size_t end = closing(lexed_, text_, i + 3) + 1;
      if (word(end) != ";") continue;
      const unsigned begin = lexed_.tokens[i].offset;
      block.frame.push_back({begin, lexed_.tokens[end].span().end() - begin});
    }
  }

  // `if (c) {...}` without an else, on either side, and loops: none of them does anything once its body is empty.
  void add_bodies(Span block) {
    for (std::size_t i = token_at(lexed_, block.offset); i < lexed_.tokens.size(); ++i) {
      if (lexed_.tokens[i].offset >= block.end()) return;
      const bool branches = word(i) == "if";
      if (!branches && word(i) != "for" && word(i) != "while") continue;
      if (i > 0 && word(i - 1) == "else") continue;
      std::size_t open = i + 1;
      if (word(open) == "constexpr") ++open;
      if (word(open) != "(") continue;
      const std::size_t brace = closing(lexed_, text_, open) + 1;
      if (word(brace) != "{") continue;
      const std::size_t close = closing(lexed_, text_, brace);
      if (close >= lexed_.tokens.size() || (branches && word(close + 1) == "else")) continue;
      const unsigned begin = lexed_.tokens[i].offset;
      const unsigned inside = lexed_.tokens[brace].span().end();
      found_.push_back(
          {{begin, lexed_.tokens[close].span().end() - begin}, {inside, lexed_.tokens[close].offset - inside}});
    }
  }

  // `static auto r = torch::RegisterOperators().op(...).op(...);`
  void add_chains() {
    for (std::size_t i = 0; i < lexed_.tokens.size(); ++i) {
      if (word(i) != "RegisterOperators" || word(i + 1) != "(") continue;
      const std::size_t head = closing(lexed_, text_, i + 1);
      std::size_t end = head;
      while (word(end + 1) == "." && word(end + 3) == "(") end = closing(lexed_, text_, end + 3);
      if (end == head || word(end + 1) != ";") continue;
      std::size_t first = i;
      while (first > 0 && !lexed_.tokens[first - 1].in_directive && word(first - 1) != ";" && word(first - 1) != "{" &&
             word(first - 1) != "}")
        --first;
      const unsigned begin = lexed_.tokens[first].offset;
      // What the constructor is given is content too: it may register an op of its own.
      const unsigned inside = head == i + 2 ? lexed_.tokens[head].span().end() : lexed_.tokens[i + 1].span().end();
      found_.push_back(
          {{begin, lexed_.tokens[end + 1].span().end() - begin}, {inside, lexed_.tokens[end].span().end() - inside}});
    }
  }

  std::string_view text_;
  const CxxText& lexed_;
  const CxxUnit& unit_;
  std::vector<CxxContainer> found_;
};

}  // namespace

std::vector<CxxContainer> find_containers(std::string_view text, const CxxUnit& unit) {
  return Containers(text, unit).find();
}

}  // namespace remove_op
