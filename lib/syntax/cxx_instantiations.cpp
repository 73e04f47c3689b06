#include "cxx_instantiations.h"

#include <algorithm>
#include <set>

#include "cxx_macros.h"
#include "cxx_shape.h"
#include "language.h"
#include "words.h"

namespace remove_op {
namespace {

// The names of the templates that `tokens` instantiate, where they do nothing else; empty otherwise.
std::set<std::string> instantiated(const CxxMacros::Tokens& tokens) {
  std::string text;
  for (const std::string& token : tokens) text.append(token).append(" ");
  const CxxText lexed = lex_cxx(text);
  const auto word = [&](std::size_t i) { return word_at(lexed, text, i); };
  std::set<std::string> names;
  for (std::size_t first = 0; first < lexed.tokens.size();) {
    if (word(first) == ";") {
      ++first;
      continue;
    }
    const std::size_t at = word(first) == "extern" ? first + 1 : first;
    if (word(at) != "template" || word(at + 1) == "<") return {};
    std::size_t last = at;
    while (last < lexed.tokens.size() && word(last) != ";" && word(last) != "{") ++last;
    if (word(last) != ";") return {};
    if (word(at + 1) == "struct" || word(at + 1) == "class") {
      std::size_t name = at + 2;
      while (word(name + 1) == "::") name += 2;
      if (word(name + 1) != "<") return {};
      names.emplace(word(name));
    } else {
      const auto shape = shape_of(lexed, text, at, last);
      if (!shape) return {};
      names.emplace(word(shape->name));
    }
    first = last + 1;
  }
  return names;
}

class Finder {
 public:
  Finder(const Snapshot& snapshot, std::string_view path, CxxUnit& unit)
      : snapshot_(snapshot), path_(path), text_(snapshot.text(path)), unit_(unit), tokens_(unit.lexed.tokens) {
    std::vector<Span> spans;
    for (const CxxEntity& entity : unit.entities)
      if (entity.kind != CxxEntity::Kind::macro) spans.push_back(entity.span);
    std::sort(spans.begin(), spans.end());
    for (const Span span : spans) {
      if (covered_.empty() || covered_.back().end() <= span.offset)
        covered_.push_back(span);
      else
        covered_.back().length = std::max(covered_.back().end(), span.end()) - covered_.back().offset;
    }
  }

  void add_all() {
    std::vector<CxxEntity> found;
    for (std::size_t i = 0; i < tokens_.size();) {
      if (tokens_[i].in_directive || !is_macro_call(i)) {
        i = behind(i);
        continue;
      }
      const std::size_t close = closing(unit_.lexed, text_, i + 1);
      if (close >= tokens_.size()) return;
      const std::size_t last = word(close + 1) == ";" ? close + 1 : close;
      add(i, close, last, found);
      i = last + 1;
    }
    unit_.entities.insert(unit_.entities.end(), found.begin(), found.end());
  }

 private:
  std::string_view word(std::size_t i) const { return word_at(unit_.lexed, text_, i); }

  const Span* around(std::size_t i) const {
    const unsigned at = tokens_[i].offset;
    const auto next = std::upper_bound(covered_.begin(), covered_.end(), at,
                                       [](unsigned offset, Span span) { return offset < span.offset; });
    return next != covered_.begin() && std::prev(next)->contains(at) ? &*std::prev(next) : nullptr;
  }

  // At namespace scope a statement may begin at any token that no entity covers: past it, or past the entity.
  std::size_t behind(std::size_t i) const {
    if (const Span* span = around(i)) return std::max(i + 1, token_at(unit_.lexed, span->end()));
    if (!tokens_[i].in_directive && (word(i) == "(" || word(i) == "[")) return closing(unit_.lexed, text_, i) + 1;
    return i + 1;
  }

  bool is_macro_call(std::size_t i) {
    if (tokens_[i].kind != CxxToken::Kind::identifier || word(i + 1) != "(") return false;
    const std::string_view name = word(i);
    if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) return false;
    if (around(i)) return false;
    if (!macros_) macros_ = CxxMacros::of(snapshot_, path_);
    return macros_->defines(name);
  }

  void add(std::size_t first, std::size_t close, std::size_t last, std::vector<CxxEntity>& found) {
    CxxMacros::Tokens call;
    for (std::size_t i = first; i <= close; ++i)
      if (!tokens_[i].in_directive) call.emplace_back(word(i));
    const auto expanded = macros_->expand(call);
    if (!expanded) return;
    const Span span = {tokens_[first].offset, tokens_[last].span().end() - tokens_[first].offset};
    if (!keeps_conditionals_whole(unit_.lexed, span)) return;
    std::vector<CxxEntity> sites;
    for (const std::string& name : instantiated(*expanded)) {
      const auto ids = ids_of(name, tokens_[first].offset);
      if (ids.empty()) return;
      for (const std::string& id : ids) sites.push_back({id, name, CxxEntity::Kind::function, true, span, {}, true});
    }
    found.insert(found.end(), sites.begin(), sites.end());
  }

  // Of the templates of that name: those that stand in this file, else those that a parse found the call to use, else
  // those of the headers that it includes.
  std::set<std::string> ids_of(const std::string& name, unsigned at) const {
    std::set<std::string> ids;
    for (const CxxEntity& entity : unit_.entities)
      if (entity.word == name && entity.kind != CxxEntity::Kind::macro) ids.insert(entity.id);
    if (!ids.empty()) return ids;
    for (const CxxUse& use : unit_.uses)
      if (use.offset == at && (use.id.ends_with(":" + name) || use.id.ends_with("#" + name))) ids.insert(use.id);
    if (!ids.empty() || is_header(path_)) return ids;  // a header asks no other, so that none asks itself
    for (const std::string& header : macros_->headers()) {
      if (find_word(snapshot_.text(header), name) == std::string_view::npos) continue;
      for (const CxxEntity& entity : parse_cxx(snapshot_, header)->entities)
        if (entity.word == name && entity.kind != CxxEntity::Kind::macro) ids.insert(entity.id);
    }
    return ids;
  }

  const Snapshot& snapshot_;
  std::string_view path_;
  std::string_view text_;
  CxxUnit& unit_;
  const std::vector<CxxToken>& tokens_;
  std::vector<Span> covered_;                // what entities cover, apart from one another
  std::shared_ptr<const CxxMacros> macros_;  // once it is asked for
};

}  // namespace

void add_instantiations(const Snapshot& snapshot, std::string_view path, CxxUnit& unit) {
  Finder(snapshot, path, unit).add_all();
}

}  // namespace remove_op
