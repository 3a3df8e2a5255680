#include "cli/stepper/stepper_ui.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/interp/explore.h"
#include "support/oox.h"

namespace {

const char* const kProgram =
    "class Node { int value; Node next; }\n"   // 1
    "class Main {\n"                           // 2
    "    static int total;\n"                  // 3
    "    static void add(Node n, int by) {\n"  // 4
    "        lock (n) {\n"                     // 5
    "            int v := n.value;\n"          // 6
    "            n.value := v + by;\n"         // 7
    "        }\n"                              // 8
    "    }\n"                                  // 9
    "    static void main(int start) {\n"      // 10
    "        Node n := new Node();\n"          // 11
    "        n.next := n;\n"                   // 12
    "        int[] a := new int[2];\n"         // 13
    "        a[1] := start - 3;\n"             // 14
    "        fork Main.add(n, 3);\n"           // 15
    "        join;\n"                          // 16
    "        Main.add(n, 4);\n"                // 17
    "        int r := n.value;\n"              // 18
    "        assert r == 0;\n"                 // 19
    "    }\n"                                  // 20
    "}\n";

class Stepper : public ::testing::Test {
 protected:
  Stepper() : oox_(kProgram), model_(prepared()), result_(explore()) {
    const verdict::Counterexample& c = *result_.counterexample;
    timeline_.emplace(model_, std::nullopt, c.decisions, c.trace.size());
    session_.emplace(model_, *timeline_, result_, oox_.sources, false);
  }

  const ir::Program& prepared() {
    oox_.program.entry = oox_.program.find_proc("Main.main");
    return oox_.program;
  }
  verdict::Result explore() {
    run::Run run;
    return interp::explore(run, model_);
  }

  std::string run(std::string_view line) { return session_->execute(line); }
  std::size_t size() const { return timeline_->size(); }
  std::string prompt_at(std::size_t moment) const {
    return "(" + std::to_string(moment) + "/" + std::to_string(size()) + ") ";
  }

