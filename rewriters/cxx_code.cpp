// C++ and CUDA: functions, kernels, types, variables and macros, with all their declarations, and what refers to them.
//
// An identifier that the parse resolved is a use of that entity; one that it did not resolve is a use by name, which
// keeps every entity so named. Registration blocks are no entities: what stands in them is the bindings layer's, and
// the rest of them runs.
#include <algorithm>
#include <array>
#include <utility>

#include "language.h"
#include "named_otherwise.h"
#include "rewriter.h"
#include "syntax/cxx_bindings.h"
#include "syntax/cxx_pasted.h"
#include "syntax/cxx_unit.h"
#include "words.h"

namespace remove_op {
namespace {

bool has_c_linkage(const CxxUnit& unit, std::string_view text, const CxxEntity& entity) {
  const auto says_c = [&](unsigned at) {
    const std::size_t token = token_at(unit.lexed, at);
    return text.substr(at).starts_with("extern") && token + 1 < unit.lexed.tokens.size() &&
           unit.lexed.tokens[token + 1].kind == CxxToken::Kind::string;
  };
  return says_c(entity.span.offset) || std::any_of(unit.scopes.begin(), unit.scopes.end(), [&](Span scope) {
           return says_c(scope.offset) && scope.contains(entity.span);
         });
}

std::string_view kind_name(const CxxUnit& unit, std::string_view text, const CxxEntity& entity) {
  using Kind = CxxEntity::Kind;
  if (entity.kind == Kind::function && has_c_linkage(unit, text, entity)) return exported_c_name;
  if (entity.declares && entity.kind != Kind::macro && entity.kind != Kind::type) return "declaration";
  switch (entity.kind) {
    case Kind::function:
      return "function";
    case Kind::kernel:
      return "kernel";
    case Kind::type:
      return "type";
    case Kind::variable:
      return "variable";
    case Kind::alias:
      return "alias";
    case Kind::macro:
      return entity.declares ? "#undef" : "macro";
  }
  return "entity";
}

bool is_registration_block(const CxxEntity& entity) { return entity.word.starts_with("remove_op_block_"); }

// An operator is used without being named, and in a template only an instantiation knows which: so it stays.
bool is_operator(const CxxEntity& entity) {
  constexpr std::string_view keyword = "operator";
  return entity.word.starts_with(keyword) && entity.word.size() > keyword.size() &&
         !is_word_char(entity.word[keyword.size()]);
}

bool is_unnamed(const CxxEntity& entity) { return entity.word.empty() || entity.id.find('@') != std::string::npos; }

// Entities that can go: not one inside another. Those of one span, `int a, b;`, go together.
std::vector<const CxxEntity*> removable(const CxxUnit& unit) {
  std::vector<const CxxEntity*> kept;
  const CxxEntity* outer = nullptr;
  for (const CxxEntity& entity : unit.entities) {
    if (is_registration_block(entity) || is_operator(entity)) continue;
    if (entity.kind == CxxEntity::Kind::macro) {
      kept.push_back(&entity);
      continue;
    }
    if (outer && entity.span.offset < outer->span.end()) {
      // `typedef struct {...} t;` is the definition of `t` and of nothing else.
      if (entity.span == outer->span && is_unnamed(*outer))
        std::replace(kept.begin(), kept.end(), std::exchange(outer, &entity), &entity);
      else if (entity.id == outer->id || (entity.span == outer->span && !is_unnamed(entity)))
        kept.push_back(&entity);
      continue;
    }
    outer = &entity;
    kept.push_back(&entity);
  }
  return kept;
}

// What stands in one statement keeps each other, so that it goes as a whole or not at all.
void bind_together(const std::vector<const CxxEntity*>& entities, Facts& facts) {
  for (std::size_t i = 1; i < entities.size(); ++i) {
    const CxxEntity& one = *entities[i - 1];
    const CxxEntity& other = *entities[i];
    if (one.span != other.span || one.id == other.id || other.kind == CxxEntity::Kind::macro) continue;
    facts.references.push_back({other.id, other.span, Strength::keeps, false, one.id});
    facts.references.push_back({one.id, one.span, Strength::keeps, false, other.id});
  }
}

// `NS::NAME` or `NS::NAME.OVERLOAD` in a string literal: how C++ finds an op through the dispatcher.
bool names_op(std::string_view literal) {
  if (literal.size() < 4 || literal.front() != '"' || literal.back() != '"') return false;
  literal = literal.substr(1, literal.size() - 2);
  const auto colons = literal.find("::");
  if (colons == 0 || colons == std::string_view::npos || colons + 2 == literal.size()) return false;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const char c = literal[i];
    if (!is_word_char(c) && !(i == colons || i == colons + 1) && !(c == '.' && i > colons + 2)) return false;
  }
  return true;
}

// Whether the literal says what a registration that was not taken apart is for: that is a doubt, not a use.
bool is_doubted(const Snapshot& snapshot, std::string_view path, Span literal) {
  const auto bindings = bindings_of(snapshot, path);
  return std::any_of(bindings.begin(), bindings.end(), [&](const CxxBinding& binding) {
    return !binding.entangled.empty() && binding.statement.contains(literal);
  });
}

bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 42> keywords = {
      "alignas",  "auto",     "bool",     "break",  "case",   "char",   "class",  "const",     "constexpr",
      "continue", "decltype", "default",  "delete", "do",     "double", "else",   "enum",      "extern",
      "false",    "float",    "for",      "if",     "inline", "int",    "long",   "namespace", "new",
      "return",   "short",    "signed",   "sizeof", "static", "struct", "switch", "template",  "this",
      "true",     "typename", "unsigned", "using",  "void",   "while"};
  return std::binary_search(keywords.begin(), keywords.end(), word);
}

