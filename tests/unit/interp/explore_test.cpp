// The exhaustive search and its accelerators, against each other.
#include "engine/interp/explore.h"

#include "engine/interp/accesses.h"
#include "engine/interp/system.h"
#include "ir/pass/visibility.h"
#include "support/oox.h"
#include "unit/interp/harness.h"

namespace {

using harness::Bir;
using harness::proc;

// The canonical texts of all final states.
std::set<std::string> final_states(const ir::Program& program, bool match, bool invisible) {
  interp::Model model(program, harness::checked());
  std::set<std::string> result;
  interp::ExploreOptions options;
  options.match_states = match;
  options.use_invisible = invisible;
  options.on_final = [&](const interp::State& state) {
    result.insert(interp::encode(model, state));
  };
  run::Run run;
  verdict::Result outcome = interp::explore(run, model, std::move(options));
  EXPECT_EQ(keyword(outcome.verdict), "valid") << harness::line_of(outcome);
  EXPECT_EQ(outcome.stats.pruned > 0 && !match, false);
  return result;
}

void expect_same_final_states(const ir::Program& program, std::size_t count) {
  std::set<std::string> plain = final_states(program, false, false);
  EXPECT_EQ(plain.size(), count);
  EXPECT_EQ(final_states(program, true, false), plain);
  EXPECT_EQ(final_states(program, false, true), plain);
  EXPECT_EQ(final_states(program, true, true), plain);
}

struct Compiled : support::Oox {
  explicit Compiled(const std::string& text) : Oox(text) {
    program.entry = program.find_proc("Main.main");
    pass::mark_visibility(program);
  }
};

const std::string kRacyCounter =
    "class Main { static int x; static void add(int n) {"
    "  int v := Main.x; int w := v + n; w := w * 1; Main.x := w; }"
    "  static int main() { fork Main.add(1); fork Main.add(2); join; int r := Main.x; return r; } "
    "}";

TEST(Explore, AcceleratorsKeepTheFinalStates) {
  expect_same_final_states(Compiled(kRacyCounter).program, 3);  // 1, 2, 3
  // Two threads push to a shared list: two orders, by value.
  expect_same_final_states(
      Compiled("class Node { Node next; int value; Node(Node n, int v) {"
               "    this.next := n; this.value := v; } }"
               "class Main { static Node head; static Main guard;"
               "  static void push(Main g, int v) { lock (g) {"
               "    Node h := Main.head; Node n := new Node(h, v); Main.head := n; } }"
               "  static void main() { Main g := new Main(); fork Main.push(g, 1);"
               "    fork Main.push(g, 2); join; } }")
          .program,
      2);
  // An exception in one thread may cut the other short.
  expect_same_final_states(
      Compiled("class Main { static int x; static void bad() { int z := 0; z := 1 / z; }"
               "  static void main() { fork Main.bad(); int a := 1; a := a + 1; Main.x := a; } }")
          .program,
      2);
}

TEST(Explore, AcceleratorsReduceTheWork) {
  Compiled oox(kRacyCounter);
  auto transitions = [&](bool match, bool invisible) {
    interp::ExploreOptions options;
    options.match_states = match;
    options.use_invisible = invisible;
    return harness::explore(oox.program, {}, std::move(options)).stats.transitions;
  };
  std::uint64_t plain = transitions(false, false);
  EXPECT_LT(transitions(true, false), plain / 2);
  EXPECT_LT(transitions(false, true), plain / 2);
  EXPECT_LE(transitions(true, true), transitions(false, true));
}

// A thread that loops on invisible steps must not hide the others.
TEST(Explore, InvisibleLoopsDoNotHideOtherThreads) {
  Compiled oox(
      "class Main { static void spin() { int i := 0; while (true) { i := 0; } }"
      "  static void bad() { assert false; }"
      "  static void main() { fork Main.spin(); fork Main.bad(); } }");
  for (bool match : {false, true}) {
    interp::ExploreOptions options;
    options.use_invisible = true;
    options.match_states = match;
    options.depth = 5000;
    EXPECT_EQ(keyword(harness::explore(oox.program, {}, std::move(options)).verdict), "invalid");
  }
}

// An invisible step that ends the execution must not hide the others either.
TEST(Explore, AnInvisibleEndOfTheExecutionIsInterleaved) {
  std::string thrower =
      proc("thrower()", "", {"when true do invisible { throw user \"\"; } goto E;"});
  std::string bad = proc("bad()", "", {"x := 1;", "assert (false);"});
  Bir bir("x : int;", thrower + bad + proc("main()", "", {"fork thrower();", "fork bad();"}));
  interp::ExploreOptions options;
  options.use_invisible = true;
  EXPECT_EQ(keyword(harness::explore(bir.program, {}, std::move(options)).verdict), "invalid");
}

TEST(Explore, MatchingEndsEndlessLoops) {
  Bir bir("", proc("main()", "", {"when true do { } goto L0;"}));
  interp::ExploreOptions plain;
  plain.depth = 50;
  verdict::Result cut = harness::explore(bir.program, {}, plain);
  EXPECT_EQ(harness::line_of(cut),
            "unknown (depth cut every execution: none was followed to its end)");
  EXPECT_FALSE(cut.complete);
  EXPECT_EQ(cut.bounds_hit(), std::vector<std::string>{"depth"});
  EXPECT_EQ(cut.stats.max_depth, 50U);
  interp::ExploreOptions matching;
  matching.match_states = true;
  verdict::Result whole = harness::explore(bir.program, {}, matching);
  EXPECT_TRUE(whole.complete);
  EXPECT_FALSE(whole.vacuous);
  EXPECT_EQ(whole.stats.states, 1U);
}

// The long way to L1 is found first; the short way leaves room for the assertion.
TEST(Explore, AStateMetAgainCloserToTheStartIsExploredAgain) {
  Bir bir("",
          "procedure main()\n a : int; entry A; exit X; except E;\n"
          "loc A: when true do { } goto B;\n when true do { } goto L;\n"
          "loc B: when true do { } goto C;\n"
          "loc C: when true do { } goto L;\n"
          "loc L: when true do { } goto M;\n"
          "loc M: when true do { assert (false); } goto X;\n"
          "loc X:\nloc E:\nend main;\n");
  interp::ExploreOptions options;
  options.depth = 3;
  options.match_states = true;
  EXPECT_EQ(keyword(harness::explore(bir.program, {}, std::move(options)).verdict), "invalid");
}

TEST(Explore, CountsExecutions) {
  // Two threads of two visible steps each, and main's two forks before them.
  std::string worker = proc("worker()", "", {"x := 1;", "x := 2;"});
  Bir one("x : int;", worker + proc("main()", "", {"fork worker();", "join;"}));
  EXPECT_EQ(harness::explore(one.program).stats.paths, 1U);
  // Orders of 2 steps of worker against 2 of main: 4 choose 2.
  Bir two("x : int;", worker + proc("main()", "", {"fork worker();", "x := 3;", "x := 4;"}));
  EXPECT_EQ(harness::explore(two.program).stats.paths, 6U);
}

TEST(Explore, CounterexamplesReplay) {
  Compiled oox(
      "class Main { static int x; static void add() { int v := Main.x; Main.x := v + 1; }"
      "  static void main(int n) { fork Main.add(); fork Main.add(); join;\n"
      "int r := Main.x;\n"
      "assert r + n == n + 2; } }");
  interp::Model model(oox.program, harness::checked());
  run::Run run;
  verdict::Result result = interp::explore(run, model);
  ASSERT_EQ(harness::line_of(result), "invalid assert: the assertion does not hold");
  EXPECT_EQ(oox.sources.begin(result.violation->span).line, 3U);
  ASSERT_TRUE(result.counterexample);
  const verdict::TraceStep& load = result.counterexample->trace.end()[-2];
  EXPECT_EQ(oox.sources.text(load.span), "int r := Main.x;");
  EXPECT_EQ(load.accesses, std::vector<std::string>{"read Main.x"});
  EXPECT_EQ(load.updates, (std::vector<std::pair<std::string, std::string>>{{"r", "1"}}));
  run::Run again;
  verdict::Result replayed = interp::replay(again, model, result.counterexample->decisions);
  EXPECT_EQ(harness::line_of(replayed), harness::line_of(result));
  EXPECT_EQ(replayed.counterexample->trace.size(), result.counterexample->trace.size());
  run::Decisions wrong = result.counterexample->decisions;
  wrong.pop_back();
  EXPECT_EQ(keyword(interp::replay(again, model, wrong).verdict), "unknown");
}

TEST(Explore, LimitsOfTheRunGiveUnknown) {
  Compiled oox(kRacyCounter);
  interp::Model model(oox.program);
  run::Run steps({.seconds = {}, .memory_bytes = {}, .steps = 10});
  EXPECT_EQ(harness::line_of(interp::explore(steps, model)),
            "unknown (the limit of 10 steps was reached)");
  run::Run time({.seconds = 0.0, .memory_bytes = {}, .steps = {}});
  EXPECT_EQ(harness::line_of(interp::explore(time, model)),
            "unknown (the time limit of 0 s was reached)");
  run::Run cancelled;
  cancelled.cancel();
  EXPECT_EQ(harness::line_of(interp::explore(cancelled, model)), "unknown (interrupted)");
}

TEST(Explore, AViolationBeyondTheInputsBoundIsNotClaimedAbsent) {
  Bir bir("", proc("main(n : int)", "", {"assert (n != 100);"}));
  verdict::Result result = harness::explore(bir.program);
  EXPECT_EQ(harness::line_of(result), "valid");
  EXPECT_FALSE(result.complete);
}

TEST(Execute, TheSameSeedGivesTheSameExecution) {
  Compiled oox(kRacyCounter);
  interp::Model model(oox.program, harness::checked());
  auto decisions = [&](std::uint64_t seed) {
    run::Run run;
    interp::RandomChooser chooser(seed);
    return interp::execute(run, model, chooser).counterexample->decisions;
  };
  std::set<std::size_t> lengths;
  bool differs = false;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_EQ(decisions(seed), decisions(seed));
    differs |= decisions(seed) != decisions(seed + 1);
  }
  EXPECT_TRUE(differs);
}

