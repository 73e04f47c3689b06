// C++ files and what merely holds other things: include lines, namespaces, registration blocks, conditionals.
//
// A header is kept by who includes it, a source file by what stands in it. A container goes when all that it held goes;
// one that was empty before stays as it was.
#include <algorithm>
#include <utility>

#include "language.h"
#include "paths.h"
#include "rewriter.h"
#include "syntax/cmake_targets.h"
#include "syntax/cxx_condition.h"
#include "syntax/cxx_containers.h"
#include "syntax/cxx_includes.h"
#include "syntax/cxx_provides.h"
#include "syntax/cxx_rest.h"
#include "syntax/cxx_unit.h"
#include "syntax/translation_units.h"
#include "words.h"

namespace remove_op {
namespace {

// What is left of a file once some spans are gone, token by token.
class Remains {
 public:
  Remains(const CxxUnit& unit, std::string_view text, const Doomed& doomed) : unit_(unit), text_(text) {
    for (const Definition& definition : doomed.here)
      if (definition.span.length > 0) gone_.push_back(definition.span);
    std::sort(gone_.begin(), gone_.end());
  }

  void add(Span span) { gone_.insert(std::upper_bound(gone_.begin(), gone_.end(), span), span); }
  bool is_gone(Span span) const {
    return std::any_of(gone_.begin(), gone_.end(), [&](Span gone) { return gone.contains(span); });
  }
  // Whether something that goes stands in `span`, and nothing else but comments.
  bool emptied(Span span, const std::vector<Span>& frame = {}) const {
    return holds_gone(span) && !anything_left(span, frame);
  }

  bool holds_gone(Span span) const {
    return std::any_of(gone_.begin(), gone_.end(), [&](Span gone) { return span.contains(gone); });
  }

 private:
  bool anything_left(Span span, const std::vector<Span>& frame) const {
    for (std::size_t i = token_at(unit_.lexed, span.offset); i < unit_.lexed.tokens.size(); ++i) {
      const Span token = unit_.lexed.tokens[i].span();
      if (token.offset >= span.end()) break;
      const bool framed = std::any_of(frame.begin(), frame.end(), [&](Span span) { return span.contains(token); });
      if (!framed && !is_gone(token)) return true;
    }
    return false;
  }

  const CxxUnit& unit_;
  std::string_view text_;
  std::vector<Span> gone_;
};

class CxxFiles : public Rewriter {
 public:
  std::string_view layer() const override { return "c++ files"; }
  bool claims(std::string_view path) const override { return language_of(path) == Language::cxx; }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    const auto unit = parse_cxx(snapshot, path);
    Facts facts;
    const std::string self = "file:" + std::string(path);
    facts.definitions.push_back(itself(path));
    const Strength strength = is_test(path) && !is_header(path) ? Strength::mentions : Strength::keeps;
    for (const CxxInclude& include : unit->includes) {
      const auto candidates = include_candidates(snapshot, path, spelling(snapshot.text(path), include.directive));
      for (const IncludeCandidate& candidate : candidates)
        facts.references.push_back({"file:" + candidate.path, include.directive, strength, false, self});
      // The line goes with the header that it means. One that may mean a file of the outside as well stays.
      if (!candidates.empty() && !candidates.front().guessed)
        facts.definitions.push_back({"file:" + candidates.front().path, std::string(base_name(candidates.front().path)),
                                     include.directive, layer(), "include line", false, true});
    }
    refer_to_guesses(snapshot, path, self, facts);
    refer_to_named_headers(snapshot, path, *unit, facts);
    return facts;
  }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    if (doomed.contains("file:" + std::string(path))) return fallout;
    const auto unit = parse_cxx(snapshot, path);
    const std::string_view text = snapshot.text(path);
    Remains remains(*unit, text, doomed);
    const std::vector<CxxContainer> containers = find_containers(text, *unit);
    // Innermost first, until nothing more is emptied.
    bool again = true;
    const auto take = [&](Span span, std::string_view what) {
      fallout.also.push_back({"cxx:" + std::string(path) + "@" + std::to_string(span.offset),
                              {},
                              span,
                              layer(),
                              std::string(what),
                              false,
                              false});
      remains.add(span);
      again = true;
    };
    while (std::exchange(again, false)) {
      for (const CxxConditional& conditional : unit->lexed.conditionals) {
        if (remains.is_gone(conditional.span())) continue;
        const auto empty = [&](const CxxConditional::Branch& branch) { return !has_code(*unit, remains, branch.body); };
        const bool any_gone = std::any_of(conditional.branches.begin(), conditional.branches.end(),
                                          [&](const auto& branch) { return remains.holds_gone(branch.body); });
        if (any_gone && std::all_of(conditional.branches.begin(), conditional.branches.end(), empty)) {
          take(conditional.span(), "conditional");
        } else if (conditional.branches.size() > 1 && remains.emptied(conditional.branches.back().body) &&
                   !remains.is_gone(conditional.branches.back().directive)) {
          take(conditional.branches.back().directive, "branch");
        } else if (can_turn(text, conditional) && remains.emptied(conditional.branches.front().body) &&
                   !remains.is_gone(conditional.branches.back().directive)) {
          take(conditional.branches.back().directive, turned);
        }
      }
      for (const CxxContainer& container : containers)
        if (!remains.is_gone(container.whole) && remains.emptied(container.content, container.frame))
          take(container.whole, container.condition.length > 0 ? turned_if : "block");
    }
    if (!is_header(path) && remains.holds_gone({0, static_cast<unsigned>(text.size())}))
      for (const Span line :
           includes_left_unused(snapshot, path, *unit, [&](Span span) { return remains.is_gone(span); }))
        if (is_certain(snapshot, path, line)) take(line, "include line");
    if (is_needless(snapshot, path, *unit, remains, doomed) && !may_be_guessed(snapshot, path, doomed))
      fallout.also.push_back(itself(path));
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    std::vector<Edit> edits;
    const std::string_view text = snapshot.text(path);
    for (const Definition& definition : doomed.here) {
      if (definition.layer == layer() && definition.what == turned_if)
        turn_if(text, *parse_cxx(snapshot, path), definition.span, edits);
      else if (definition.layer == layer())
        edits.push_back(Erase{definition.span});
      if (definition.layer != layer() || definition.what != turned) continue;
      for (const CxxConditional& conditional : parse_cxx(snapshot, path)->lexed.conditionals) {
        if (conditional.branches.back().directive != definition.span) continue;
        const Span first = conditional.branches.front().directive;
        edits.push_back(Replace{first, opposite_condition(text.substr(first.offset, first.length))});
      }
    }
    return edits;
  }

