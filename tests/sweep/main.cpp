// remove_op_sweep DIR [OP...]: removes each op of the repository by itself, as --force does, and checks what comes of
// it.
//
// A line for each fault on stdout, the time that the graph of all native code takes, and a summary. Exit status: 0 no
// faults, 1 faults, 2 nothing to sweep.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "explorer.h"
#include "repository.h"
#include "sweep/checks.h"

namespace remove_op {
namespace {

struct Tally {
  unsigned removed = 0;
  unsigned refused = 0;  // the name fits several ops, say
  unsigned faulty = 0;
  std::vector<double> seconds;
};

void sweep_one(const Snapshot& before, const std::string& op, Tally& tally) {
  const auto start = std::chrono::steady_clock::now();
  auto removal = plan_removal(before, {op}, all_layers(), {.force = true});
  tally.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (!removal) {
    ++tally.refused;
    fmt::print("{}: refused: {}\n", op, llvm::toString(removal.takeError()));
    return;
  }
  ++tally.removed;
  const std::vector<std::string> faults = faults_of(before, op, *removal);
  tally.faulty += faults.empty() ? 0 : 1;
  for (const std::string& fault : faults) fmt::print("{}: {}\n", op, fault);
  std::fflush(stdout);
}

// The graph of all native code, from nothing.
void time_graph(const Snapshot& snapshot) {
  const Snapshot fresh(snapshot.files());
  std::vector<std::string> paths;
  for (const File& file : fresh.files())
    if (language_of(file.path) == Language::cxx) paths.push_back(file.path);
  const auto start = std::chrono::steady_clock::now();
  Explorer(fresh, all_layers(), {}).inspect(paths);
  fmt::print("graph of {} native files: {:.2f} s\n", paths.size(),
             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

int sweep(int count, char** values) {
  if (count < 2) {
    fmt::print(stderr, "usage: remove_op_sweep DIR [OP...]\n");
    return 2;
  }
  const git::Library library;
  auto repository = find_repository(std::string(values[1]));
  if (!repository) {
    fmt::print(stderr, "{}\n", llvm::toString(repository.takeError()));
    return 2;
  }
  auto reading = read_work_tree(*repository);
  if (!reading) {
    fmt::print(stderr, "{}\n", llvm::toString(reading.takeError()));
    return 2;
  }
  const Snapshot before(std::move(reading->files), std::move(reading->unread));
  std::vector<std::string> ops(values + 2, values + count);
  if (ops.empty())
    for (const ListedOp& op : list_ops(before, all_layers())) ops.push_back(full_name(op));
  time_graph(before);
  Tally tally;
  for (const std::string& op : ops) sweep_one(before, op, tally);
  if (tally.seconds.empty()) {
    fmt::print(stderr, "no ops in {}\n", values[1]);
    return 2;
  }
  std::sort(tally.seconds.begin(), tally.seconds.end());
  fmt::print("{} ops: {} removed, {} of them with faults, {} refused; median {:.0f} ms, longest {:.0f} ms\n",
             ops.size(), tally.removed, tally.faulty, tally.refused, tally.seconds[tally.seconds.size() / 2] * 1000,
             tally.seconds.back() * 1000);
  return tally.faulty > 0 ? 1 : 0;
}

}  // namespace
}  // namespace remove_op

int main(int count, char** values) { return remove_op::sweep(count, values); }
