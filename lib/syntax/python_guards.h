// Questions that Python code puts to PyTorch about ops, and the `if` statements over fakes that ask them.
//
// Input: a file and its registrations. Output: probes and guards, each with the nodes that an edit has to reach.
#pragma once

#include <string>
#include <vector>

#include "syntax/python_names.h"
#include "syntax/python_registrations.h"

namespace remove_op::python {

// A question put to PyTorch about one op: `hasattr(torch.ops.ns, "name")`.
struct Probe {
  std::string op;
  Node call;
  Node name;        // the string
  Node name_space;  // the expression that gives the namespace
};

// The probes inside `expression`.
std::vector<Probe> probes_in(const Names& names, Node expression);

// `if hasattr(torch.ops.ns, "name"):` over fakes, with the registrations that stand directly under it.
struct Guard {
  Node statement;
  std::vector<Probe> probes;
  std::vector<const Registration*> fakes;
};

std::vector<Guard> guards_in(const Names& names, const Registrations& registrations);

}  // namespace remove_op::python
