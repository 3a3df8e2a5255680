// Each action by itself.
#include "unit/interp/harness.h"

namespace {

using harness::Bir;
using harness::finals;
using harness::proc;
using harness::Strings;
using harness::verdict_of;

const std::string kNode =
    "class Node { next : ref Node; value : int; }\nclass Leaf extends Node { }\n";

TEST(Actions, AssignAndGlobals) {
  EXPECT_EQ(
      finals("x : int := 4; y : int;", proc("main()", "a : int;", {"a := x;", "y := a + 1;"})),
      Strings{"x=4 y=5"});
}

TEST(Actions, Fields) {
  EXPECT_EQ(finals(kNode + "x : int;", proc("main()", "n, m : ref Node; a : int;",
                                            {"n := new Node;", "n.value := 7;", "n.next := n;",
                                             "m := n.next;", "a := m.value;", "x := a;"})),
            Strings{"x=7"});
}

TEST(Actions, ElementsAndNestedArrays) {
  EXPECT_EQ(finals("x : int; y : int;",
                   proc("main()", "a : array of array of int; r : array of int; v : int;",
                        {"a := new array of array of int [2][3];", "r := a[1];", "r[2] := 5;",
                         "r := a[1];", "v := r[2];", "x := v;", "y := length(a) * length(r);"})),
            Strings{"x=5 y=6"});
}

TEST(Actions, UndefinedOperationsAreErrors) {
  auto error = [&](const std::string& locals, const std::string& actions) {
    return verdict_of(kNode + "x : int;", proc("main()", locals, {actions}));
  };
  EXPECT_EQ(error("n : ref Node; a : int;", "a := n.value;"), "invalid error: null dereference");
  EXPECT_EQ(error("n : ref Node;", "n.value := 1;"), "invalid error: null dereference");
  EXPECT_EQ(error("a : array of int; v : int;", "a := new array of int [2]; v := a[2];"),
            "invalid error: index 2 out of bounds 0..1");
  EXPECT_EQ(error("a : array of int;", "a := new array of int [2]; a[-1] := 0;"),
            "invalid error: index -1 out of bounds 0..1");
  EXPECT_EQ(error("a : array of int;", "a := new array of int [-1];"),
            "invalid error: negative array size");
  EXPECT_EQ(error("a : int; z : int;", "a := 1 / z;"), "invalid error: division by zero");
  EXPECT_EQ(error("a : int; z : int;", "a := 1 % z;"), "invalid error: division by zero");
  EXPECT_EQ(error("n : ref Node; m : ref Leaf;", "n := new Node; m := n as ref Leaf;"),
            "invalid error: Node#1 is no Leaf");
  EXPECT_EQ(error("s : string; a : int;", "a := length(s);"), "invalid error: null dereference");
}

TEST(Actions, AGuardThatFailsToEvaluateIsAnError) {
  EXPECT_EQ(verdict_of("", proc("main()", "z : int;", {"when 1 / z == 1 do { } goto X;"})),
            "invalid error: division by zero");
}

TEST(Actions, HugeAllocationsAreUnknownNotWrong) {
  EXPECT_EQ(verdict_of("", proc("main()", "a : array of int;",
                                {"a := new array of int [99999999999999999999];"})),
            "unknown (an array of 9223372036854775807 elements was asked for)");
}

TEST(Actions, IntegersThatExplodeAreUnknown) {
  std::string text = proc("main()", "a : int := 2;", {"when true do { a := a * a; } goto L0;"});
  EXPECT_EQ(verdict_of("", text), "unknown (an integer grew beyond 1048576 bits)");
}

TEST(Actions, RangesAndCollectionsHaveLimits) {
  EXPECT_EQ(verdict_of("", proc("main()", "r : range 0..3;", {"r := r + 3;", "r := r + 1;"})),
            "invalid limit: 4 does not lie in range 0..3");
  EXPECT_EQ(verdict_of("x : range 1..3;", proc("main()", "", {"x := 0;"})),
            "invalid limit: 0 does not lie in range 1..3");
  EXPECT_EQ(verdict_of("class C { } c : collection [2] of C;",
                       proc("main()", "o : ref C;",
                            {"o := new C in c;", "o := new C in c;", "o := new C in c;"})),
            "invalid limit: collection c has room for 2 only");
}

TEST(Actions, CallsReturnResultsAndRecurse) {
  std::string fact =
      "procedure fact(n : int) returns int\n r : int; entry A; exit X; except E;\n"
      "loc A: when n <= 1 do { return 1; } goto X;\n"
      "  when n > 1 do { r := call fact(n - 1); } goto B except E;\n"
      "loc B: when true do { return n * r; } goto X;\nloc X:\nloc E:\nend fact;\n";
  EXPECT_EQ(
      finals("x : int;", fact + proc("main()", "a : int;", {"a := call fact(5);", "x := a;"})),
      Strings{"x=120"});
}

TEST(Actions, CallsAreDispatchedByTheClassOfTheReceiver) {
  std::string classes =
      "class A { bind m = A.m; } class B extends A { bind m = B.m; } x : int; y : int;";
  std::string procs = proc("A.m(this : ref A) returns int", "", {"return 1;"}) +
                      proc("B.m(this : ref B) returns int", "", {"return 2;"}) +
                      proc("main()", "o : ref A; v : int;",
                           {"o := new A;", "v := call virtual A.m(o);", "x := v;", "o := new B;",
                            "v := call virtual A.m(o);", "y := v;"});
  EXPECT_EQ(finals(classes, procs), Strings{"x=1 y=2"});
  EXPECT_EQ(
      verdict_of(classes, proc("A.m(this : ref A) returns int", "", {"return 1;"}) +
                              proc("B.m(this : ref B) returns int", "", {"return 2;"}) +
                              proc("main()", "o : ref A; v : int;", {"v := call virtual A.m(o);"})),
      "invalid error: null dereference");
}

TEST(Actions, AssertAndAssume) {
  EXPECT_EQ(verdict_of("", proc("main()", "a : int;", {"assert (a == 1);"})),
            "invalid assert: the assertion does not hold");
  Bir bir("", proc("main()", "a : int;", {"assume (a == 1);", "assert (false);"}));
  verdict::Result result = harness::explore(bir.program);
  EXPECT_EQ(harness::line_of(result), "valid");
  EXPECT_TRUE(result.vacuous);
  EXPECT_EQ(result.stats.paths, 0U);
  EXPECT_EQ(result.stats.discarded, 1U);
}

TEST(Actions, ChooseTakesEachValue) {
  EXPECT_EQ(
      finals("x : int;", proc("main()", "a : int;", {"a := externChoose(1, 2, 3);", "x := a;"})),
      (Strings{"x=1", "x=2", "x=3"}));
  EXPECT_EQ(finals("x : int;", proc("main()", "a : int;", {"a := internChoose(4, 5);", "x := a;"})),
            (Strings{"x=4", "x=5"}));
}

TEST(Actions, ForallChoosesAnInstanceOfTheClassOrBelow) {
  std::string make = "n := new Node; n.value := 1; l := new Leaf; l.value := 2; o := new Other; ";
  std::string locals = "n : ref Node; l : ref Leaf; o : ref Other; c : ref Node; v : int;";
  std::string classes = kNode + "class Other { } x : int;";
  EXPECT_EQ(
      finals(classes, proc("main()", locals, {make, "c := forall(Node); v := c.value; x := v;"})),
      (Strings{"x=1", "x=2"}));
  EXPECT_EQ(
      finals(classes, proc("main()", locals, {make, "l := forall(Leaf); v := l.value; x := v;"})),
      Strings{"x=2"});
}

TEST(Actions, ForallWithoutInstancesChangesNothing) {
  EXPECT_EQ(finals(kNode + "x : int;", proc("main()", "c : ref Node;",
                                            {"c := forall(Node);", "assert (c == null); x := 1;"})),
            Strings{"x=1"});
}

TEST(Actions, ReachableChoosesAmongWhatTheRootLeadsTo) {
  std::string locals = "a, b, c, d : ref Node; v : int;";
  std::string make =
      "a := new Node; b := new Node; c := new Node; a.value := 1; b.value := 2; c.value := 3; "
      "a.next := b; b.next := a;";
  EXPECT_EQ(
      finals(kNode + "x : int;",
             proc("main()", locals, {make, "d := reachable(Node, a); v := d.value; x := v;"})),
      (Strings{"x=1", "x=2"}));
  EXPECT_EQ(finals(kNode + "x : int;", proc("main()", locals,
                                            {make, "a := null;", "d := reachable(Node, a);",
                                             "assert (d == null); x := 9;"})),
            Strings{"x=9"});
}

TEST(Actions, HavocTakesSmallValuesAndSaysSo) {
  Bir bir("x : boolean;", proc("main()", "b : boolean;", {"havoc b;", "x := b;"}));
  EXPECT_EQ(finals(bir.program), (Strings{"x=false", "x=true"}));
  EXPECT_TRUE(harness::explore(bir.program).complete);
  Bir ints("x : int;", proc("main()", "a : int;", {"havoc a;", "x := a;"}));
  EXPECT_EQ(finals(ints.program).size(), 7U);
  verdict::Result result = harness::explore(ints.program);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.bounds_hit(), std::vector<std::string>{"inputs"});
}

