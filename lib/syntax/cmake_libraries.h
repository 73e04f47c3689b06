// Libraries that are left without a single source: the call that makes one, and what else of its file names it.
//
// Input: a file's flow, what is lost of it, and whether a library may go as far as other files are concerned. Output:
// more that is lost. Invariant: a library goes only where every command that names it is known to serve it alone, or
// lists it beside others.
#pragma once

#include <functional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "syntax/cmake_flow.h"
#include "syntax/cmake_losses.h"

namespace remove_op {

class CMakeLibraries {
 public:
  CMakeLibraries(const Snapshot& snapshot, const CMakeFlow& flow, CMakeLosses& lost,
                 const std::function<bool(std::string_view)>& may_go)
      : snapshot_(snapshot), flow_(flow), script_(flow.script()), lost_(lost), may_go_(may_go) {}

  // Loses the library that command `i`, which is left without the sources that it was given, makes; false where that is
  // none, or something keeps it.
  bool drop(unsigned i);

  // An argument that lists a source which command `i`, left without any, cannot do without; null where it lost none, or
  // may have others.
  const CMakeArgument* last_source(unsigned i) const;

  // The libraries that went, each with the call that made it.
  const std::vector<std::pair<std::string_view, Span>>& gone() const { return gone_; }

 private:
  struct Use {
    unsigned command;
    unsigned argument;
    bool beside_others;  // only the argument goes
  };
  enum class Given { nothing, lost_sources, sources };
  bool lost_its_sources(unsigned i) const;
  Given given_by(const CMakeRead& read, std::set<unsigned>& seen) const;
  bool uses_of(std::string_view target, unsigned maker, std::vector<Use>& uses) const;
  bool note_use(unsigned i, unsigned argument, std::vector<Use>& uses) const;
  bool is_one_of(unsigned i, unsigned first, unsigned argument, bool& beside_others) const;
  void lose_use(const Use& use);
  const CMakeArgument* lost_source(const CMakeRead& read, std::set<unsigned>& seen) const;

  const Snapshot& snapshot_;
  const CMakeFlow& flow_;
  const CMakeScript& script_;
  CMakeLosses& lost_;
  const std::function<bool(std::string_view)>& may_go_;
  std::vector<std::pair<std::string_view, Span>> gone_;
};

}  // namespace remove_op