 private:
  Definition itself(std::string_view path) const {
    return {"file:" + std::string(path),
            std::string(base_name(path)),
            {0, 0},
            layer(),
            is_header(path) ? "header" : "source file",
            false,
            false};
  }

  // The `#else` of a conditional whose first branch was emptied: its condition is turned instead.
  static constexpr std::string_view turned = "turned branch";
  // The same of `if (c) {...} else`.
  static constexpr std::string_view turned_if = "first branch";

  static bool can_turn(std::string_view text, const CxxConditional& conditional) {
    const Span first = conditional.branches.front().directive;
    return conditional.has_else && conditional.branches.size() == 2 &&
           !opposite_condition(text.substr(first.offset, first.length)).empty();
  }

  static void turn_if(std::string_view text, const CxxUnit& unit, Span branch, std::vector<Edit>& edits) {
    for (const CxxContainer& container : find_containers(text, unit)) {
      const Span condition = container.condition;
      if (container.whole != branch || condition.length == 0) continue;
      edits.push_back(Replace{condition, opposite_of(text.substr(condition.offset, condition.length))});
      edits.push_back(Replace{branch, ""});
      return;
    }
  }

  static bool is_certain(const Snapshot& snapshot, std::string_view path, Span include) {
    const auto candidates = include_candidates(snapshot, path, spelling(snapshot.text(path), include));
    return !candidates.empty() && !candidates.front().guessed;
  }

  // What an include line says between its quotes or brackets.
  static std::string_view spelling(std::string_view text, Span directive) {
    const std::string_view line = text.substr(directive.offset, directive.length);
    const auto open = line.find_first_of("<\"");
    if (open == std::string_view::npos) return {};
    const auto close = line.find(line[open] == '<' ? '>' : '"', open + 1);
    return close == std::string_view::npos ? std::string_view() : line.substr(open + 1, close - open - 1);
  }

  // Lines that lead nowhere in the repository may mean a header of it all the same.
  static void refer_to_guesses(const Snapshot& snapshot, std::string_view path, const std::string& self, Facts& facts) {
    const std::string_view text = snapshot.text(path);
    for (const std::string_view spelled : spelled_includes(text)) {
      if (spelled.empty() || !resolve_include(snapshot, path, spelled).empty()) continue;
      const Span span = {static_cast<unsigned>(spelled.data() - text.data()), static_cast<unsigned>(spelled.size())};
      for (const IncludeCandidate& candidate : include_candidates(snapshot, path, spelled))
        facts.references.push_back({"file:" + candidate.path, span, Strength::keeps, false, self});
    }
  }

