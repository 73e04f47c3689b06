// Python names: wrappers of ops, and the functions, classes, constants and imports that serve them.
//
// Input: any Python file. Output: what it defines (production code only) and everything that it refers to.
#include <algorithm>
#include <iterator>

#include "language.h"
#include "rewriter.h"
#include "syntax/python_blocks.h"
#include "syntax/python_definitions.h"
#include "syntax/python_effects.h"
#include "syntax/python_locals.h"
#include "syntax/python_uses.h"

namespace remove_op {
namespace {

class PythonWrapper : public Rewriter {
 public:
  std::string_view layer() const override { return "python wrapper"; }
  bool claims(std::string_view path) const override { return language_of(path) == Language::python; }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    Facts facts;
    const auto uses = python::Uses::of(snapshot, path);
    facts.references = uses->references;
    facts.doubts = uses->doubts;
    if (!is_test(path)) facts.definitions = python::definitions_in(snapshot, path);
    return facts;
  }

  Fallout follow(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    Fallout fallout = python::follow_emptied_blocks(snapshot, path, doomed);
    std::vector<Report> imports = python::last_native_imports(snapshot, path, doomed);
    // A module that is left empty stays as the place to load the native one from.
    if (!imports.empty())
      std::erase_if(fallout.also, [](const Definition& definition) { return definition.id.starts_with("file:"); });
    for (Definition& import : python::unused_local_imports(snapshot, path, doomed))
      fallout.also.push_back(std::move(import));
    if (!is_test(path)) take_members(snapshot, path, doomed, fallout);
    std::move(imports.begin(), imports.end(), std::back_inserter(fallout.reports));
    return fallout;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    return python::erase_or_pass(snapshot, path, doomed, layer());
  }

 private:
  // What a class that goes holds goes with it, and so does what only that used.
  static void take_members(const Snapshot& snapshot, std::string_view path, const Doomed& doomed, Fallout& fallout) {
    if (std::none_of(doomed.here.begin(), doomed.here.end(), [](const auto& gone) { return gone.what == "class"; }))
      return;
    for (Definition& definition : python::definitions_in(snapshot, path))
      if (!doomed.contains(definition.id) && doomed.covers(definition.span))
        fallout.also.push_back(std::move(definition));
  }
};

REMOVE_OP_REGISTER(PythonWrapper);

}  // namespace
}  // namespace remove_op
