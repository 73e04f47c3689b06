// From Clang's AST to entities and uses. The only header of ours that names a Clang type.
#pragma once

#include "cxx_parse.h"

namespace clang {
class ASTContext;
}

namespace remove_op {

// What the main file of `context`, which is `path` of the snapshot, declares at namespace scope and refers to.
void collect(clang::ASTContext& context, const Snapshot& snapshot, std::string_view path, CxxParse& parse);

}  // namespace remove_op
