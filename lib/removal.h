// The whole job as one pure function: a snapshot and names in, a verdict and the snapshot after the removal out.
#pragma once

#include <llvm/Support/Error.h>

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rewriter.h"

namespace remove_op {

struct Options {
  bool force = false;       // remove although live users remain
  bool keep_tests = false;  // leave tests and benchmarks alone
};

// A place in the repository, lines and columns counted from 1.
struct Place {
  std::string path;
  unsigned line = 0;
  unsigned column = 0;
};

// One step of a chain: `user`, at `place`, refers to the next step's user, and the last one to the op.
struct Step {
  std::string user;  // a node as people know it: "function fused_add in vllm/layers.py", "code in setup.py"
  Place place;
};

struct PlacedDoubt {
  Place place;
  std::string why;
};

// What goes, as the report tells it.
struct Gone {
  std::string id;
  std::string name;  // "minimax_allreduce_rms"
  std::string what;  // "declaration"
  std::string layer;
  Place place;  // first line of it
  unsigned last_line = 0;
  std::string reason;  // why it goes: "named", "only X, which goes, referred to it (path:line)"
};

struct Note {
  Place place;
  std::string what;
};

struct Dead {};
struct Live {
  std::vector<std::vector<Step>> chains;  // at least one; each starts at a root
};
struct Unsure {
  std::vector<PlacedDoubt> doubts;
};
using Verdict = std::variant<Dead, Live, Unsure>;

struct Removal {
  Verdict verdict;
  Snapshot after;           // equal to the input where nothing goes
  std::vector<Gone> gone;   // by path, then offset; empty unless dead or forced
  std::vector<Note> notes;  // mentions that stay, tests left alone, live users that remain under force
  bool forced = false;
};

// Called now and then with what is being done ("parsing csrc/x.cu"), from any thread.
using Progress = std::function<void(std::string_view)>;

// Judges `names` together and, where they are dead or `options.force`, takes them out. An error (lower case, with the
// next step) for a name that is unknown, with the nearest names; that fits several ops, with the candidates; or that
// is a path outside the repository.
llvm::Expected<Removal> plan_removal(const Snapshot& before, const std::vector<std::string>& names, Layers layers,
                                     const Options& options, const Progress& progress = {});

}  // namespace remove_op
