// Which read of a variable a write of it may reach, within one CMake file.
//
// A name like SRCS is set and used again and again in one file; only the flow tells one use from the next.
// Input: a script. Output: for a write, the reads that may see its value. Errs on the side of reaching: a branch may be
// taken or not, a loop may run again, and only a write that surely happens ends the reach of an earlier one.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/cmake_actions.h"

namespace remove_op {

class CMakeFlow {
 public:
  CMakeFlow(const Snapshot& snapshot, std::string_view path);

  const CMakeScript& script() const { return *script_; }
  const CMakeAction& action(unsigned command) const { return actions_[command]; }
  const std::vector<CMakeRead>& reads(unsigned command) const { return reads_[command]; }

  // The reads that the write by `command` may reach; none for a command that writes nothing.
  const std::vector<CMakeRead>& reached(unsigned command) const { return reached_[command]; }
  // The commands whose added or set values `read` may see.
  const std::vector<unsigned>& fills(const CMakeRead& read) const;

  bool in_function(unsigned command) const;
  // Whether two commands of one block stand in the same branch of it.
  bool same_branch(unsigned one, unsigned other) const { return branch_end(one) == branch_end(other); }
  // Whether a command that is not understood takes the bare name, and so may write the variable.
  bool taken_by_name(std::string_view variable) const;

 private:
  bool scan(unsigned first, unsigned last, std::string_view variable, std::vector<CMakeRead>& found) const;
  std::vector<CMakeRead> follow(unsigned command) const;
  void add_reads(unsigned command, std::string_view variable, std::vector<CMakeRead>& found) const;
  unsigned branch_end(unsigned command) const;
  bool in_loop(unsigned command) const;
  bool brings_in_values(unsigned command) const;
  unsigned position(const CMakeRead& read) const;

  std::shared_ptr<const CMakeScript> script_;
  std::vector<CMakeAction> actions_;
  std::vector<std::vector<CMakeRead>> reads_;
  std::unordered_map<std::string_view, unsigned> last_read_;  // the last command that reads a variable
  std::vector<std::vector<CMakeRead>> reached_;
  std::vector<std::vector<std::vector<unsigned>>> fills_;  // by command, then by position in its reads
};

// Made once per snapshot.
std::shared_ptr<const CMakeFlow> cmake_flow(const Snapshot& snapshot, std::string_view path);

// Whether another CMake file, a function of any file (which may be called from anywhere) or a computed name like
// `${${LANG}_SRCS}` may read or write `variable` of the file at `path`.
bool read_elsewhere(const Snapshot& snapshot, std::string_view path, std::string_view variable);
bool written_elsewhere(const Snapshot& snapshot, std::string_view path, std::string_view variable);

}  // namespace remove_op
