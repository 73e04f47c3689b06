// Registration statements in a C++ file, found by their shape, in every branch of every `#if`.
//
// `ops.def("name(...) -> ...", &f);`, `m.impl("name", key, f);` and their like, inside a registration block or a
// function that takes a `Library`; `RegisterOperators().op("ns::name", &f)` chains and one-shot `X_LIBRARY(ns, "name",
// f)` calls outside of one; calls of the repository's own macros that expand to any of these. Input: a lexed file.
// Output: one record per statement. Invariant: what looks like a registration and is not taken apart is entangled, so
// that it becomes a doubt and is never passed over.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cxx_macros.h"
#include "cxx_text.h"

namespace remove_op {

struct CxxBinding {
  std::string space;     // `?` where only the build knows it, `pybind11` for a module's functions
  std::string name;      // with its overload; empty where macros or templates build it
  bool partial = false;  // `name` is only how it begins
  bool defines = false;  // def, not impl
  bool chained = false;  // a link of a chain: `statement` runs from the end of the link before through its `)`
  bool method = false;   // of a custom class, which is no op
  std::string_view entangled = {};  // why the statement cannot go for this op alone; empty where it can
  Span statement;                   // from its receiver through its `;`
};

// Asked for only where a file calls something that may be a macro.
using MacrosOfFile = std::function<std::shared_ptr<const CxxMacros>()>;

// `extension_name` is what TORCH_EXTENSION_NAME stands for in this file; `?` where the build does not say.
std::vector<CxxBinding> find_bindings(std::string_view text, const CxxText& lexed, std::string_view extension_name,
                                      const MacrosOfFile& macros = {});

// Those of a file of the snapshot.
std::vector<CxxBinding> bindings_of(const Snapshot& snapshot, std::string_view path,
                                    std::string_view extension_name = "?");

}  // namespace remove_op
