#include "syntax/python_test_parts.h"

#include <algorithm>
#include <map>
#include <set>

#include "syntax/python_definitions.h"
#include "words.h"

namespace remove_op::python {
namespace {

bool is_collection(Kind kind) {
  return kind == Kind::list || kind == Kind::tuple || kind == Kind::set || kind == Kind::dictionary;
}

bool covered(const std::vector<Part>& parts, Span span) {
  return std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return part.span.contains(span); });
}

class Planner {
 public:
  Planner(const Trim& trim, const std::vector<Span>& sites)
      : trim_(trim), places_(trim.places), t_(places_.tree()), sites_(sites) {}

  Parts plan() {
    // A list that would be left empty keeps all of its entries.
    do {
      again_ = false;
      out_ = {};
      taken_.clear();
      take_all();
    } while (again_);
    keep_functions_whole();
    for (const Node function : functions_of(out_.parts)) take_feeders(trim_, function, out_.parts);
    take_headings();
    std::erase_if(out_.left, [&](const auto& left) { return out_.cover(left.first); });
    return std::move(out_);
  }

 private:
  void take_all() {
    std::vector<Span> imports;
    std::vector<std::pair<Span, Node>> questions;
    for (const Span site : sites_) {
      const Node node = places_.node_at(site);
      if (out_.cover(site)) continue;
      if (is_import(node)) {
        imports.push_back(site);
        for (const Node read : reads_of_import(node))
          if (!out_.cover(t_.span(read))) take(t_.span(read), attempt_at(read));
      } else if (const Node probe = question_around(trim_, node); probe != no_node) {
        questions.emplace_back(site, probe);
      } else {
        take(site, attempt_at(node));
      }
    }
    for (const Span site : imports)
      if (!out_.cover(site)) take(site, attempt_import(places_.node_at(site)));
    for (const auto& [site, probe] : questions)
      if (!out_.cover(site)) take(site, attempt_question(site, probe));
  }

  bool is_import(Node node) const {
    return t_.enclosing(node, Kind::import_from_statement) != no_node ||
           t_.enclosing(node, Kind::import_statement) != no_node;
  }

  void take(Span site, Attempt attempt) {
    if (attempt && !covered(attempt.parts, site)) attempt.why_not = "more depends on it";
    if (attempt) {
      std::vector<Part> together = out_.parts;
      together.insert(together.end(), attempt.parts.begin(), attempt.parts.end());
      for (const Part& part : attempt.parts) {
        const Node list = t_.parent(places_.node_at(part.span));
        if (!is_collection(t_.kind(list)) || covered(together, t_.span(list)) || !emptied(list, together)) continue;
        attempt.why_not = "nothing else would be left in its list";
        if (full_.insert(list).second) again_ = true;
      }
      if (std::any_of(attempt.parts.begin(), attempt.parts.end(),
                      [&](const Part& part) { return full_.count(t_.parent(places_.node_at(part.span))) != 0; }))
        attempt.why_not = "nothing else would be left in its list";
      if (attempt) {
        out_.parts = std::move(together);
        taken_.emplace_back(site, std::move(attempt));
        return;
      }
    }
    out_.left.emplace_back(site, attempt.why_not);
  }

  std::set<Node> functions_of(const std::vector<Part>& parts) const {
    std::set<Node> functions;
    for (const Part& part : parts)
      if (const Node function = function_of(part.span); function != no_node) functions.insert(function);
    return functions;
  }

  // Of a decorator, the function that it decorates.
  Node function_of(Span span) const {
    const Node node = places_.node_at(span);
    const Node around = places_.function_around(node, true);
    if (around != no_node) return around;
    for (Node at = node; at != t_.root(); at = t_.parent(at)) {
      const Node function = t_.kind(at) == Kind::decorated_definition ? t_.child(at, Field::definition) : no_node;
      if (t_.kind(function) == Kind::function_definition) return function;
    }
    return no_node;
  }

