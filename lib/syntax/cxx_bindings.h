// Registration statements in a C++ file, found by their shape, in every branch of every `#if`.
//
// `ops.def("name(...) -> ...", &f);`, `m.impl("name", key, f);` and their like, inside a registration block or a
// function that takes a `Library`; `RegisterOperators().op("ns::name", &f)` chains and one-shot `X_LIBRARY(ns, "name",
// f)` calls outside of one. Input: a lexed file. Output: one record per statement.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cxx_text.h"

namespace remove_op {

struct CxxBinding {
  std::string space;       // `?` where only the build knows it, `pybind11` for a module's functions
  std::string name;        // with its overload; empty where macros or templates build it
  bool partial = false;    // `name` is only how it begins
  bool defines = false;    // def, not impl
  bool chained = false;    // a link of a chain: `statement` runs from the end of the link before through its `)`
  bool entangled = false;  // the statement does more than this: it cannot go for this op alone
  Span statement;          // from its receiver through its `;`
};

// `extension_name` is what TORCH_EXTENSION_NAME stands for in this file; `?` where the build does not say.
std::vector<CxxBinding> find_bindings(std::string_view text, const CxxText& lexed, std::string_view extension_name);

}  // namespace remove_op
