// Fakes that a loop registers over names in a list: `for n in ["a", "b"]: register_fake("ns::" + n)(f)`.
//
// Input: a file and its registrations. Output: each name of such a list with its op. To register a fake for an op that
// is gone raises, so an entry either goes with its op or keeps it. Invariant: one that may go stands in a list that
// nothing else reads, and whose meaning no missing entry changes (a tuple of one would be a string).
#pragma once

#include <string>
#include <vector>

#include "syntax/python_names.h"
#include "syntax/python_registrations.h"

namespace remove_op::python {

struct FakeEntry {
  std::string op;  // NS::NAME
  Node list;
  Node element;
  bool may_go;
};

std::vector<FakeEntry> fake_entries(const Names& names, const Registrations& registrations);

}  // namespace remove_op::python
