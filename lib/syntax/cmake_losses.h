// What goes from one CMake file, as it grows: commands, single arguments, whole blocks.
//
// Input: a file's flow and the spans that go from the start. Output: questions about what is left, and in the end the
// spans that go beyond those of the start. Invariant: what is lost is never given back.
#pragma once

#include <functional>
#include <vector>

#include "syntax/cmake_flow.h"
#include "syntax/cmake_sweep.h"

namespace remove_op {

class CMakeLosses {
 public:
  CMakeLosses(const Snapshot& snapshot, std::string_view path, const CMakeFlow& flow,
              std::function<bool(Span)> from_the_start);

  bool command(unsigned i) const { return commands_[i]; }
  bool argument(unsigned i, unsigned a) const { return arguments_[i][a]; }
  bool block(unsigned b) const { return blocks_[b]; }
  bool read(const CMakeRead& read) const { return commands_[read.command] || arguments_[read.command][read.argument]; }
  bool all_items(unsigned i) const;

  // Whether something beside a message is lost of the commands (first, last); of the innermost block around `i`; of the
  // arguments of command `i`.
  bool touched(unsigned first, unsigned last) const;
  bool around(unsigned i) const;
  bool of_arguments(unsigned i) const;

  // Whether two commands follow one another in one branch without a blank line between them.
  bool in_one_run(unsigned i, unsigned next) const;

  // Whether the neighbours of an argument keep its call in order without it: SOURCES ${GONE} ${OTHER}.
  bool has_company(unsigned i, unsigned argument) const;

  void lose(unsigned i);
  void lose(unsigned i, unsigned argument);
  void lose_block(unsigned b);
  // The last branch of block `b`: no other comes after it to be tried in its place.
  void lose_last_branch(unsigned b);
  // The first of two branches, and the else() between them: what is left runs where the condition does not hold.
  void lose_first_branch(unsigned b);

  // Whether anything was lost since this was asked last.
  bool grew();

  // The outermost of what is lost, without what went from the start.
  std::vector<CMakeSwept::Gone> beyond_the_start() const;

 private:
  bool is_keyword(unsigned i, unsigned argument) const;
  std::vector<unsigned> idle_scopes(unsigned i) const;
  bool on_line_of(unsigned at, Span comment) const;

  const Snapshot& snapshot_;
  std::string_view text_;
  const CMakeFlow& flow_;
  const CMakeScript& script_;
  std::function<bool(Span)> from_the_start_;
  std::vector<bool> commands_;
  std::vector<std::vector<bool>> arguments_;
  std::vector<bool> blocks_;
  std::vector<CMakeSwept::Gone> branches_;
  bool grew_ = false;
};

}  // namespace remove_op