bool is_computed(std::string_view text, const CxxDirective& include) {
  return text[include.name.offset] != '<' && text[include.name.offset] != '"';
}

// `.name` and `->name` are members, never functions of a namespace; a macro, in capitals, may stand anywhere.
bool is_member_access(const CxxUnit& unit, std::string_view text, std::size_t i) {
  if (i == 0) return false;
  const std::string_view word = word_at(unit.lexed, text, i - 1);
  if (word != "." && word != "->") return false;
  const std::string_view name = word_at(unit.lexed, text, i);
  return std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// `a::b` of `a::b::name`, where `name` is token `i`.
std::string qualifier_of(const CxxUnit& unit, std::string_view text, std::size_t i) {
  const auto word = [&](std::size_t at) { return word_at(unit.lexed, text, at); };
  std::string qualifier;
  for (; i >= 2 && word(i - 1) == "::" && unit.lexed.tokens[i - 2].kind == CxxToken::Kind::identifier; i -= 2)
    qualifier = std::string(word(i - 2)) + (qualifier.empty() ? "" : "::") + qualifier;
  return qualifier;
}

class CxxCode : public Rewriter {
 public:
  std::string_view layer() const override { return "c++"; }
  bool claims(std::string_view path) const override { return language_of(path) == Language::cxx; }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    const auto unit = parse_cxx(snapshot, path);
    const std::string_view text = snapshot.text(path);
    Facts facts;
    if (!unit->failure.empty()) facts.doubts.push_back({{0, 0}, "*", unit->failure + "; what it names may be used"});
    std::vector<unsigned> names;
    const std::vector<const CxxEntity*> entities = removable(*unit);
    bind_together(entities, facts);
    for (const CxxEntity* entity : entities) {
      facts.definitions.push_back({entity->id, entity->word, entity->span, layer(),
                                   std::string(kind_name(*unit, text, *entity)), false, entity->declares});
      if (entity->name.length > 0) names.push_back(entity->name.offset);
    }
    std::sort(names.begin(), names.end());
    const Strength strength = is_test(path) ? Strength::mentions : Strength::keeps;
    auto use = unit->uses.begin();
    auto directive = unit->lexed.directives.begin();
    for (std::size_t i = 0; i < unit->lexed.tokens.size(); ++i) {
      while (directive != unit->lexed.directives.end() && directive->last_token <= i) ++directive;
      if (directive != unit->lexed.directives.end() && directive->kind == CxxDirective::Kind::include &&
          directive->first_token <= i && directive->name.length > 0 && !is_computed(text, *directive))
        continue;  // the words of a path name no entity
      const CxxToken& token = unit->lexed.tokens[i];
      const std::string_view word = text.substr(token.offset, token.length);
      if (token.kind == CxxToken::Kind::string && names_op(word) && !is_doubted(snapshot, path, token.span()))
        facts.references.push_back(
            {"op:" + std::string(word.substr(1, word.size() - 2)), token.span(), strength, false, {}});
      if (token.kind != CxxToken::Kind::identifier) continue;
      bool resolved = false;
      for (; use != unit->uses.end() && use->offset <= token.offset; ++use) {
        if (use->offset < token.offset) continue;
        if (!use->id.empty()) facts.references.push_back({use->id, token.span(), strength, false, {}});
        // Where a macro made the use, the token is the macro's name, and that is a use too.
        resolved = resolved || use->id.empty() || use->id.ends_with(word);
      }
      if (resolved || std::binary_search(names.begin(), names.end(), token.offset) || is_keyword(word)) continue;
      if (is_member_access(*unit, text, i)) continue;
      facts.references.push_back({std::string(word), token.span(), strength, true, {}, qualifier_of(*unit, text, i)});
    }
    for (CxxPasted& pasted : find_pasted_names(text, unit->lexed))
      facts.references.push_back({std::move(pasted.pattern), pasted.span, strength, true, {}});
    return facts;
  }
};

REMOVE_OP_REGISTER(CxxCode);

}  // namespace
}  // namespace remove_op
