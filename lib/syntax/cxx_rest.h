// What is left of a C++ file once some of it is gone, and whether a build still has a use for it.
//
// Input: the parse of a file and which of its tokens stay. Output: the best that can be said of the rest. Preprocessor
// lines, using-directives, assertions and the braces of namespaces are nothing; what has no linkage and makes nothing
// run (macros, types, templates, inline and static functions, constants) serves only the file's own translation unit.
#pragma once

#include <functional>
#include <string_view>

#include "cxx_unit.h"

namespace remove_op {

enum class CxxRest {
  nothing,
  module,     // only what makes a Python module of a library, `REGISTER_EXTENSION(TORCH_EXTENSION_NAME)`
  includes,   // of a header: its include lines, which others may rely on
  unit_only,  // only what serves the file's own translation unit, which needs it no more where nobody includes it
  code,
};

CxxRest rest_of(const CxxUnit& unit, std::string_view text, std::string_view path,
                const std::function<bool(Span)>& is_gone);

// Whether each C++ file that includes the header, but for those that `goes` names, reaches every file and every header
// of the outside that it includes by another way as well.
bool includes_are_had_otherwise(const Snapshot& snapshot, std::string_view header,
                                const std::function<bool(std::string_view)>& goes);

// Whether the file reaches every header of the outside that `header` leads to by another way as well.
bool has_outside_headers_otherwise(const Snapshot& snapshot, std::string_view path, std::string_view header);

}  // namespace remove_op
