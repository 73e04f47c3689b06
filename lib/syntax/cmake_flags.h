// The macros that `-D` flags define, and whether anything still has a use for them.
//
// Input: a file's flow, what is lost of it, and who tests a macro. Output: more that is lost, and an answer for a block
// that would be empty but for its flags. Invariant: a flag that something which stays tests goes only with the sources
// that it announced, and only where another command still sets it.
#pragma once

#include <map>
#include <string_view>

#include "syntax/cmake_flow.h"
#include "syntax/cmake_losses.h"
#include "syntax/cmake_sweep.h"

namespace remove_op {

class CMakeFlags {
 public:
  CMakeFlags(const CMakeFlow& flow, CMakeLosses& lost, const MacroKnowledge& macros)
      : flow_(flow), script_(flow.script()), lost_(lost), macros_(macros) {}

  // Loses the flags that only what goes tested.
  void drop();

  // Whether the command does nothing but define macros that have no use in a block, commands (first, last), that is
  // empty but for it: nothing tests them, or they said that the block's sources are built, which are lost, and another
  // command says so for its own. A macro that nothing here ever tested may be meant for code from elsewhere: it belongs
  // to what goes only where it stands beside it.
  bool is_idle(unsigned i, unsigned first, unsigned last);

 private:
  const CMakeCommand& command(unsigned i) const { return script_.commands[i]; }
  std::string_view macro_of(unsigned i, unsigned argument) const;
  Testers testers_of(std::string_view macro);
  bool under_shared_condition(unsigned i) const;
  bool beside_lost_sources(unsigned i) const;
  bool is_set_outside(std::string_view macro, unsigned i, unsigned first, unsigned last) const;

  const CMakeFlow& flow_;
  const CMakeScript& script_;
  CMakeLosses& lost_;
  const MacroKnowledge& macros_;
  std::map<std::string_view, Testers> testers_;
};

}  // namespace remove_op
