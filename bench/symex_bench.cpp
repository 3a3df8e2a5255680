// Symbolic execution: time and memory. The counters are what matters: paths, questions
// to the solver, and bytes. `live` is the largest number of states put aside at once.
#include <benchmark/benchmark.h>

#include <string>

#include "base/check.h"
#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "engine/symex/engine.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "lang/oox/check.h"
#include "lang/oox/lower.h"
#include "lang/oox/parser.h"

namespace {

ir::Program lowered(const std::string& text, const std::string& entry) {
  base::Sources sources;
  diag::Sink sink;
  oox::Program tree;
  oox::parse(sources, sources.add("bench.oox", text), tree, sink);
  if (!sink.has_errors()) oox::check(tree, sink);
  CHECK(!sink.has_errors(), "the benchmark's program is wrong");
  ir::Program program = oox::lower(tree, {});
  program.entry = program.find_proc(entry);
  pass::annotate_liveness(program);
  pass::mark_visibility(program);
  return program;
}

const char* const kSort = R"(
class Main {
    static int[] sort(int[] cells)
        requires(cells != null)
        ensures(forall v, i : retval : forall w, j : retval : i < j ==> v <= w)
        exceptional(false)
    {
        bool done := false;
        while (!done) {
            done := true;
            int place := 1;
            while (place < #cells) {
                int here := cells[place];
                int left := cells[place - 1];
                if (here < left) {
                    cells[place] := left;
                    cells[place - 1] := here;
                    done := false;
                }
                place := place + 1;
            }
        }
        return cells;
    }
})";

// 2 to the power of `count` paths, each with its own path condition.
std::string branches(std::int64_t count) {
  std::string params;
  std::string body;
  for (std::int64_t i = 0; i < count; ++i) {
    params += (i > 0 ? ", int a" : "int a") + std::to_string(i);
    body += "if (a" + std::to_string(i) + " > 0) { z := z + 1; }\n";
  }
  return "class Main { static int f(" + params + ") ensures(retval >= 0) { int z := 0;\n" + body +
         "return z; } }";
}

// A chain of decisions of which each leaves one state aside.
const char* const kChain = R"(
class Main {
    static int f(int n)
        ensures(retval >= 0)
    {
        int[] scratch := new int[8];
        int i := 0;
        while (i < n) {
            i := i + 1;
        }
        return i;
    }
})";

void run_program(benchmark::State& state, const ir::Program& program,
                 const symex::Options& options) {
  symex::ProgramTables tables(program);
  verdict::Result result;
  std::uint64_t before = run::resident_bytes();
  for (auto _ : state) {
    run::Run run;
    result = symex::verify(run, tables, options).result;
    CHECK(result.verdict == verdict::VerdictKind::Valid, "the benchmark's program is right");
  }
  auto live = static_cast<double>(result.stats.live_states);
  auto grown = static_cast<double>(run::peak_resident_bytes()) - static_cast<double>(before);
  state.counters["paths"] = static_cast<double>(result.stats.paths);
  state.counters["steps"] = static_cast<double>(result.stats.transitions);
  state.counters["queries"] = static_cast<double>(result.stats.solver_queries);
  state.counters["live"] = live;
  state.counters["peak_MiB"] = static_cast<double>(run::peak_resident_bytes()) / (1 << 20);
  // Says something only where many states are live.
  if (live >= 1000) state.counters["bytes_per_live"] = grown / live;
}

// The first benchmark to run must be the one whose peak is small.
void million_paths(benchmark::State& state) {
  run_program(state, lowered(branches(state.range(0)), "Main.f"), {});
}
BENCHMARK(million_paths)->Arg(10)->Arg(15)->Arg(20)->Iterations(1)->Unit(benchmark::kMillisecond);

void bubble_sort(benchmark::State& state) {
  symex::Options options;
  options.array_size = static_cast<std::uint32_t>(state.range(0));
  options.unwind = 100;
  run_program(state, lowered(kSort, "Main.sort"), options);
}
BENCHMARK(bubble_sort)->DenseRange(3, 7)->Unit(benchmark::kMillisecond);

void live_states(benchmark::State& state) {
  symex::Options options;
  options.unwind = static_cast<std::uint32_t>(state.range(0));
  options.depth = 10'000'000;
  run_program(state, lowered(kChain, "Main.f"), options);
}
BENCHMARK(live_states)->Arg(1000)->Arg(4000)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
