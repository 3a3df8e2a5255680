// How fast the OOX front end is: 100,000 generated lines, through the parser alone
// and through parser and checker. Reports lines per second and the peak memory of
// the process. The promise is 100,000 lines in a second, within 1 GiB.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "base/check.h"
#include "base/diag/diagnostic.h"
#include "base/run/run.h"
#include "base/source.h"
#include "lang/oox/check.h"
#include "lang/oox/parser.h"
#include "lang/oox/symbols.h"

namespace {

constexpr int kLines = 100'000;

// One class with fields, a constructor, contracts, loops, locks and calls to the
// class before it. Declarations, statements and expressions in the proportion of
// ordinary code.
std::string make_class(int number) {
  std::string super = number % 10 == 0 ? "" : fmt::format(" extends Class{}", number - 1);
  return fmt::format(R"(class Class{0}{1} {{
    int value{0};
    Class{0} next{0};
    static int shared{0};

    Class{0}() {{
        this.value{0} := {0};
    }}

    int sum{0}(int[] numbers, int limit)
        requires(numbers != null && limit >= 0)
        ensures(retval >= 0 || limit == 0)
        exceptional(numbers == null)
    {{
        int total := 0;
        int i := 0;
        while (i < #numbers && total < limit * 2 + 1) {{
            int number := numbers[i];
            if (number % 2 == 0 && number != -7 || i > 100) {{
                total := total + number * (i - 3) / 4;
            }} else {{
                total := total - 1;
            }}
            i := i + 1;
        }}
        assert forall v, k : numbers : v >= 0 ==> k < 1000;
        return total;
    }}

    void work{0}(Class{0} other, bool flag) {{
        // a comment, as people write them
        lock (other) {{
            int old := other.value{0};
            other.value{0} := flag ? old + 1 : old - 1;
        }}
        Class{0} made := new Class{0}();
        fork this.work{0}(made, !flag);
        join;
        try {{
            made.next{0} := this;
            int result := this.sum{0}(null, 10);
            Class{0}.shared{0} := result;
        }} catch {{
            throw "failed";
        }}
    }}
}}

)",
                     number, super);
}

const std::string& program_text() {
  static const std::string kText = [] {
    std::string text;
    int lines = 0;
    for (int number = 0; lines < kLines; ++number) {
      std::string one = make_class(number);
      for (char c : one) lines += c == '\n' ? 1 : 0;
      text += one;
    }
    return text;
  }();
  return kText;
}

enum class Stage { Parse, Check };

void front_end(benchmark::State& state, Stage stage) {
  const std::string& text = program_text();
  for (auto _ : state) {
    base::Sources sources;
    diag::Sink sink;
    oox::Program program;
    base::FileId file = sources.add("generated.oox", text);
    oox::parse(sources, file, program, sink);
    if (stage == Stage::Check) oox::check(program, sink);
    CHECK(!sink.has_errors(), "the generated program is wrong: {}", sink.all()[0].message);
    benchmark::DoNotOptimize(program.units.size());
  }
  state.counters["lines/s"] =
      benchmark::Counter(kLines, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["peak_MiB"] = static_cast<double>(run::peak_resident_bytes()) / (1 << 20);
}

BENCHMARK_CAPTURE(front_end, parse, Stage::Parse)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(front_end, parse_and_check, Stage::Check)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
