// Everything that one Python file refers to: ops, Python names of this and other modules, and what cannot be known.
//
// Input: a file of a snapshot. Output: references and doubts, each at its own span, and the plain list of the ops that
// the file names in code. In tests and benchmarks all references only mention, and nothing is doubted.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "facts.h"
#include "syntax/python_names.h"

namespace remove_op::python {

struct OpUse {
  Node node;       // the expression that denotes the op
  std::string op;  // NS::NAME[.OVERLOAD]
};

struct Uses {
  std::vector<Reference> references;  // by offset
  std::vector<Doubt> doubts;
  std::vector<OpUse> ops;  // by node

  static std::shared_ptr<const Uses> of(const Snapshot& snapshot, std::string_view path);
};

}  // namespace remove_op::python
