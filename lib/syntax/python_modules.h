// Where a repository holds the modules that its Python code imports.
//
// Input: a dotted name and the file that imports it. Output: the module's file; or, where the name leads nowhere
// because a build gives the package its place, the files that may be meant. Invariant: a module is looked for by its
// path alone; no file is parsed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "snapshot.h"

namespace remove_op::python {

// The file of a dotted module, absolute or (`.a`, `..b`) relative to the file `from`; empty where there is none. An
// absolute one is found where some folder that is itself no package holds it, as an entry of sys.path would, or beside
// the importing file. A folder `my-package` serves as `my_package`, which is what a build makes of it.
std::string find_module(const Snapshot& snapshot, std::string_view dotted, std::string_view from);

// Whether the first name of `dotted` is a package of the repository: a folder with Python files, a module that its C++
// makes, or what a file that sets up packages quotes.
bool is_own_package(const Snapshot& snapshot, std::string_view dotted);

// Whether the repository gives the module of `package.module.name` itself: it has the package's folder, its C++ makes
// the package, or what sets up packages quotes the package or the module, and not just something else of that package.
bool is_given(const Snapshot& snapshot, std::string_view dotted);

// For `package.module.name` of an own package that leads nowhere: the files `module.py` and `module/__init__.py`, of
// whatever folder, that name `name`.
std::vector<std::string_view> modules_perhaps_meant(const Snapshot& snapshot, std::string_view dotted,
                                                    std::string_view from);

}  // namespace remove_op::python
