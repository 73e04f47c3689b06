// What becomes of the units of a test file: which go whole, and what goes of the others.
//
// Input: the file as units, and what is doomed. Output: a flag for each unit, and the parts of those that stay.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/python_test_parts.h"

namespace remove_op::python {

struct TestPlan {
  std::vector<bool> goes;  // by unit
  Parts parts;
};

TestPlan plan_tests(const Snapshot& snapshot, std::string_view path, const TestFile& file, const Doomed& doomed);

}  // namespace remove_op::python