TEST(Execute, GivenInputsAreUsed) {
  Compiled oox("class Main { static void main(int[] a, int n) { int x := a[0]; assert x == n; } }");
  interp::Model model(oox.program, harness::checked());
  auto verdict = [&](const char* json) {
    auto inputs = std::get<interp::GivenInputs>(interp::parse_inputs(model, json));
    run::Run run;
    interp::RandomChooser chooser(0);
    return harness::line_of(
        interp::execute(run, model, chooser, {.inputs = inputs, .trace = false, .on_output = {}}));
  };
  EXPECT_EQ(verdict(R"({"a": [5], "n": 5})"), "valid");
  EXPECT_EQ(verdict(R"({"a": [5], "n": 6})"), "invalid assert: the assertion does not hold");
  EXPECT_EQ(verdict(R"({"a": [], "n": 6})"),
            "valid (ended by an exception in thread 1: array index out of bounds)");
}

// ---------------------------------------------------------------- encoding and accesses

TEST(Encode, ForgetsNamesAndGarbage) {
  std::string cls = "class C { f : int; } x : ref C;";
  auto end_of = [&](const std::vector<std::string>& steps) {
    Bir bir(cls, proc("main()", "a, b : ref C;", steps));
    std::set<std::string> states = final_states(bir.program, false, false);
    EXPECT_EQ(states.size(), 1U);
    return *states.begin();
  };
  std::string direct = end_of({"a := new C; a.f := 1; x := a;"});
  EXPECT_EQ(end_of({"b := new C; a := new C; a.f := 1; x := a;"}), direct);
  EXPECT_NE(end_of({"a := new C; a.f := 2; x := a;"}), direct);
  EXPECT_NE(end_of({"a := new C; a.f := 1; x := a;", "enter(a);"}), direct);
}

