// Registrations: every def and impl statement is a place of its op, and so goes with it. The function that a statement
// binds is the C++ layer's: it stays while another statement or other code refers to it.
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
      for (const CxxBinding& binding : find_bindings(snapshot.text(path), unit->lexed, library)) {
        const std::string id = "op:" + binding.space + "::" + binding.name;
        if (!known.emplace(binding.statement, id).second) continue;
        if (binding.name.empty() || binding.partial) {
          facts.doubts.push_back(
              {binding.statement, binding.name + "*", "a macro or a template builds the name that is registered here"});
          continue;
        }
        const std::string word = binding.name.substr(0, binding.name.find('.'));
        if (binding.entangled) {
          facts.doubts.push_back(
              {binding.statement, word, "registered in a loop, a condition or a chain; take it out of there first"});
          continue;
        }
        facts.definitions.push_back(
            {id, word, binding.statement, layer(), binding.defines ? "def" : "impl", false, false});
      }
    }
    return facts;
  }

  // A link is cut out of its chain to the byte; where no link stays, the statement around them goes.
  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    std::set<Span> links;
    for (const CxxBinding& binding : find_bindings(snapshot.text(path), parse_cxx(snapshot, path)->lexed, "?"))
      if (binding.chained) links.insert(binding.statement);
    std::vector<Edit> edits;
    for (Edit& edit : Rewriter::remove(snapshot, path, doomed)) {
      const auto* erase = std::get_if<Erase>(&edit);
      if (erase && links.contains(erase->span))
        edits.push_back(Replace{erase->span, ""});
      else
        edits.push_back(std::move(edit));
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
