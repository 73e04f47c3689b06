// How the time of one removal grows with the number of ops and with the files that name none.
#include <benchmark/benchmark.h>

#include "generated_tree.h"
#include "patch.h"
#include "removal.h"

namespace remove_op {
namespace {

// A snapshot remembers its searches and parses, so each removal gets a fresh one.
Snapshot fresh_copy(const Snapshot& tree) { return Snapshot(tree.files()); }

void removal(benchmark::State& state) {
  const Snapshot tree = generated_tree(static_cast<unsigned>(state.range(0)), static_cast<unsigned>(state.range(1)));
  for (auto step : state) {
    state.PauseTiming();
    const Snapshot before = fresh_copy(tree);
    state.ResumeTiming();
    auto removal = plan_removal(before, {"op_0"}, all_layers(), {});
    if (!removal) {
      state.SkipWithError(llvm::toString(removal.takeError()).c_str());
      return;
    }
    if (changed_paths(before, removal->after).empty()) {
      state.SkipWithError("nothing was removed");
      return;
    }
  }
}

void words(benchmark::State& state) {
  const Snapshot tree = generated_tree(200, static_cast<unsigned>(state.range(0)));
  for (auto step : state) benchmark::DoNotOptimize(fresh_copy(tree).files_naming("op_0").size());
}

BENCHMARK(removal)
    ->ArgNames({"ops", "bystanders"})
    ->Args({10, 0})
    ->Args({100, 0})
    ->Args({200, 0})
    ->Args({200, 5000})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(words)->ArgName("bystanders")->Arg(0)->Arg(5000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace remove_op
