// Where a Python file registers something for an op: its fake, the op itself, an implementation, an autograd formula.
//
// Input: a file of a snapshot. Output: the registrations whose op is a constant, each with the statement or decorated
// function that makes it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "facts.h"
#include "syntax/python_registering.h"

namespace remove_op::python {

struct Registration {
  Role role;
  std::string op;  // NS::NAME[.OVERLOAD]
  Node call;       // the registering call, or the decorator `@op.register_fake`
  Node site;       // what goes with the op: a decorated definition, a decorator, or a statement
};

struct Registrations {
  std::vector<Registration> all;
  std::vector<Node> loose_fakes;  // calls that register a fake which is no definition: its name is computed, or the
                                  // call stands inside something larger

  static std::shared_ptr<const Registrations> of(const Snapshot& snapshot, std::string_view path);
};

// The registrations of one role as definitions of their ops.
std::vector<Definition> registered_as(Role role, const Snapshot& snapshot, std::string_view path);

}  // namespace remove_op::python
