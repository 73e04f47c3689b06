#include "syntax/cxx_containers.h"

#include <algorithm>
#include <optional>

#include "words.h"

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

  // Branches and loops: none of them does anything once its body is empty.
  void add_bodies(Span block) {
    for (std::size_t i = token_at(lexed_, block.offset); i < lexed_.tokens.size(); ++i) {
      if (lexed_.tokens[i].offset >= block.end()) return;
      if (word(i) == "if" && (i == 0 || word(i - 1) != "else")) add_chain_of_branches(i);
      if (word(i) != "for" && word(i) != "while") continue;
      if (const auto body = body_behind(i)) add_body(i, *body);
    }
  }

  struct Body {
    std::size_t open_condition, open, close;  // tokens; the first is 0 where it has none
  };

  // The braces behind `if (c)`, `if constexpr (c)`, `for (...)`, `else`.
  std::optional<Body> body_behind(std::size_t keyword) const {
    std::size_t at = keyword + 1;
    if (word(at) == "constexpr") ++at;
    Body body = {0, at, 0};
    if (word(at) == "(") body = {at, closing(lexed_, text_, at) + 1, 0};
    if (word(body.open) != "{") return std::nullopt;
    body.close = closing(lexed_, text_, body.open);
    return body.close < lexed_.tokens.size() ? std::optional(body) : std::nullopt;
  }

  Span between(std::size_t first, std::size_t last) const {
    const unsigned begin = lexed_.tokens[first].offset;
    return {begin, lexed_.tokens[last].span().end() - begin};
  }
  Span inside(std::size_t open, std::size_t close) const {
    const unsigned begin = lexed_.tokens[open].span().end();
    return {begin, lexed_.tokens[close].offset - begin};
  }
  void add_body(std::size_t first, const Body& body) {
    found_.push_back({between(first, body.close), inside(body.open, body.close)});
  }

  // The whole of `if (a) {...} else if (b) {...} else {...}`, its last branch, and, of two, the first.
  void add_chain_of_branches(std::size_t first) {
    const auto start = body_behind(first);
    if (!start) return;
    std::vector<Span> frame;
    Body last = *start;
    std::size_t keyword = first;
    bool conditions = false;
    while (word(last.close + 1) == "else") {
      keyword = last.close + 1;
      const bool more = word(keyword + 1) == "if";
      const auto next = body_behind(more ? keyword + 1 : keyword);
      if (!next) return;
      frame.push_back(between(last.close, next->open));
      conditions |= more;
      last = *next;
    }
    found_.push_back({between(first, last.close), inside(start->open, last.close), std::move(frame)});
    if (keyword == first) return;
    add_body(keyword, last);
    const Span condition = inside(start->open_condition, start->open - 1);
    if (conditions || opposite_of(text_.substr(condition.offset, condition.length)).empty()) return;
    const unsigned begin = lexed_.tokens[start->open].offset;
    found_.push_back(
        {{begin, lexed_.tokens[last.open].offset - begin}, inside(start->open, start->close), {}, condition});
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

std::string opposite_of(std::string_view condition) {
  const auto does_more = [](std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool compares = text.substr(i, 2) == "==" || text.substr(i, 2) == "!=" || text.substr(i, 2) == "<=" ||
                            text.substr(i, 2) == ">=";
      if (compares)
        ++i;
      else if (text[i] == ';' || text[i] == '=')
        return true;
    }
    return text.empty();
  };
  if (does_more(condition)) return {};
  const auto simple = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return is_word_char(c) || c == ':' || c == '.' || c == '(' || c == ')'; });
  };
  if (condition.starts_with('!') && simple(condition.substr(1))) return std::string(condition.substr(1));
  std::string turned = simple(condition) ? "!" : "!(";
  turned.append(condition);
  if (!simple(condition)) turned += ')';
  return turned;
}

std::vector<CxxContainer> find_containers(std::string_view text, const CxxUnit& unit) {
  return Containers(text, unit).find();
}

}  // namespace remove_op