TEST(Accesses, AreDeclaredBeforeTheStep) {
  Bir bir("class C { f : int; } x : int; o : ref C;",
          proc("child()", "", {"x := 1;"}) +
              proc("main()", "c : ref C; v : int;",
                   {"c := new C;", "v := c.f; x := v;", "enter(c);", "fork child();",
                    "v := externChoose(1, 2);", "assume (v == 1);"}));
  interp::Model model(bir.program, harness::checked());
  interp::System system(model);
  interp::EnumeratingChooser chooser;
  interp::State state = system.initial(chooser);
  interp::ThreadId main(0);
  auto declared = [&] {
    std::string text;
    for (const interp::Access& a : system.accesses(state, main)) {
      text += interp::show(model, state, a) + "; ";
    }
    system.step(state, main, chooser);
    return text;
  };
  EXPECT_EQ(declared(), "");
  EXPECT_EQ(declared(), "read C#1.f; write x; ");
  EXPECT_EQ(declared(), "write lock of C#1; ");
  EXPECT_EQ(declared(), "write thread 2; write number of threads; ");
  EXPECT_EQ(declared(), "");
  EXPECT_EQ(declared(), "write thread 1; ");
  system.step(state, interp::ThreadId(1), chooser);
  EXPECT_EQ(system.outcome(state), interp::Outcome::Finished);
}

}  // namespace
