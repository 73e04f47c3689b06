#include "cxx_unit.h"

#include <algorithm>
#include <map>

#include "cxx_branches.h"
#include "cxx_instantiations.h"
#include "cxx_outline.h"
#include "cxx_parse.h"
#include "language.h"
#include "paths.h"

namespace remove_op {
namespace {

void find_includes(const Snapshot& snapshot, std::string_view path, std::string_view text, CxxUnit& unit) {
  for (const CxxDirective& directive : unit.lexed.directives) {
    if (directive.kind != CxxDirective::Kind::include || directive.name.length < 3) continue;
    std::string_view spelled = text.substr(directive.name.offset, directive.name.length);
    const char close = spelled.front() == '<' ? '>' : '"';
    const auto end = spelled.find(close, 1);
    if ((spelled.front() != '<' && spelled.front() != '"') || end == std::string_view::npos) continue;
    auto paths = resolve_include(snapshot, path, spelled.substr(1, end - 1));
    if (paths.empty()) continue;
    unit.includes.push_back({directive.span,
                             paths.front(),
                             {std::make_move_iterator(paths.begin() + 1), std::make_move_iterator(paths.end())}});
  }
}

// Macros are found without a parse, so that every branch's are: a definition and each #undef are sites of one entity.
void find_macros(std::string_view text, CxxUnit& unit) {
  for (const CxxDirective& directive : unit.lexed.directives) {
    const bool defines = directive.kind == CxxDirective::Kind::define;
    if (!defines && directive.kind != CxxDirective::Kind::undef) continue;
    if (directive.name.length == 0) continue;
    const std::string word(text.substr(directive.name.offset, directive.name.length));
    unit.entities.push_back({"cxx:#" + word, word, CxxEntity::Kind::macro, !defines, directive.span, directive.name});
  }
}

std::shared_ptr<const CxxUnit> build(const Snapshot& snapshot, std::string_view path) {
  auto unit = std::make_shared<CxxUnit>();
  const std::string_view text = snapshot.text(path);
  unit->lexed = lex_cxx(text);
  find_includes(snapshot, path, text, *unit);
  BranchChooser branches(text, unit->lexed);
  for (bool first = true;; first = false) {
    CxxParse parse = parse_once(snapshot, path, branches.choose());
    if (!parse.failure.empty()) {
      unit->failure = parse.failure;
      break;
    }
    if (first) unit->errors = parse.errors;
    merge_parse(text, std::move(parse), *unit);
    std::vector<Span> declared;
    for (const CxxEntity& entity : unit->entities) declared.push_back(entity.span);
    if (!branches.more_to_see(declared)) break;
  }
  unit->unseen = branches.unseen();
  // Before the outline, which may take a run of macro calls for a function; after it for templates that it finds.
  add_instantiations(snapshot, path, *unit);
  add_by_outline(path, text, *unit);
  add_instantiations(snapshot, path, *unit);
  find_macros(text, *unit);
  const auto by_offset = [](const auto& a, const auto& b) {
    return std::tie(a.span.offset, b.span.length) < std::tie(b.span.offset, a.span.length);
  };
  std::stable_sort(unit->entities.begin(), unit->entities.end(), by_offset);
  const auto use_order = [](const CxxUse& a, const CxxUse& b) {
    return std::tie(a.offset, a.id) < std::tie(b.offset, b.id);
  };
  std::sort(unit->uses.begin(), unit->uses.end(), use_order);
  unit->uses.erase(std::unique(unit->uses.begin(), unit->uses.end(),
                               [](const CxxUse& a, const CxxUse& b) { return a.offset == b.offset && a.id == b.id; }),
                   unit->uses.end());
  return unit;
}

}  // namespace

namespace {

// A file that spells its own name means the next one of it: `#include_next <util.h>`.
std::vector<std::string> others_ending_in(const Snapshot& snapshot, std::string_view from, std::string_view tail) {
  const auto found = snapshot.ending_in(tail, from);
  std::vector<std::string> others(found.begin(), found.end());
  std::erase(others, from);
  return others;
}

}  // namespace

std::vector<std::string> resolve_include(const Snapshot& snapshot, std::string_view from, std::string_view spelled) {
  const std::string beside = path_in(folder_of(from), spelled);
  if (!beside.empty() && beside != from && snapshot.find(beside)) return {beside};
  while (spelled.starts_with("../")) spelled.remove_prefix(3);  // from an include directory that nobody tells of
  const std::string tail = path_in("", spelled);
  return tail.empty() ? std::vector<std::string>() : others_ending_in(snapshot, from, tail);
}

std::vector<std::string> guess_include(const Snapshot& snapshot, std::string_view from, std::string_view spelled) {
  return is_header(spelled) ? others_ending_in(snapshot, from, base_name(spelled)) : std::vector<std::string>();
}

std::shared_ptr<const CxxUnit> parse_cxx(const Snapshot& snapshot, std::string_view path) {
  return snapshot.memo<CxxUnit>(path, [&] { return build(snapshot, path); });
}

}  // namespace remove_op
