// Where the search of one Python file puts what it finds.
//
// Input: what a place refers to. Output: references and doubts of the file's Uses. In tests and benchmarks all
// references only mention, and nothing is doubted.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "language.h"
#include "syntax/python_uses.h"

namespace remove_op::python {

class Findings {
 public:
  Findings(const Names& names, Uses& uses) : names_(names), uses_(uses), test_(is_test(names.path())) {}

  const Names& names() const { return names_; }
  bool in_test() const { return test_; }
  Strength strength() const { return test_ ? Strength::mentions : Strength::keeps; }

  void refer(Span span, const Value& value) { refer(span, value.id); }
  void refer(Span span, std::string to) {
    if (!to.empty()) uses_.references.push_back({std::move(to), span, strength(), false});
  }
  void mention(Span span, std::string to) {
    uses_.references.push_back({std::move(to), span, Strength::mentions, false});
  }
  void by_word(Span span, std::string_view word) {
    uses_.references.push_back({std::string(word), span, strength(), true});
  }
  // A function of that name in a module that pybind11 makes, whose own name only the build knows.
  void native(Span span, std::string_view name) { refer(span, "op:pybind11::" + std::string(name)); }
  void op(Node node, std::string name) { uses_.ops.push_back({node, std::move(name)}); }
  void doubt(Span span, std::string about, std::string why) {
    if (!test_) uses_.doubts.push_back({span, std::move(about), std::move(why)});
  }

 private:
  const Names& names_;
  Uses& uses_;
  const bool test_;
};

}  // namespace remove_op::python
