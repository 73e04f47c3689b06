// What the caller learns from how the tool ends.
#pragma once

namespace remove_op {

enum class ExitStatus {
  done = 0,        // a patch was emitted, or there was nothing to report
  live = 1,        // refused: the op is used
  bad_input = 2,   // bad usage, an unknown name, something that cannot be read or written
  unsure = 3,      // withheld: a doubt needs a person
  unverified = 4,  // the patch failed its own verification: a bug of ours, and nothing was emitted
};

}  // namespace remove_op
