// Ops that Python itself defines or implements: `lib.define`, `@custom_op`, `lib.impl`, autograd formulas, and the
// repository's own helpers around them.
//
// Input: any Python file that is not a test. Output: each registering statement or decorated function as a definition
// of its op.
#include "language.h"
#include "rewriter.h"
#include "syntax/python_blocks.h"
#include "syntax/python_registrations.h"

namespace remove_op {
namespace {

class PythonOp : public Rewriter {
 public:
  std::string_view layer() const override { return "python op"; }
  bool claims(std::string_view path) const override { return language_of(path) == Language::python && !is_test(path); }

  Facts inspect(const Snapshot& snapshot, std::string_view path) const override {
    Facts facts;
    for (const auto role : {python::Role::def, python::Role::impl}) {
      for (auto& definition : python::registered_as(role, snapshot, path)) {
        definition.what = role == python::Role::def ? "def" : "impl";
        facts.definitions.push_back(std::move(definition));
      }
    }
    return facts;
  }

  std::vector<Edit> remove(const Snapshot& snapshot, std::string_view path, const Doomed& doomed) const override {
    return python::erase_or_pass(snapshot, path, doomed, layer());
  }
};

REMOVE_OP_REGISTER(PythonOp);

}  // namespace
}  // namespace remove_op