TEST(Actions, HavocOfAReferenceIsNullOrExists) {
  EXPECT_EQ(finals(kNode + "x : int;", proc("main()", "n, m : ref Node;",
                                            {"n := new Node;", "havoc m;",
                                             "x := (m == null ? 1 : (m == n ? 2 : 3));"})),
            (Strings{"x=1", "x=2"}));
}

TEST(Actions, ThrowReachesTheHandlerAndCatchEndsIt) {
  std::string thrower = proc("thrower()", "", {"when true do { throw user \"oh\"; } goto E;"});
  EXPECT_EQ(
      finals("x : int;", thrower + proc("main()", "",
                                        {"when true do { call thrower(); } goto L1 except L2;",
                                         "assert (false);", "catch; x := 1;"})),
      Strings{"x=1"});
}

TEST(Actions, ExceptionsPassThroughCallersWithoutHandlers) {
  std::string thrower = proc("thrower()", "", {"when true do { throw bounds \"\"; } goto E;"});
  std::string middle = proc("middle()", "", {"call thrower();", "assert (false);"});
  EXPECT_EQ(finals("x : int;", thrower + middle +
                                   proc("main()", "",
                                        {"when true do { call middle(); } goto L1 except L2;",
                                         "assert (false);", "catch; x := 1;"})),
            Strings{"x=1"});
}

