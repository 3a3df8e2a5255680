#include "unit/interp/harness.h"

namespace races_test {

using harness::Bir;
using harness::proc;

const std::string kDefs =
    "class C { f : int; g : int; } o : ref C; x : int; y : int; done : boolean;";
// The main thread of most tests: two threads with one object.
const std::string kTwo =
    proc("main()", "c : ref C;", {"c := new C;", "fork one(c);", "fork two(c);"});

interp::Options racing(interp::Options options = {}) {
  options.semantics.races = true;
  return options;
}

// The verdict is the same with and without state matching and interleaving of local steps.
std::string verdict_of(const std::string& definitions, const std::string& procs,
                       interp::Options options = {}) {
  Bir bir(definitions, procs);
  std::string first;
  for (bool match : {false, true}) {
    for (bool invisible : {false, true}) {
      interp::ExploreOptions how;
      how.match_states = match;
      how.use_invisible = invisible;
      verdict::Result result = harness::explore(bir.program, racing(options), std::move(how));
      std::string kind(keyword(result.verdict));
      if (result.violation) kind += " " + std::string(keyword(result.violation->kind));
      if (first.empty()) first = kind;
      EXPECT_EQ(kind, first) << harness::line_of(result);
    }
  }
  return first;
}

std::string one(const std::vector<std::string>& steps) {
  return proc("one(c : ref C)", "v : int; b : boolean;", steps);
}
std::string two(const std::vector<std::string>& steps) {
  return proc("two(c : ref C)", "v : int; b : boolean;", steps);
}

TEST(Races, AreReportedWithBothAccesses) {
  Bir bir(kDefs, one({"v := c.f;"}) + two({"c.f := 1;", "v := 0;"}) + kTwo);
  verdict::Result result = harness::explore(bir.program, racing());
  ASSERT_TRUE(result.violation) << harness::line_of(result);
  const verdict::Violation& v = *result.violation;
  EXPECT_EQ(v.kind, verdict::ViolationKind::Race);
  EXPECT_EQ(v.message, "data race on C#1.f: thread 2 reads it and thread 3 writes it, in no order");
  EXPECT_EQ(v.thread, 3U);
  EXPECT_EQ(bir.sources.text(v.span), "when true do { c.f := 1; } goto L1;");
  ASSERT_EQ(v.notes.size(), 2U);
  EXPECT_EQ(v.notes[0].thread, 3U);
  EXPECT_EQ(v.notes[1].thread, 2U);
  EXPECT_EQ(bir.sources.text(v.notes[1].span), "when true do { v := c.f; } goto X;");
  EXPECT_EQ(verdict::exit_code(result), 13);
  EXPECT_EQ(result.counterexample->trace.back().notes,
            std::vector<std::string>{"races with thread 2"});
}

TEST(Races, OnlyIfAskedFor) {
  EXPECT_EQ(harness::verdict_of(kDefs, one({"c.f := 1;"}) + two({"c.f := 1;"}) + kTwo), "valid");
}

TEST(Races, NeedAWriteAndTheSamePlace) {
  EXPECT_EQ(verdict_of(kDefs, one({"v := c.f;"}) + two({"v := c.f;"}) + kTwo), "valid");
  EXPECT_EQ(verdict_of(kDefs, one({"c.f := 1;"}) + two({"c.g := 1;"}) + kTwo), "valid");
  EXPECT_EQ(verdict_of(kDefs, one({"c.f := 1;"}) + two({"c.f := 1;"}) + kTwo), "invalid race");
  std::string apart = proc("main()", "c : ref C; d : ref C;",
                           {"c := new C; d := new C;", "fork one(c);", "fork two(d);"});
  EXPECT_EQ(verdict_of(kDefs, one({"c.f := 1;"}) + two({"c.f := 1;"}) + apart), "valid");
}

TEST(Races, OfGlobals) {
  EXPECT_EQ(verdict_of(kDefs, one({"x := 1;"}) + two({"v := x;"}) + kTwo), "invalid race");
  EXPECT_EQ(verdict_of(kDefs, one({"x := 1;"}) + two({"y := 1;"}) + kTwo), "valid");
}

TEST(Races, OfElements) {
  auto program = [](const std::string& i, const std::string& j) {
    return proc("set(a : array of int; i : int)", "", {"a[i] := 1;"}) +
           proc("main()", "a : array of int;",
                {"a := new array of int [2];", "fork set(a, " + i + ");",
                 "fork set(a, " + j + ");"});
  };
  EXPECT_EQ(verdict_of("", program("0", "1")), "valid");
  EXPECT_EQ(verdict_of("", program("1", "1")), "invalid race");
  Bir bir("", program("1", "1"));
  EXPECT_EQ(harness::explore(bir.program, racing()).violation->message,
            "data race on int[]#1[1]: thread 2 writes it and thread 3 writes it, in no order");
}

TEST(Races, MonitorsOrder) {
  std::vector<std::string> update{"enter(c);", "v := c.f;", "c.f := v + 1;", "exit(c);"};
  EXPECT_EQ(verdict_of(kDefs, one(update) + two(update) + kTwo), "valid");
  // Only one of them takes the lock.
  EXPECT_EQ(verdict_of(kDefs, one(update) + two({"v := c.f;"}) + kTwo), "invalid race");
  // The lock protects nothing after it is left.
  std::vector<std::string> late{"enter(c);", "v := c.f;", "exit(c);", "c.f := v + 1;"};
  EXPECT_EQ(verdict_of(kDefs, one(late) + two(late) + kTwo), "invalid race");
  // Re-entered: given free at the last exit only.
  std::vector<std::string> twice{"enter(c);", "enter(c);",     "exit(c);",
                                 "v := c.f;", "c.f := v + 1;", "exit(c);"};
  EXPECT_EQ(verdict_of(kDefs, one(twice) + two(update) + kTwo), "valid");
}

TEST(Races, DifferentLocksDoNotOrder) {
  std::string locked = proc("update(c : ref C; l : ref C)", "v : int;",
                            {"enter(l);", "v := c.f;", "c.f := v + 1;", "exit(l);"});
  auto main = [](const std::string& second) {
    return proc("main()", "c, l, m : ref C;",
                {"c := new C; l := new C; m := new C;", "fork update(c, l);",
                 "fork update(c, " + second + ");"});
  };
  EXPECT_EQ(verdict_of(kDefs, locked + main("l")), "valid");
  EXPECT_EQ(verdict_of(kDefs, locked + main("m")), "invalid race");
}

TEST(Races, SemaphoresOrder) {
  std::vector<std::string> update{"acquire(c);", "v := c.f;", "c.f := v + 1;", "release(c);"};
  EXPECT_EQ(verdict_of(kDefs, one(update) + two(update) + kTwo), "valid");
  // Another thread hands over: unlocking comes before the next locking.
  std::string handover =
      proc("main()", "c : ref C; v : int;",
           {"c := new C;", "acquire(c);", "fork one(c);", "acquire(c);", "v := c.f;", "c.f := v;"});
  EXPECT_EQ(verdict_of(kDefs, one({"c.f := 1;", "release(c);"}) + handover), "valid");
  EXPECT_EQ(verdict_of(kDefs, one({"release(c);", "c.f := 1;"}) + handover), "invalid race");
}

// Locking comes before unlocking in time, but that alone orders nothing.
TEST(Races, LockingDoesNotOrderWhatFollowsAnUnlocking) {
  std::string main = proc("main()", "c : ref C;", {"c := new C;", "fork one(c);", "fork two(c);"});
  std::string guarded =
      proc("two(c : ref C)", "$b : temp boolean;",
           {"read { $b := isAcquired(c); } when $b do { release(c); } goto L1;", "c.f := 2;"});
  EXPECT_EQ(verdict_of(kDefs, one({"c.f := 1;", "acquire(c);"}) + guarded + main), "invalid race");
}

TEST(Races, ForkAndJoinOrder) {
  EXPECT_EQ(verdict_of(kDefs, one({"c.f := 2;"}) + proc("main()", "c : ref C; v : int;",
                                                        {"c := new C;", "c.f := 1;", "fork one(c);",
                                                         "join;", "v := c.f;", "c.f := v;"})),
            "valid");
  EXPECT_EQ(verdict_of(kDefs, one({"c.f := 2;"}) +
                                  proc("main()", "c : ref C;",
                                       {"c := new C;", "fork one(c);", "c.f := 1;", "join;"})),
            "invalid race");
  // One after the other.
  EXPECT_EQ(verdict_of(kDefs, one({"c.f := 1;"}) + two({"c.f := 2;"}) +
                                  proc("main()", "c : ref C;",
                                       {"c := new C;", "fork one(c);", "join;", "fork two(c);"})),
            "valid");
}

TEST(Races, JoinOrdersThoseThatItWaitsFor) {
  std::string family = proc("child()", "", {"x := 1;"}) + proc("parent()", "", {"fork child();"}) +
                       proc("main()", "", {"fork parent();", "join;", "x := 2;"});
  EXPECT_EQ(verdict_of("x : int;", family), "valid");
  EXPECT_EQ(verdict_of("x : int;", family, {.semantics = {.join = ir::JoinMode::Children}}),
            "invalid race");
}

TEST(Races, ATestOfTheEndOrders) {
  std::string waits = proc("child()", "", {"x := 1;"}) +
                      proc("main()", "t : tid; $b : temp boolean;",
                           {"t := fork child();",
                            "read { $b := threadTerminated(t); } when $b do { x := 2; } goto X;"});
  EXPECT_EQ(verdict_of("x : int;", waits), "valid");
  std::string looks = proc("child()", "", {"x := 1;"}) +
                      proc("main()", "t : tid; b : boolean;",
                           {"t := fork child();", "b := threadTerminated(t);", "x := 2;"});
  EXPECT_EQ(verdict_of("x : int;", looks), "invalid race");
}

TEST(Races, WaitAndNotifyOrder) {
  // The waiter reads after it was notified; the flag keeps it from waiting in vain.
  std::string waiter =
      "procedure one(c : ref C)\n v : int; b : boolean;\nentry A; exit X; except E;\n"
      "loc A: when true do { enter(c); } goto T;\n"
      "loc T: when true do { b := done; } goto D;\n"
      "loc D: when b do { } goto R;\n"
      "       when !b do { wait(c); } goto U;\n"
      "loc U: when true do { unwait(c); } goto T;\n"
      "loc R: when true do { exit(c); } goto V;\n"
      "loc V: when true do { v := c.f; } goto W;\n"
      "loc W: when true do { c.f := v + 1; } goto X;\n"
      "loc X:\nloc E:\nend one;\n";
  EXPECT_EQ(
      verdict_of(
          kDefs,
          waiter + two({"c.f := 1;", "enter(c);", "done := true; notify(c);", "exit(c);"}) + kTwo),
      "valid");
  // The write comes after the notification.
  EXPECT_EQ(
      verdict_of(
          kDefs,
          waiter + two({"enter(c);", "done := true; notify(c);", "exit(c);", "c.f := 1;"}) + kTwo),
      "invalid race");
}

// A thread gives the monitor up when it waits, not only when it leaves.
TEST(Races, WaitingGivesTheMonitorUp) {
  std::string main = proc("main()", "c : ref C;", {"c := new C;", "fork one(c);", "fork two(c);"});
  EXPECT_EQ(verdict_of(kDefs,
                       one({"enter(c);", "c.f := 1; done := true; wait(c);", "unwait(c);"}) +
                           proc("two(c : ref C)", "b : boolean; $w : temp boolean;",
                                {"enter(c);", "b := done;", "when b do { c.f := 2; } goto X;"}) +
                           main,
                       {.semantics = {.deadlock = ir::DeadlockMode::Main}}),
            "valid");
}

TEST(Races, ComeBeforeOtherViolationsOfTheStep) {
  EXPECT_EQ(verdict_of(kDefs, one({"x := 1;"}) + two({"v := x; assert (false);"}) + kTwo),
            "invalid race");
}

TEST(Races, OfExecutionsThatCount) {
  EXPECT_EQ(verdict_of(kDefs, one({"x := 1;"}) + two({"v := x; assume (false);"}) + kTwo), "valid");
}

// Threads that go on for ever have finitely many states, races or not.
TEST(Races, StateMatchingEndsEndlessLoops) {
  auto loop = [](const std::string& name, const std::string& first, const std::string& last) {
    return "procedure " + name + "(c : ref C)\n v : int;\nentry A; exit X; except E;\n" +
           "loc A: when true do { " + first + " } goto B;\n" +
           "loc B: when true do { v := c.f; } goto C;\n" +
           "loc C: when true do { c.f := 1 - v; v := 0; } goto D;\n" + "loc D: when true do { " +
           last + " } goto A;\nloc X:\nloc E:\nend " + name + ";\n";
  };
  auto explored = [&](const std::string& last) {
    Bir bir(kDefs, loop("one", "enter(c);", "exit(c);") + loop("two", "enter(c);", last) + kTwo);
    interp::ExploreOptions matching;
    matching.match_states = true;
    matching.depth = 100'000;
    return harness::explore(bir.program, racing(), matching);
  };
  verdict::Result locked = explored("exit(c);");
  EXPECT_EQ(harness::line_of(locked), "valid");
  EXPECT_TRUE(locked.complete);
  EXPECT_LT(locked.stats.states, 500U);
  verdict::Result racy = explored("exit(c); v := c.f; v := 0;");
  EXPECT_EQ(keyword(racy.violation->kind), "race");
}

// The data of two states may be equal while only one of them has a race ahead.
TEST(Races, StatesWithAnotherPastDiffer) {
  // Thread 2 writes x before or after it leaves the monitor, in one step.
  auto program = [](const std::string& choices) {
    return "procedure one(c : ref C)\n b : boolean;\nentry A; exit X; except E;\n"
           "loc A: when true do { b := externChoose(" +
           choices +
           "); } goto B;\n"
           "loc B: when true do { enter(c); } goto C;\n"
           "loc C: when b do { x := 1; exit(c); b := true; } goto D;\n"
           "       when !b do { exit(c); x := 1; b := true; } goto D;\n"
           "loc D: when true do { y := 1; } goto X;\n"
           "loc X:\nloc E:\nend one;\n" +
           two({"enter(c);", "v := x; exit(c);"}) + kTwo;
  };
  EXPECT_EQ(verdict_of(kDefs, program("true")), "valid");
  EXPECT_EQ(verdict_of(kDefs, program("true, false")), "invalid race");
}

// Replays see the race, and a step further there is nothing.
TEST(Races, AreReplayed) {
  Bir bir(kDefs, one({"x := 1;"}) + two({"x := 2;"}) + kTwo);
  verdict::Result found = harness::explore(bir.program, racing());
  ASSERT_TRUE(found.counterexample);
  interp::Model model(bir.program, racing());
  run::Run run;
  verdict::Result again = interp::replay(run, model, found.counterexample->decisions);
  ASSERT_TRUE(again.violation) << again.reason;
  EXPECT_EQ(again.violation->message, found.violation->message);
}

}  // namespace races_test
