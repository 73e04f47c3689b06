#include "syntax/cxx_provides.h"

#include <algorithm>
#include <array>
#include <set>

#include "syntax/cxx_outline.h"
#include "syntax/cxx_rest.h"
#include "syntax/translation_units.h"

namespace remove_op {
namespace {

using Words = std::set<std::string_view>;

// What a header declares, told by its tokens: the words of its entities and macros, enumerators, and what it names in
// using-declarations.
struct Provided {
  Words words;
  bool known = true;  // every statement was understood

  static std::shared_ptr<const Provided> of(const Snapshot& snapshot, std::string_view header) {
    return snapshot.memo<Provided>(header, [&] {
      auto provided = std::make_shared<Provided>();
      provided->read(header, snapshot.text(header));
      return provided;
    });
  }

  // Whether who needs the entity must say its name: not so for specialisations (`template <>`), which are found by what
  // they specialise, for `begin` and its like, and for variables, whose constructors run.
  static bool is_used_by_name(const CxxEntity& entity, std::string_view third_word) {
    constexpr auto found_otherwise = std::to_array<std::string_view>({"begin", "end", "swap", "get", "size", "data"});
    return entity.kind != CxxEntity::Kind::variable && third_word != ">" &&
           std::find(found_otherwise.begin(), found_otherwise.end(), entity.word) == found_otherwise.end();
  }

  void read(std::string_view path, std::string_view text) {
    CxxUnit unit;
    unit.lexed = lex_cxx(text);
    add_by_outline(path, text, unit);
    const auto& tokens = unit.lexed.tokens;
    const auto word = [&](std::size_t i) { return word_at(unit.lexed, text, i); };
    for (const CxxDirective& directive : unit.lexed.directives)
      if (directive.kind == CxxDirective::Kind::define)
        words.insert(text.substr(directive.name.offset, directive.name.length));
    std::vector<Span> covered;
    for (const CxxEntity& entity : unit.entities) {
      if (!is_used_by_name(entity, word(token_at(unit.lexed, entity.span.offset) + 2))) {
        known = false;
        return;
      }
      words.insert(text.substr(entity.name.offset, entity.name.length));
      covered.push_back(entity.span);
      if (word(token_at(unit.lexed, entity.span.offset)) != "enum") continue;
      for (std::size_t i = token_at(unit.lexed, entity.span.offset); i < tokens.size(); ++i) {
        if (tokens[i].offset >= entity.span.end()) break;
        if (tokens[i].kind == CxxToken::Kind::identifier) words.insert(word(i));
      }
    }
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].in_directive || word(i) == ";" || word(i) == "}") continue;
      const auto around =
          std::find_if(covered.begin(), covered.end(), [&](Span span) { return span.contains(tokens[i].offset); });
      if (around != covered.end()) {
        while (i + 1 < tokens.size() && tokens[i + 1].offset < around->end()) ++i;
      } else if (word(i) == "static_assert") {
        while (i < tokens.size() && word(i) != ";") ++i;
      } else if (word(i) == "namespace" && word(i + 2) != "=") {
        for (; i < tokens.size() && word(i) != "{"; ++i)
          if (tokens[i].kind == CxxToken::Kind::identifier) words.insert(word(i));
      } else {
        known = false;
        return;
      }
    }
  }
};

// The header and the repository's headers behind it; empty where one of them cannot be told.
std::vector<std::string> headers_behind(const Snapshot& snapshot, const std::string& header) {
  std::vector<std::string> headers = {header};
  for (std::size_t next = 0; next < headers.size(); ++next) {
    for (const std::string_view spelled : spelled_includes(snapshot.text(headers[next]))) {
      if (spelled.empty()) return {};
      for (std::string& path : resolve_include(snapshot, headers[next], spelled))
        if (std::find(headers.begin(), headers.end(), path) == headers.end()) headers.push_back(std::move(path));
    }
  }
  return headers;
}

}  // namespace

std::vector<Span> includes_left_unused(const Snapshot& snapshot, std::string_view path, const CxxUnit& unit,
                                       const std::function<bool(Span)>& is_gone) {
  const std::string_view text = snapshot.text(path);
  Words stay;
  Words go;
  for (std::size_t i = 0; i < unit.lexed.tokens.size(); ++i) {
    const CxxToken& token = unit.lexed.tokens[i];
    if (token.kind != CxxToken::Kind::identifier) continue;
    (is_gone(token.span()) ? go : stay).insert(text.substr(token.offset, token.length));
  }
  std::vector<Span> unused;
  for (const CxxInclude& include : unit.includes) {
    if (include.path.empty() || !include.perhaps.empty() || is_gone(include.directive)) continue;
    const auto headers = headers_behind(snapshot, include.path);
    bool served = false;
    // The header may be there for the other headers that the file includes, as configuration is.
    bool serves = headers.empty() || std::any_of(unit.includes.begin(), unit.includes.end(), [&](const auto& other) {
                    return !other.path.empty() && other.path != include.path && !is_gone(other.directive);
                  });
    for (const std::string& header : headers) {
      const auto provided = Provided::of(snapshot, header);
      serves = serves || !provided->known;
      if (serves) break;
      for (const std::string_view word : provided->words) {
        served = served || go.contains(word);
        serves = serves || stay.contains(word);
      }
    }
    if (served && !serves && has_outside_headers_otherwise(snapshot, path, include.path))
      unused.push_back(include.directive);
  }
  return unused;
}

}  // namespace remove_op