TEST(Actions, PrintMakesLines) {
  Bir bir("", proc("main()", "s : string := \"a\"; f : float := 2.0;",
                   {"println(\"s=\", s, \" f=\", f);", "print(\"sum \");", "println(1 + 1);"}));
  interp::Model model(bir.program, harness::checked());
  run::Run run;
  interp::RandomChooser chooser(1);
  std::vector<std::string> texts;
  interp::ExecuteOptions options;
  options.on_output = [&](const std::string& text) { texts.push_back(text); };
  EXPECT_EQ(harness::line_of(interp::execute(run, model, chooser, options)), "valid");
  EXPECT_EQ(texts, (std::vector<std::string>{"s=a f=2.0\n", "sum ", "2\n"}));
}

TEST(Actions, QuantifiersOverArrays) {
  std::string locals = "a : array of int; v : bound int; i : bound int;";
  auto check = [&](const std::string& condition) {
    return verdict_of("", proc("main()", locals,
                               {"a := new array of int [3]; a[0] := 1; a[1] := 2; a[2] := 3;",
                                "assert (" + condition + ");"}));
  };
  EXPECT_EQ(check("(forall v, i : a : v == i + 1)"), "valid");
  EXPECT_EQ(check("(forall v, i : a : v < 3)"), "invalid assert: the assertion does not hold");
  EXPECT_EQ(check("(exists v, i : a : v == 3 && i == 2)"), "valid");
  EXPECT_EQ(check("(exists v, i : a : v == 4)"), "invalid assert: the assertion does not hold");
}

TEST(Actions, InstanceTests) {
  EXPECT_EQ(
      verdict_of(kNode, proc("main()", "n, m : ref Node; a : array of int;",
                             {"n := new Leaf;", "assert (n instanceof Leaf && n instanceof Node);",
                              "assert (!(m instanceof Node));", "m := new Node;",
                              "assert (!(m instanceof Leaf));"})),
      "valid");
}

TEST(Actions, StringsCompareByContentAndConcatenate) {
  EXPECT_EQ(verdict_of("", proc("main()", "s, t, n : string;",
                                {"s := \"a\"; t := \"b\";", "s := s + t;",
                                 "assert (s == \"ab\" && length(s) == 2);",
                                 "assert (s + n == \"abnull\" && n == null && s != n);"})),
            "valid");
}

}  // namespace