  bool can_be_written(Node function) const {
    std::vector<Span> gone;
    for (const Part& part : out_.parts) gone.push_back(part.span);
    for (Node node = function; node < t_.last(function); ++node) {
      if (t_.kind(node) != Kind::if_statement) continue;
      const Span block = t_.span(t_.child(node, Field::consequence));
      const Span first = {t_.span(node).offset, block.end() - t_.span(node).offset};
      const bool loses_first = first != t_.span(node) && std::find(gone.begin(), gone.end(), first) != gone.end();
      if (loses_first && !can_lose_first_branch(t_, node, gone)) return false;
    }
    return true;
  }

  // A function that cannot lose all of it, or would be hollow without it, loses nothing: it has to be read anyway.
  void keep_functions_whole() {
    for (bool more = true; more;) {
      more = false;
      std::map<Node, std::string> whole;
      for (const Node function : functions_of(out_.parts)) {
        const std::string hollow = why_hollow(trim_, function, [this](Node node) { return out_.cover(t_.span(node)); });
        if (!hollow.empty()) whole.emplace(function, hollow);
        if (!can_be_written(function)) whole.emplace(function, "what is left of its branches has to be written anew");
      }
      for (const auto& [site, why] : out_.left)
        if (const Node function = function_of(site); function != no_node && !out_.cover(site))
          whole.emplace(function, "more of its function has to be adapted");
      std::vector<std::pair<Span, Attempt>> kept;
      out_.parts.clear();
      for (auto& [site, attempt] : taken_) {
        std::string why;
        for (const Node function : functions_of(attempt.parts))
          if (const auto found = whole.find(function); found != whole.end()) why = found->second;
        if (why.empty()) {
          out_.parts.insert(out_.parts.end(), attempt.parts.begin(), attempt.parts.end());
          kept.emplace_back(site, std::move(attempt));
        } else {
          out_.left.emplace_back(site, why);
          more = true;
        }
      }
      taken_ = std::move(kept);
    }
  }

  // A line that is printed right before a statement that goes, and names what goes.
  void take_headings() {
    const std::vector<Part> parts = out_.parts;
    for (const Part& part : parts) {
      Node node = places_.node_at(part.span);
      while (node != t_.root() && t_.span(t_.parent(node)) == part.span) node = t_.parent(node);
      const Node block = node == t_.root() ? node : t_.parent(node);
      if (t_.kind(block) != Kind::block && t_.kind(block) != Kind::module) continue;
      Node before = no_node;
      for (const Node statement : t_.children(block)) {
        if (t_.span(statement) == part.span) break;
        before = statement;
      }
      const Node call = before == no_node ? no_node : t_.first_child(before);
      if (t_.kind(call) != Kind::call || t_.text(t_.child(call, Field::function)) != "print") continue;
      if (t_.string_value(t_.argument(call, 0U)) && trim_.names_doomed(t_.text(call)))
        out_.parts.push_back({t_.span(before), "heading"});
    }
  }

  bool emptied(Node list, const std::vector<Part>& parts) const {
    for (const Node entry : t_.children(list))
      if (!covered(parts, t_.span(entry))) return false;
    return true;
  }

  Attempt attempt_at(Node site) const {
    // Nothing looks up what is said of a file that is not there.
    const Node pair = t_.parent(site);
    if (t_.kind(site) == Kind::string && t_.kind(pair) == Kind::pair && t_.child(pair, Field::key) == site &&
        t_.text(site).find(".py") != std::string_view::npos)
      return {{{t_.span(pair), "table entry"}}};
    if (const auto selected = case_around(trim_, site)) return drop_case(trim_, *selected);
    Attempt entry = drop_entry(trim_, site);
    if (entry) return entry;
    Attempt statements = drop_statements(trim_, site);
    if (!statements && entry.why_not != "none") statements.why_not = entry.why_not;
    return statements;
  }

  Node element_of(Node import) const {
    while (t_.field(import) != Field::name && t_.parent(import) != t_.root()) import = t_.parent(import);
    return t_.kind(t_.parent(import)) == Kind::aliased_import ? t_.parent(import) : import;
  }

