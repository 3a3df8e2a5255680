// What OOX does not have: joins of one thread, exceptions that are objects, the root class, timed
// waits, volatile and constant variables, values that are told.
#include "engine/interp/draw.h"
#include "unit/interp/harness.h"

namespace control_test {

using harness::Bir;
using harness::finals;
using harness::proc;
using harness::Strings;
using harness::verdict_of;

const std::string kTwo = proc("one()", "", {"x := 1;"}) + proc("two()", "", {"y := 1;"});

TEST(Control, JoinThreadWaitsForOneThread) {
  std::string program = kTwo + proc("main()", "t : tid; v : int;",
                                    {"t := fork one();", "fork two();", "join t;",
                                     "v := x; a := v;", "v := y; b := v;"});
  EXPECT_EQ(finals("x, y, a, b : int;", program), (Strings{"x=1 y=1 a=1 b=0", "x=1 y=1 a=1 b=1"}));
}

TEST(Control, ADeadlockTellsWhichEndIsWaitedFor) {
  std::string program = proc("stuck()", "", {"when false do { } goto X;"}) +
                        proc("main()", "t : tid;", {"t := fork stuck();", "join t;"});
  EXPECT_EQ(verdict_of("", program),
            "deadlock deadlock: deadlock: thread 1 waits in main for the end of thread 2; thread "
            "2 waits in stuck for a condition");
}

TEST(Control, JoiningNoThreadIsAnError) {
  EXPECT_EQ(verdict_of("", proc("main()", "t : tid;", {"join t;"})), "invalid error: not a thread");
}

TEST(Control, AnExceptionIsToldByItsObject) {
  std::string thrower = proc(
      "thrower()", "e : ref E;",
      {"e := new E; e.message := \"oh\";", "when true do { throw user \"\" with e; } goto E;"});
  Bir bir("class E { message : string; }", thrower + proc("main()", "", {"call thrower();"}));
  interp::Model model(bir.program, harness::checked());
  run::Run run;
  interp::RandomChooser chooser(1);
  EXPECT_EQ(harness::line_of(interp::execute(run, model, chooser)),
            "valid (ended by an exception in thread 1: E: oh)");
}

TEST(Control, AHandlerGetsTheObject) {
  std::string thrower =
      proc("thrower()", "e : ref E;",
           {"e := new E; e.v := 7;", "when true do { throw user \"\" with e; } goto E;"});
  std::string main =
      "procedure main()\ne : ref E; v : int;\nentry L0; exit X; except E;\n"
      "loc L0: when true do { call thrower(); } goto X except L1;\n"
      "loc L1: when true do { catch e; v := e.v; x := v; } goto X;\n"
      "loc X:\nloc E:\nend main;\n";
  EXPECT_EQ(finals("class E { v : int; } x : int;", thrower + main), Strings{"x=7"});
}

const std::string kWaiter =
    proc("main()", "c : ref C;", {"c := new C;", "enter(c);", "wait(c);", "unwait(c);", "x := 1;"});

TEST(Control, ATimedWaitEndsByItself) {
  std::string timed = kWaiter;
  timed.replace(timed.find("unwait"), 6, "timedUnwait");
  EXPECT_EQ(finals("class C { } x : int;", timed), Strings{"x=1"});
  EXPECT_EQ(finals("class C { } x : int;", kWaiter, {.semantics = {.spurious = true}}),
            Strings{"x=1"});
  EXPECT_TRUE(verdict_of("class C { } x : int;", kWaiter).starts_with("deadlock"));
}

const std::string kPublish =
    proc("writer()", "", {"data := 5;", "flag := 1;"}) +
    proc("main()", "v : int;",
         {"fork writer();", "v := flag;", "when v == 1 do { } goto L3; when v != 1 do { } goto X;",
          "v := data;"});

TEST(Control, VolatileVariablesOrderAndDoNotRace) {
  interp::Options races{.semantics = {.races = true}};
  EXPECT_EQ(verdict_of("data : int; volatile flag : int;", kPublish, races), "valid");
  EXPECT_TRUE(verdict_of("data : int; flag : int;", kPublish, races).starts_with("invalid race"));
}

TEST(Control, AConstantIsWrittenByTheFirstThreadAlone) {
  std::string before = kTwo + proc("main()", "", {"k := 1;", "fork one();"});
  std::string behind = kTwo + proc("main()", "", {"fork one();", "k := 1;"});
  EXPECT_EQ(verdict_of("constant k : int; x, y : int;", before), "valid");
  EXPECT_EQ(verdict_of("constant k : int; x, y : int;", behind),
            "invalid error: a constant is written while there are several threads");
}

TEST(Control, ArraysAreInstancesOfTheRoot) {
  std::string size = proc("size(this : ref Object)", "", {"x := 3;"});
  EXPECT_EQ(
      finals("root Object; class Object { bind size = size; } x : int;",
             size + proc("main()", "a : array of int; o : ref Object;",
                         {"a := new array of int [2]; o := a;", "call virtual Object.size(o);",
                          "assert(o instanceof Object && o instanceof array of int);"})),
      Strings{"x=3"});
}

TEST(Control, SelfIsOfTheFirstCall) {
  std::string ask = proc("ask()", "o : ref C;", {"o := self(); o.v := 1;"});
  std::string main = proc("main()", "me : self ref C; v : int;",
                          {"me := new C;", "call ask();", "v := me.v; x := v;"});
  EXPECT_EQ(finals("class C { v : int; } x : int;", ask + main), Strings{"x=1"});
}

TEST(Control, UnsupportedPartsAreUnknown) {
  EXPECT_EQ(verdict_of("", proc("main()", "", {"limit unsupported \"calls Foo.bar\";"})),
            "unknown (calls Foo.bar)");
}

TEST(Control, ToldValuesAreTakenAsTheyAre) {
  Bir bir("x : int;", proc("main()", "v : int;", {"havoc v;", "x := v;"}));
  interp::Model model(bir.program, harness::checked());
  run::Run run;
  run::Decisions told{{run::DecisionKind::Value, 0, 0, "-123456789012345678901"}};
  verdict::Result result = interp::replay(run, model, told);
  EXPECT_EQ(result.verdict, verdict::VerdictKind::Valid) << result.reason;
  EXPECT_EQ(result.counterexample->decisions, told);
  EXPECT_EQ(result.counterexample->trace.back().updates.back().second, "-123456789012345678901");
}

TEST(Control, ValuesReadBack) {
  Bir bir("", proc("main()", "i : int; b : boolean; f : float; c : char; s : string;", {""}));
  const ir::Procedure& main = bir.program.procs.front();
  const interp::Value values[] = {base::Integer(-5), true, -0.0, U'\x1f600', std::string("a\"b")};
  for (std::size_t i = 0; i < std::size(values); ++i) {
    auto again =
        interp::parse_value(bir.program, main.locals[i].type, interp::value_text(values[i]));
    ASSERT_TRUE(again.has_value()) << i;
    EXPECT_EQ(interp::value_text(*again), interp::value_text(values[i]));
    EXPECT_FALSE(interp::parse_value(bir.program, main.locals[i].type, "what"));
  }
}

}  // namespace control_test