  // `#define HEADER "a.cuh"` for an `#include HEADER`, `#include QUOTED(a.cuh)`, or a header that is read at run time.
  static void refer_to_named_headers(const Snapshot& snapshot, std::string_view path, const CxxUnit& unit,
                                     Facts& facts) {
    const std::string_view text = snapshot.text(path);
    const auto refer = [&](std::string_view named, Span span) {
      if (!is_header(named)) return;
      std::vector<std::string> headers = resolve_include(snapshot, path, named);
      if (headers.empty()) headers = guess_include(snapshot, path, named);
      for (const std::string& header : headers)
        facts.references.push_back({"file:" + header, span, Strength::keeps, false, {}});
    };
    for (const CxxToken& token : unit.lexed.tokens) {
      if (token.kind != CxxToken::Kind::string || token.length < 4) continue;
      const bool included = std::any_of(unit.includes.begin(), unit.includes.end(), [&](const CxxInclude& include) {
        return include.directive.contains(token.span());
      });
      if (!included) refer(text.substr(token.offset + 1, token.length - 2), token.span());
    }
    for (const CxxDirective& directive : unit.lexed.directives) {
      const bool computed = directive.kind == CxxDirective::Kind::include && directive.name.length > 0 &&
                            is_word_char(text[directive.name.offset]);
      if (directive.kind != CxxDirective::Kind::define && !computed) continue;
      for (const Span span : bare_paths(text, directive.span)) refer(text.substr(span.offset, span.length), span);
    }
  }

  // Runs of what paths are made of that hold a dot.
  static std::vector<Span> bare_paths(std::string_view text, Span within) {
    std::vector<Span> paths;
    const auto is_part = [&](unsigned at) {
      return is_word_char(text[at]) || text[at] == '.' || text[at] == '/' || text[at] == '-';
    };
    for (unsigned at = within.offset; at < within.end(); ++at) {
      if (!is_part(at)) continue;
      const unsigned begin = at;
      while (at < within.end() && is_part(at)) ++at;
      if (text.substr(begin, at - begin).find('.') != std::string_view::npos) paths.push_back({begin, at - begin});
    }
    return paths;
  }

  // Whether the file lost something and the rest of it is of no use: to its includers, where it is a header; to the
  // build, where it is a source that nobody includes.
  static bool is_needless(const Snapshot& snapshot, std::string_view path, const CxxUnit& unit, const Remains& remains,
                          const Doomed& doomed) {
    const std::string_view text = snapshot.text(path);
    if (!remains.holds_gone({0, static_cast<unsigned>(text.size())})) return false;
    switch (rest_of(unit, text, path, [&](Span span) { return remains.is_gone(span); })) {
      case CxxRest::nothing:
        return true;
      case CxxRest::module:
        return is_last_of_its_libraries(snapshot, path, doomed);
      case CxxRest::includes:
        return includes_are_had_otherwise(
            snapshot, path, [&](std::string_view file) { return doomed.contains("file:" + std::string(file)); });
      case CxxRest::unit_only:
        return !is_header(path) && includers(snapshot, path).empty();
      case CxxRest::code:
        return false;
    }
    return false;
  }

  // A module without ops serves nobody, unless another source of its library registers some.
  static bool is_last_of_its_libraries(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
    const auto libraries = libraries_building(snapshot, path);
    for (const std::string& library : libraries)
      for (const std::string& source : sources_of_library(snapshot, library))
        if (source != path && !doomed.contains("file:" + source)) return false;
    return !libraries.empty();
  }

  // Whether a line that stays, because it may mean a file of the outside, may mean this one.
  static bool may_be_guessed(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) {
    const auto files = includers(snapshot, path);
    return std::any_of(files.begin(), files.end(), [&](const Includer& it) {
      return it.guessed && !doomed.contains("file:" + std::string(it.path));
    });
  }

  static bool has_code(const CxxUnit& unit, const Remains& remains, Span body) {
    for (std::size_t i = token_at(unit.lexed, body.offset); i < unit.lexed.tokens.size(); ++i) {
      const Span token = unit.lexed.tokens[i].span();
      if (token.offset >= body.end()) break;
      if (!remains.is_gone(token)) return true;
    }
    return false;
  }
};

REMOVE_OP_REGISTER(CxxFiles);

}  // namespace
}  // namespace remove_op