  // Who reads what an import inside of a function brings in.
  std::vector<Node> reads_of_import(Node import) const {
    const Node element = element_of(import);
    const unsigned scope = places_.scopes().scope_of(element);
    if (scope == 0) return {};
    for (const auto& [name, bound] : places_.scopes().all()[scope].bindings)
      if (bound.size() == 1 && places_.scopes().binding(bound.front()).node == element)
        return places_.reads_of(scope, name);
    return {};
  }

  // An import inside of a function, all of whose uses go.
  Attempt attempt_import(Node import) const {
    const auto reads = reads_of_import(import);
    if (reads.empty() || !std::all_of(reads.begin(), reads.end(), [&](Node read) { return out_.cover(t_.span(read)); }))
      return Attempt::fails("what it imports is still used");
    return {{{import_site(t_, element_of(import)), "import"}}};
  }

  // Only where all else of its function that needs the op goes.
  Attempt attempt_question(Span site, Node probe) const {
    Node around = places_.function_around(probe, true);
    if (const Node decorated = t_.enclosing(probe, Kind::decorated_definition);
        around == no_node && decorated != no_node)
      around = t_.child(decorated, Field::definition);
    if (around == no_node) return Attempt::fails("a question about it is put when the file is loaded");
    bool others = false;
    for (const Span other : sites_) {
      const Node node = places_.node_at(other);
      if (other == site || !t_.span(around).contains(other) || question_around(trim_, node) != no_node) continue;
      if (!out_.cover(other)) return Attempt::fails("what it guards stays");
      others = true;
    }
    const bool negated = t_.kind(t_.parent(probe)) == Kind::not_operator;
    if (!others && negated) return Attempt::fails("what it guards stays");
    return drop_question(trim_, probe);
  }

  const Trim& trim_;
  const Places& places_;
  const Tree& t_;
  const std::vector<Span>& sites_;
  Parts out_;
  std::vector<std::pair<Span, Attempt>> taken_;  // what `out_` is made of
  std::set<Node> full_;
  bool again_ = false;
};

}  // namespace

bool is_check_name(std::string_view name) {
  return name.starts_with("assert") || name.find("check") != std::string_view::npos ||
         name.find("compare") != std::string_view::npos || name == "raises" || name == "fail";
}

std::string why_hollow(const Trim& trim, Node function, const std::function<bool(Node)>& gone) {
  const Places& places = trim.places;
  const Tree& t = places.tree();
  const Span body = t.span(function);
  std::optional<unsigned> live;  // the first place; what is checked before it is what the function was given
  std::optional<unsigned> live_left;
  const auto exercised = [&](Span span) {
    if (!body.contains(span)) return;
    live = std::min(live.value_or(span.offset), span.offset);
    if (!gone(places.node_at(span))) live_left = std::min(live_left.value_or(span.offset), span.offset);
  };
  for (const Span span : trim.file.live_places) exercised(span);
  for (const LocalUse& use : trim.file.local_uses)
    if (trim.file.reaches_live(use.used)) exercised(use.span);
  if (live && !live_left) return "nothing else would be exercised";
  bool checks = false;
  bool checks_left = false;
  for (Node node = function; node < t.last(function); ++node) {
    const bool check = is_assert(t, node) || (t.kind(node) == Kind::call && is_check_name(places.callee_name(node)));
    checks |= check && t.span(node).end() > live.value_or(0);
    checks_left |= check && !gone(node) && t.span(node).end() > live_left.value_or(0);
  }
  return !checks || checks_left ? "" : "nothing would be left to check";
}

bool Trim::live_in(Span span) const {
  const auto inside = [&](Span place) { return span.contains(place); };
  return std::any_of(file.live_places.begin(), file.live_places.end(), inside) ||
         std::any_of(file.local_uses.begin(), file.local_uses.end(),
                     [&](const LocalUse& use) { return inside(use.span) && file.reaches_live(use.used); });
}

bool Parts::cover(Span span) const { return covered(parts, span); }

Parts parts_that_go(const Trim& trim, const std::vector<Span>& sites) { return Planner(trim, sites).plan(); }

}  // namespace remove_op::python
