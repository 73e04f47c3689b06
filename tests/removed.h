// The whole job on a repository in a string: before in, after out, so that a test reads as before -> after.
//
// Every removal that is asked for here is also held against what must hold of any: the patch proves itself, all layers
// in reverse give the same bytes, a second run finds nothing more, each thing that goes has its reason, and a linter
// finds no name that is undefined or imported in vain only since.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "removal.h"

namespace remove_op {

// A repository as `mini_repo` reads it.
std::string printed(const Snapshot& repo);

// The repository after the removal; or, where none comes about, lines of `live: USER (PATH:LINE) -> USER (PATH:LINE)`,
// one for each chain, of `unsure: PATH:LINE: WHY`, or `error: WHAT`.
std::string removed(const std::vector<std::string>& names, std::string_view repo, const Options& options = {});
std::string removed(std::string_view name, std::string_view repo, const Options& options = {});

// The removal itself, for what it says of reasons and notes; fails the test where there is none.
Removal removal_of(std::string_view name, std::string_view repo, const Options& options = {});
// "PATH:LINE WHAT of ID: REASON" for each thing that goes.
std::vector<std::string> reasons(const Removal& removal);
// "PATH:LINE: WHAT" for each note.
std::vector<std::string> notes(const Removal& removal);

}  // namespace remove_op
