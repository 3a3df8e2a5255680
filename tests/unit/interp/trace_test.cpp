// What traces say about steps, and looking at recorded executions.
#include "engine/interp/trace.h"

#include <gtest/gtest.h>

#include "engine/interp/encode.h"
#include "engine/interp/execute.h"
#include "engine/interp/explore.h"
#include "engine/interp/timeline.h"
#include "support/oox.h"

namespace {

using Texts = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

struct Execution {
  support::Oox oox;
  interp::Model model;
  verdict::Result result;

  // Explores until a violation, or executes once by first alternatives.
  explicit Execution(const std::string& text, const std::string& entry = "Main.main")
      : oox(text), model(with_entry(oox, entry)) {
    run::Run run;
    result = interp::explore(run, model);
    if (result.counterexample) return;
    interp::ReplayChooser none({});
    result = interp::execute(run, model, none, {.inputs = {}, .trace = true, .on_output = {}});
  }

  static const ir::Program& with_entry(support::Oox& oox, const std::string& entry) {
    oox.program.entry = oox.program.find_proc(entry);
    return oox.program;
  }

  const std::vector<verdict::TraceStep>& trace() const { return result.counterexample->trace; }

  // The notes of the steps of a statement, in order, those without notes left out.
  Texts notes(const std::string& statement) const {
    Texts found;
    for (const verdict::TraceStep& step : trace()) {
      if (oox.sources.text(step.span).find(statement) != 0) continue;
      found.insert(found.end(), step.notes.begin(), step.notes.end());
    }
    return found;
  }
};

TEST(Execute, ShowsEachStateAndStopsWhenAsked) {
  Execution whole("class Main { static void main() { int i := 0; i := 1; i := 2; } }");
  std::size_t all = whole.trace().size();
  ASSERT_GE(all, 3U);
  for (std::size_t most : {all, std::size_t{2}}) {
    std::vector<std::string> seen;
    bool has_step = false;
    interp::State last;
    interp::ExecuteOptions options{.inputs = {}, .trace = true, .last = &last};
    options.on_state = [&](const interp::State& state, const interp::Effects* step) {
      EXPECT_EQ(step == nullptr, seen.empty());
      seen.push_back(interp::encode(whole.model, state));
      has_step = has_step || step;
      return seen.size() > most && most < all ? std::optional<std::string>("enough") : std::nullopt;
    };
    run::Run run;
    interp::ReplayChooser none({});
    verdict::Result result = interp::execute(run, whole.model, none, std::move(options));
    EXPECT_TRUE(has_step);
    EXPECT_EQ(seen.size(), most + 1);
    EXPECT_EQ(result.counterexample->trace.size(), most);
    EXPECT_EQ(interp::encode(whole.model, last), seen.back());
    bool is_whole = most == all;
    EXPECT_EQ(result.verdict,
              is_whole ? verdict::VerdictKind::Valid : verdict::VerdictKind::Unknown);
    EXPECT_EQ(result.reason, is_whole ? "" : "enough");
  }
}

TEST(Trace, TellsBranchesCallsAndReturns) {
  Execution e(
      "class Main { static int twice(int x) { return x + x; }"
      " static void quiet() { }"
      " static void main() { int i := 0; while (i < 1) { i := i + 1; }"
      " if (i == 2) { i := 5; } int y := Main.twice(i); Main.quiet(); } }");
  EXPECT_EQ(e.notes("while"), (Texts{"true", "false"}));
  EXPECT_EQ(e.notes("if"), Texts{"false"});
  EXPECT_EQ(e.notes("int y"), Texts{"calls Main.twice"});
  EXPECT_EQ(e.notes("return x"), Texts{"returns 2"});
  EXPECT_EQ(e.notes("Main.quiet"), Texts{"calls Main.quiet"});
  EXPECT_EQ(e.trace().back().notes, Texts{"ends"});
  for (const verdict::TraceStep& step : e.trace()) {
    EXPECT_EQ(step.depth, step.proc == "Main.main" ? 0U : 1U) << step.proc;
  }
}

TEST(Trace, TellsExceptions) {
  Execution e(
      "class Main { static void deep(int n) { if (n == 0) { throw \"no\"; } Main.deep(n - 1); }"
      " static void main() { try { Main.deep(2); } catch { } int z := 0;"
      " try { int q := 1 / z; } catch { } } }");
  EXPECT_EQ(e.notes("throw"), (Texts{"throws \"no\"", "leaves Main.deep 3 times"}));
  EXPECT_EQ(e.notes("int q"), Texts{"throws division by zero"});
  EXPECT_EQ(e.notes("{"), (Texts{"catches \"no\"", "catches division by zero"}));
}

TEST(Trace, TellsThreadsAndLocks) {
  Execution e(
      "class Main { static void work(Main m, int n) { lock (m) { notify m; } }"
      " static void main() { Main m := new Main(); fork Main.work(m, 3); join;"
      " lock (m) { lock (m) { notifyAll m; } } lock m; unlock m; } }");
  EXPECT_EQ(e.notes("fork"), Texts{"starts thread 2: Main.work(m = Main#1, n = 3)"});
  EXPECT_EQ(e.notes("lock (m)"), (Texts{"takes the lock of Main#1", "takes the lock of Main#1",
                                        "takes the lock of Main#1 again"}));
  EXPECT_EQ(e.notes("notify"), (Texts{"notifies nobody", "notifies nobody"}));
  EXPECT_EQ(e.notes("lock m;"), Texts{"acquires the lock of Main#1"});
  EXPECT_EQ(e.notes("unlock m;"), Texts{"releases the lock of Main#1"});
}

TEST(Trace, TellsWaitingAndWaking) {
  Execution e(
      "class Main { static void work(Main m) { lock (m) { notify m; } }"
      " static void main() { Main m := new Main();"
      " lock (m) { fork Main.work(m); wait m; } assert false; } }");
  EXPECT_EQ(e.notes("wait"),
            (Texts{"gives up the lock of Main#1 and waits", "wakes up, takes the lock of Main#1"}));
  EXPECT_EQ(e.notes("notify"), Texts{"notifies thread 1"});
}

TEST(Trace, ShowsAWriteOfTheSameValue) {
  Execution e(
      "class Main { int f; static int g; static void main() { Main m := new Main();"
      " m.f := 0; Main.g := 0; int[] a := new int[1]; a[0] := 0; assert false; } }");
  Pairs updates;
  for (const verdict::TraceStep& step : e.trace()) {
    updates.insert(updates.end(), step.updates.begin(), step.updates.end());
  }
  EXPECT_EQ(updates, (Pairs{{"m", "Main#1"},
                            {"Main#1.f", "0"},
                            {"Main.g", "0"},
                            {"a", "int[]#1"},
                            {"int[]#1[0]", "0"}}));
}

TEST(Trace, TellsTheValuesOfAViolatedCondition) {
  Execution assertion(
      "class Main { static void main() { int x := 1; int y := 2; int[] a := new int[2];"
      " assert y == x || exists v, i : a : v == y; } }");
  EXPECT_EQ(assertion.result.violation->values,
            (Pairs{{"y", "2"}, {"x", "1"}, {"a", "int[]#1 [0, 0]"}}));
  Execution contract(
      "class Main { static int f(int x) ensures(retval > x) { return x; }"
      " static void main() { int y := Main.f(7); } }");
  EXPECT_EQ(contract.result.violation->values, (Pairs{{"retval", "7"}, {"x", "7"}}));
  Execution exception(
      "class Main { static void f(bool strict) exceptional(!strict) { throw; }"
      " static void main() { Main.f(true); } }");
  EXPECT_EQ(exception.result.violation->values, (Pairs{{"strict", "true"}}));
}

TEST(Timeline, ShowsEveryMomentInAnyOrder) {
  Execution e(
      "class Main { static int x; static void add() { int i := 0;"
      " while (i < 200) { int v := Main.x; Main.x := v + 1; i := i + 1; } }"
      " static void main() { fork Main.add(); join; int r := Main.x; assert r == 0; } }");
  const verdict::Counterexample& c = *e.result.counterexample;
  ASSERT_GT(c.trace.size(), 600U);  // more than are kept
  interp::Timeline timeline(e.model, std::nullopt, c.decisions, c.trace.size());
  std::vector<std::string> states;
  for (std::size_t i = 0; i <= timeline.size(); ++i) {
    states.push_back(interp::encode(e.model, timeline.at(i)));
  }
  EXPECT_EQ(timeline.at(timeline.size()).outcome, interp::Outcome::Violated);
  for (std::size_t i = timeline.size() + 1; i-- > 0;) {
    ASSERT_EQ(interp::encode(e.model, timeline.at(i)), states[i]) << "back to " << i;
  }
  for (std::size_t i = 0; i < 500; ++i) {
    std::size_t moment = i * 7919 % states.size();
    ASSERT_EQ(interp::encode(e.model, timeline.at(moment)), states[moment]) << "jump to " << moment;
  }
}

}  // namespace