  support::Oox oox_;
  interp::Model model_;
  verdict::Result result_;
  std::optional<interp::Timeline> timeline_;
  std::optional<stepper::StepperSession> session_;
};

TEST_F(Stepper, MovesForwardAndBack) {
  EXPECT_EQ(session_->prompt(), prompt_at(0));
  EXPECT_EQ(run("next"),
            "step 1, thread 1, Main.main, line 11\n"
            "    Node n := new Node();\n"
            "      n = Node#1\n");
  EXPECT_EQ(session_->prompt(), prompt_at(1));
  EXPECT_NE(run("next 2").find("step 3, thread 1"), std::string::npos);
  EXPECT_NE(run("back").find("step 2, thread 1"), std::string::npos);
  EXPECT_EQ(run("back 100"), "at the start\n");
  EXPECT_EQ(run("back"), "this is the start; `next` goes on\n");
  EXPECT_NE(run("goto 3").find("step 3, thread 1"), std::string::npos);
  EXPECT_EQ(run("first"), "at the start\n");
}

TEST_F(Stepper, EndsWithTheViolation) {
  std::string end = run("last");
  EXPECT_EQ(session_->prompt(), prompt_at(size()));
  EXPECT_NE(end.find("assert r == 0;\n      does not hold\n"), std::string::npos) << end;
  EXPECT_NE(end.find("thread 1: the assertion does not hold\n"), std::string::npos) << end;
  EXPECT_NE(end.find("^^^^^^^^^^^^^^ r = 7\n"), std::string::npos) << end;
  EXPECT_EQ(run("next"), "this is the end; `back` and `first` go back\n");
  EXPECT_EQ(run("first"), "at the start\n");
  std::string why = run("why");
  EXPECT_EQ(why, end.substr(end.find("thread 1: ")));
}

TEST_F(Stepper, GoesOnUntilALine) {
  EXPECT_NE(run("until 7").find("thread 2, Main.add, line 7\n"), std::string::npos);
  EXPECT_NE(run("until 7").find("thread 1, Main.add, line 7\n"), std::string::npos);
  EXPECT_EQ(run("until 7"), "no step from here on is in line 7\n");
  EXPECT_NE(run("first").find("start"), std::string::npos);
  EXPECT_NE(run("until test.oox:12").find("line 12\n"), std::string::npos);
  EXPECT_EQ(run("until other.oox:13"), "no step from here on is in line other.oox:13\n");
  EXPECT_EQ(run("until x"), "a line is needed\n");
  EXPECT_EQ(run("until"), "a line is needed\n");
}

TEST_F(Stepper, ShowsVariablesOnceTheyAreDeclared) {
  EXPECT_EQ(run("locals"), "start = 0\n");
  run("until 14");
  EXPECT_EQ(run("locals"),
            "start = 0\nn = Node#1 { value = 0, next = Node#1 }\na = int[]#1 [0, -3]\n");
  run("until 6");
  EXPECT_EQ(run("locals"), "n = Node#1 { value = 0, next = Node#1 }\nby = 3\nv = 0\n");
  run("thread 1");
  EXPECT_NE(run("locals").find("start = 0\n"), std::string::npos);
}

TEST_F(Stepper, PrintsValues) {
  run("until 15");
  EXPECT_EQ(run("print start"), "start = 0\n");
  EXPECT_EQ(run("print n.next.next.value"), "n.next.next.value = 0\n");
  EXPECT_EQ(run("print a"), "a = int[]#1 [0, -3]\n");
  EXPECT_EQ(run("print a[1]"), "a[1] = -3\n");
  EXPECT_EQ(run("print Node#1"), "Node#1 = { value = 0, next = Node#1 }\n");
  EXPECT_EQ(run("print Node#1.value"), "Node#1.value = 0\n");
  EXPECT_EQ(run("print int[]#1[0]"), "int[]#1[0] = 0\n");
  EXPECT_EQ(run("print Main.total"), "Main.total = 0\n");
  EXPECT_EQ(run("statics"), "Main.total = 0\n");
  EXPECT_EQ(run("print"), "a name is needed\n");
  EXPECT_EQ(run("print nothing"), "there is no variable `nothing` here\n");
  EXPECT_EQ(run("print n.nothing"), "n has no field `nothing`\n");
  EXPECT_EQ(run("print start.x"), "start is 0, no object\n");
  EXPECT_EQ(run("print a[start]"), "a[start] = 0\n");
  EXPECT_EQ(run("print a[-1]"), "a has 2 elements, so none has index -1\n");
  EXPECT_EQ(run("print a[2]"), "a has 2 elements, so none has index 2\n");
  EXPECT_EQ(run("print a[99999999999999999999]"), "`99999999999999999999` is no index\n");
  EXPECT_EQ(run("print a[0"), "a `]` is missing\n");
  EXPECT_EQ(run("print n[0]"), "n is no array\n");
  EXPECT_EQ(run("print n!"), "`!` is not understood\n");
  EXPECT_EQ(run("print Node#2"), "there is no object Node#2 yet\n");
  EXPECT_EQ(run("print #"), "there is no object # yet\n");
}

TEST_F(Stepper, ShowsThreadsHeapAndLocks) {
  EXPECT_EQ(run("heap"), "no variable refers to an object\n");
  EXPECT_EQ(run("locks"), "no lock is held\n");
  run("until 6");
  EXPECT_EQ(run("thread"),
            "thread 1  Main.main  line 16  join;\n"
            "          waits for the end of thread 2\n"
            "thread 2  Main.add  line 7  n.value := v + by;\n");
  EXPECT_EQ(run("heap"), "Node#1 = { value = 0, next = Node#1 }\nint[]#1 = [0, -3]\n");
  EXPECT_EQ(run("locks"), "lock of Node#1: held by thread 2\n");
  run("last");
  EXPECT_EQ(run("thread"), "thread 1  Main.main  line 19  assert r == 0;\nthread 2  has ended\n");
  EXPECT_EQ(run("thread 2"), "thread 2 has ended\n");
  EXPECT_EQ(run("locals"), "thread 2 has ended\n");
  EXPECT_EQ(run("thread 3"), "there are 2 threads yet\n");
  EXPECT_EQ(run("thread 0"), "there are 2 threads yet\n");
}

TEST_F(Stepper, ShowsTheCallsOfAThread) {
  run("until 17");
  EXPECT_EQ(run("thread 1"),
            "Main.add  line 5  lock (n)\n"
            "Main.main  line 17  Main.add(n, 4);\n");
}

TEST_F(Stepper, ListsTheSource) {
  run("until 12");
  std::string list = run("list");
  EXPECT_NE(list.find("\n>   12          n.next := n;\n"), std::string::npos) << list;
  EXPECT_EQ(list.find("    7 "), 1U) << list;
  EXPECT_EQ(run("list 1").find("     1  class Node"), 0U);
  EXPECT_EQ(run("list 999"), "test.oox has 22 lines\n");
  EXPECT_EQ(run("list x"), "test.oox has 22 lines\n");
}

TEST_F(Stepper, ShowsTheTraceWithTheCurrentStep) {
  run("goto 2");
  std::string near = run("trace");
  EXPECT_NE(near.find(">    2 "), std::string::npos) << near;
  EXPECT_EQ(near.find("assert r"), std::string::npos) << near;
  std::string all = run("trace all");
  EXPECT_NE(all.find("assert r == 0;"), std::string::npos) << all;
  EXPECT_EQ(run("trace some"), "`trace`, or `trace all`\n");
  EXPECT_EQ(run("inputs"), "inputs\n  start = 0\n");
}

TEST_F(Stepper, SaysWhatItDoesNotUnderstand) {
  EXPECT_EQ(run("frobnicate"), "there is no command `frobnicate`; `help` lists all\n");
  EXPECT_EQ(run("nxt"), "there is no command `nxt`; did you mean `next`? `help` lists all\n");
  EXPECT_EQ(run("next x"), "a number is needed\n");
  EXPECT_EQ(run("next -1"), "a number is needed\n");
  EXPECT_EQ(run("next 99999999999999999999999"), "a number is needed\n");
  EXPECT_EQ(run("goto"), "a number is needed\n");
  EXPECT_EQ(run("goto 100000"), "the execution has " + std::to_string(size()) + " steps\n");
  EXPECT_EQ(run("next 1 2"), "`next 1 2` has too many arguments\n");
  EXPECT_EQ(run("heap x"), "`heap x` has too many arguments\n");
  EXPECT_EQ(session_->prompt(), prompt_at(0)) << "nothing of this moves";
}

TEST_F(Stepper, AnEmptyLineRepeats) {
  EXPECT_EQ(run(""), "");
  run("next");
  run("  ");
  EXPECT_EQ(session_->prompt(), prompt_at(2));
  run("n 2");
  run("");
  EXPECT_EQ(session_->prompt(), prompt_at(6));
}

TEST_F(Stepper, RunsASessionUntilItsEnd) {
  std::istringstream in("n\n\nquit\nnext\n");
  std::ostringstream out;
  stepper::run_session(*session_, in, out, true);
  std::string text = out.str();
  EXPECT_EQ(text.find("an execution of " + std::to_string(size()) + " steps"), 0U) << text;
  EXPECT_NE(text.find(prompt_at(0) + "n\n"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(prompt_at(2) + "quit\n")) << text;
}

TEST_F(Stepper, TheEndOfTheInputEndsASession) {
  std::istringstream in("next");
  std::ostringstream out;
  stepper::run_session(*session_, in, out, false);
  EXPECT_TRUE(out.str().ends_with(prompt_at(1) + "\n")) << out.str();
}

TEST_F(Stepper, HelpNamesEveryCommand) {
  std::string help = run("help");
  for (const char* name : {"next", "back", "goto", "first", "last", "until", "thread", "locals",
                           "print", "heap", "locks", "list", "trace", "help", "quit"}) {
    EXPECT_NE(help.find(name), std::string::npos) << name;
  }
}

}  // namespace
