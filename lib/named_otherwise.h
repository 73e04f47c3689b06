// Names that something may be reached by without a reference that we know: a string in a registry, an entry point, a
// configuration file.
#pragma once

#include "explorer.h"

namespace remove_op {

// Whether a Python function, class or constant is named in production files by more than the references and
// definitions that are known, comments aside. Inspects the files that name it. What merely forwards shares its name
// with an op, so for a wrapper only `module:name` counts, and for an import nothing. C++ is named otherwise by what
// writes C++ (a string of a generator, a template), and a function with C linkage by whatever may load its library.
// What a file says that `goes` counts for nothing.
bool named_otherwise(
    Explorer& explorer, NodeId id,
    const std::function<bool(std::string_view path)>& goes = [](std::string_view) { return false; });

// What the Python layers call an entry of `__all__`.
inline constexpr std::string_view exported_name = "export";

// What the C++ layer calls a function with C linkage.
inline constexpr std::string_view exported_c_name = "C function";

// What they call a function that does nothing: it raises, passes or returns a constant.
inline constexpr std::string_view stub_function = "stub";

// A wrapper, a fake, an import, an `__all__` entry: it runs only if what refers to it does. A stub beside one says no
// more than that the op is missing there.
bool is_transparent(const Graph::Node& node);

}  // namespace remove_op
