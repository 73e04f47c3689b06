// Registrations: every def and impl statement is a place of its op, and so goes with it. The function that a statement
// binds is the C++ layer's: it stays while another statement or other code refers to it. A registration that is not
// taken apart makes the op known, at a place without extent, and doubtful.
#include <algorithm>
#include <set>

#include "language.h"
#include "rewriter.h"
#include "syntax/cmake_targets.h"
#include "syntax/cxx_bindings.h"
#include "syntax/cxx_unit.h"
#include "words.h"

namespace remove_op {
namespace {

class Bindings : public Rewriter {
 public:
  std::string_view layer() const override { return "bindings"; }
  bool claims(std::string_view path) const override { return language_of(path) == Language::cxx; }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    const auto unit = parse_cxx(snapshot, path);
    Facts facts;
    std::set<std::pair<Span, std::string>> known;
    for (const std::string& library : extension_names(snapshot, path)) {
      for (const CxxBinding& binding : bindings_of(snapshot, path, library)) {
        const std::string id = "op:" + binding.space + "::" + binding.name;
        if (!known.emplace(binding.statement, id).second) continue;
        if (binding.name.empty() || binding.partial) {
          facts.doubts.push_back(
              {binding.statement, binding.name + "*", "a macro or a template builds the name that is registered here"});
          continue;
        }
        const std::string word = binding.name.substr(0, binding.name.find('.'));
        const std::string what = binding.method ? "method" : binding.defines ? "def" : "impl";
        const bool taken_apart = binding.entangled.empty();
        const Span span = taken_apart ? binding.statement : Span{binding.statement.offset, 0};
        facts.definitions.push_back({id, word, span, layer(), what, false, false});
        if (!taken_apart)
          facts.doubts.push_back({binding.statement, binding.method ? id : word, std::string(binding.entangled)});
      }
    }
    return facts;
  }

  // Under force, what is not taken apart stays and is told of.
  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout;
    std::set<std::size_t> stay;
    for (const Definition& definition : doomed.here)
      if (definition.layer == layer() && definition.span.length == 0) stay.insert(definition.span.offset);
    if (stay.empty()) return fallout;
    for (const CxxBinding& binding : bindings_of(snapshot, path))
      if (!binding.entangled.empty() && stay.contains(binding.statement.offset))
        fallout.reports.push_back({binding.statement, std::string(binding.entangled)});
    return fallout;
  }

  // A link is cut out of its chain to the byte; where no link stays, the statement around them goes.
  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    std::set<Span> links;
    for (const CxxBinding& binding : bindings_of(snapshot, path))
      if (binding.chained) links.insert(binding.statement);
    std::vector<Edit> edits;
    for (const Definition& definition : doomed.here) {
      if (definition.layer != layer() || definition.span.length == 0) continue;
      if (links.contains(definition.span))
        edits.push_back(Replace{definition.span, ""});
      else
        edits.push_back(Erase{definition.span});
    }
    return edits;
  }

 private:
  // The libraries that the build makes of this file, each of which registers all that stands in it; `?` where the build
  // names none.
  static std::vector<std::string> extension_names(const Snapshot& snapshot, std::string_view path) {
    if (find_word(snapshot.text(path), "TORCH_EXTENSION_NAME") == std::string_view::npos) return {"?"};
    auto libraries = libraries_building(snapshot, path);
    return libraries.empty() ? std::vector<std::string>{"?"} : libraries;
  }
};

REMOVE_OP_REGISTER(Bindings);

}  // namespace
}  // namespace remove_op
