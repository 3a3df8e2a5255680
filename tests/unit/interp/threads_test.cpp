// Threads, the end of executions, and contracts.
#include "unit/interp/harness.h"

namespace threads_test {

using harness::Bir;
using harness::finals;
using harness::proc;
using harness::Strings;
using harness::verdict_of;

// main forks parent, parent forks child and ends.
std::string family(const std::vector<std::string>& main_steps) {
  return proc("child()", "", {"x := 1;"}) + proc("parent()", "", {"fork child();"}) +
         proc("main()", "v : int;", main_steps);
}

TEST(Threads, JoinWaitsForDescendantsOrForChildren) {
  std::string program = family({"fork parent();", "join;", "v := x;", "y := v;"});
  EXPECT_EQ(finals("x : int; y : int;", program), Strings{"x=1 y=1"});
  EXPECT_EQ(finals("x : int; y : int;", program, {.semantics = {.join = ir::JoinMode::Children}}),
            (Strings{"x=1 y=0", "x=1 y=1"}));
}

TEST(Threads, OthersGoOnWhenTheEntryReturns) {
  EXPECT_EQ(finals("x : int; y : int;", family({"fork parent();"})), Strings{"x=1 y=0"});
}

TEST(Threads, TestThreadSeesTheEnd) {
  std::string program = proc("child()", "", {"x := 1;"}) +
                        proc("main()", "t : tid; b : boolean;",
                             {"t := fork child();", "b := threadTerminated(t); y := (b ? 1 : 0);"});
  EXPECT_EQ(finals("x : int; y : int;", program), (Strings{"x=1 y=0", "x=1 y=1"}));
}

TEST(Threads, DeadlockModeMainToleratesThreadsLeftBehind) {
  std::string program =
      proc("stuck()", "", {"when false do { } goto X;"}) + proc("main()", "", {"fork stuck();"});
  EXPECT_EQ(verdict_of("", program),
            "deadlock deadlock: deadlock: thread 2 waits in stuck for a condition");
  EXPECT_EQ(verdict_of("", program, {.semantics = {.deadlock = ir::DeadlockMode::Main}}), "valid");
  std::string joined = proc("stuck()", "", {"when false do { } goto X;"}) +
                       proc("main()", "", {"fork stuck();", "join;"});
  EXPECT_EQ(verdict_of("", joined, {.semantics = {.deadlock = ir::DeadlockMode::Main}}),
            "deadlock deadlock: deadlock: thread 1 waits in main for the end of thread 2; thread "
            "2 waits in stuck for a condition");
}

TEST(Threads, GuardsOverSharedStateWait) {
  std::string program =
      proc("setter()", "", {"x := 1;"}) +
      proc("main()", "$x : temp int;",
           {"fork setter();", "read { $x := x; } when $x == 1 do { y := 1; } goto X;"});
  EXPECT_EQ(finals("x : int; y : int;", program), Strings{"x=1 y=1"});
}

// ---------------------------------------------------------------- exceptions

const std::string kThrower = proc("thrower()", "", {"when true do { throw user \"oh\"; } goto E;"});

TEST(Exceptions, AnUncaughtOneEndsTheWholeExecution) {
  // x may be set before, or never.
  std::string program = kThrower + proc("main()", "", {"fork thrower();", "x := 1;"});
  EXPECT_EQ(finals("x : int;", program), (Strings{"x=0", "x=1"}));
}

TEST(Exceptions, TheReasonSaysWhatEndedTheExecution) {
  Bir bir("", kThrower + proc("main()", "", {"call thrower();"}));
  interp::Model model(bir.program, harness::checked());
  run::Run run;
  interp::RandomChooser chooser(1);
  EXPECT_EQ(harness::line_of(interp::execute(run, model, chooser)),
            "valid (ended by an exception in thread 1: thrown by the program: oh)");
}

TEST(Exceptions, TheEntrysClauseJudgesOtherThreads) {
  std::string main =
      proc("main(allow : boolean)", "exceptional (allow);", {"fork thrower();", "join;"});
  EXPECT_EQ(verdict_of("", kThrower + main),
            "invalid exceptional: thrown by the program: oh: `exceptional` of main forbids this "
            "exception");
  std::string allowed = proc("main()", "allow : boolean; exceptional (allow);",
                             {"allow := true;", "fork thrower();", "join;"});
  EXPECT_EQ(verdict_of("", kThrower + allowed), "valid");
}

TEST(Exceptions, TheEntrysClauseIsCheckedAfterItHasReturnedToo) {
  std::string main =
      proc("main()", "k : int; exceptional (k != 3);", {"fork thrower();", "k := 3;"});
  EXPECT_EQ(verdict_of("", kThrower + main),
            "invalid exceptional: thrown by the program: oh: `exceptional` of main forbids this "
            "exception");
}

TEST(Exceptions, AnUndefinedClauseCountsAsFalse) {
  std::string main = proc("main()", "k : int; exceptional (1 / k == 1);", {"fork thrower();"});
  EXPECT_EQ(verdict_of("", kThrower + main).substr(0, 19), "invalid exceptional");
}

TEST(Exceptions, TheirPlaceIsWhereTheyWereThrown) {
  Bir bir("", kThrower + proc("main()", "exceptional (false);", {"fork thrower();"}));
  verdict::Result result = harness::explore(bir.program);
  ASSERT_TRUE(result.violation);
  EXPECT_EQ(bir.sources.text(result.violation->span),
            "when true do { throw user \"oh\"; } goto E;");
  EXPECT_EQ(result.violation->thread, 2U);
}

TEST(Exceptions, AnExceptionalExitNeedsOne) {
  EXPECT_EQ(verdict_of("", proc("main()", "", {"when true do { } goto E;"})),
            "invalid error: exceptional exit without an exception");
}

// ---------------------------------------------------------------- contracts

TEST(Contracts, TheEntryAssumesItsRequires) {
  Bir bir("", proc("main(n : int)", "requires (n > 0);", {"check requires;", "assert (n > 0);"}));
  verdict::Result result = harness::explore(bir.program);
  EXPECT_EQ(harness::line_of(result), "valid");
  EXPECT_EQ(result.stats.paths, 3U);
  EXPECT_EQ(result.stats.discarded, 4U);
  EXPECT_FALSE(result.vacuous);
}

TEST(Contracts, OthersAssertTheirRequires) {
  std::string callee = proc("callee(n : int)", "requires (n > 0);", {"check requires;"});
  EXPECT_EQ(verdict_of("", callee + proc("main()", "", {"call callee(1);"})), "valid");
  EXPECT_EQ(verdict_of("", callee + proc("main()", "", {"call callee(0);"})),
            "invalid requires: `requires` of callee does not hold");
  EXPECT_EQ(verdict_of("", callee + proc("main()", "", {"fork callee(0);"})),
            "invalid requires: `requires` of callee does not hold");
}

TEST(Contracts, ARecursiveCallOfTheEntryAssertsItsRequires) {
  std::string main =
      "procedure main(n : range 1..1)\n k : int := 1; requires (n == 1 && k == 1);\n"
      "entry A; exit X; except E;\n"
      "loc A: when true do { check requires; k := 2; } goto B;\n"
      "loc B: when true do { check requires; } goto X;\n"
      "loc X:\nloc E:\nend main;\n";
  // The second check is in the first frame still: assumed.
  Bir bir("", main);
  EXPECT_TRUE(harness::explore(bir.program).vacuous);
  std::string recursive =
      "procedure main(b : boolean)\n requires (b);\n entry A; exit X; except E;\n"
      "loc A: when true do { check requires; } goto B;\n"
      "loc B: when true do { call main(!b); } goto X except E;\nloc X:\nloc E:\nend main;\n";
  EXPECT_EQ(verdict_of("", recursive), "invalid requires: `requires` of main does not hold");
}

TEST(Contracts, EnsuresSeesTheResult) {
  auto callee = [](const std::string& value) {
    return "procedure inc(n : int) returns int\n r : result int; ensures (r == n + 1);\n"
           "entry A; exit X; except E;\n"
           "loc A: when true do { return " +
           value +
           "; check ensures; } goto X;\n"
           "loc X:\nloc E:\nend inc;\n";
  };
  std::string main = proc("main()", "v : int;", {"v := call inc(3);", "assert (v == 4);"});
  EXPECT_EQ(verdict_of("", callee("n + 1") + main), "valid");
  EXPECT_EQ(verdict_of("", callee("n") + main), "invalid ensures: `ensures` of inc does not hold");
}

TEST(Contracts, ExceptionalIsCheckedOnTheWayOut) {
  auto callee = [](const std::string& clause) {
    return proc("callee()", "exceptional (" + clause + ");",
                {"when true do { throw division \"\"; } goto L1;",
                 "when true do { check exceptional; } goto E;"});
  };
  std::string main =
      proc("main()", "", {"when true do { call callee(); } goto X except L1;", "catch;"});
  EXPECT_EQ(verdict_of("", callee("true") + main), "valid");
  EXPECT_EQ(verdict_of("", callee("false") + main),
            "invalid exceptional: division by zero: `exceptional` of callee forbids this "
            "exception");
}

}  // namespace threads_test
