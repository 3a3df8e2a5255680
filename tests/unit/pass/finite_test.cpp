#include "ir/pass/finite.h"

#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/printer.h"
#include "lang/bir/parse.h"
#include "support/finite.h"

namespace {

using support::count;
using support::Finite;

std::string in_main(const std::string& members, const std::string& body) {
  return members + " class Main { static void main() { " + body + " } }";
}

ir::Program parse_bir(const std::string& text) {
  base::Sources sources;
  diag::Sink sink;
  auto program = bir::parse(sources, sources.add("test.bir", text), sink);
  EXPECT_TRUE(program.has_value()) << diag::render(sources, sink, {});
  return program ? std::move(*program) : ir::Program();
}

std::string verdict_of(const Finite& finite) {
  verdict::Result result = support::explore_model(finite.model.program);
  std::string text(result.violation ? verdict::keyword(result.violation->kind)
                                    : verdict::keyword(result.verdict));
  for (const std::string& bound : result.bounds_hit()) text += " " + bound;
  return text;
}

// ---------------------------------------------------------------- what is finite

TEST(WhyInfinite, says_what_has_no_bounds) {
  ir::Program program = parse_bir(R"(
system s()
x : int;
main thread M()
  y : float;
  loc a: when true do { x := 1; } goto b;
  loc b:
end M;
end s;)");
  auto found = pass::why_infinite(program);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].what, "x has the type int, without bounds");
  EXPECT_EQ(found[1].what, "M.y has the type float, without bounds");
}

TEST(WhyInfinite, a_finite_program_is_one) {
  ir::Program program = parse_bir(R"(
system s()
flag : array [2] of boolean;
turn : range 0..1;
l : lock;
Box = record { v : range 0..3; };
boxes : collection [2] of Box;
main thread M()
  b : ref Box;
  loc a: when true do { b := new boxes; start P(b); } goto b;
  loc b:
end M;
thread P(b : ref Box)
  loc a: when true do { turn := 1; } goto b;
  loc b:
end P;
end s;)");
  EXPECT_TRUE(pass::why_infinite(program).empty());
}

TEST(WhyInfinite, models_are_finite_and_read_back) {
  Finite finite(in_main("class Node { Node next; int v; Node(int v) { this.v := v; } "
                        "int get() { int x := this.v; return x; } }",
                        "Node n := new Node(2); int x := n.get(); assert x == 2; "
                        "int[][] a := new int[2][2]; int[] b := a[1]; b[0] := x; "
                        "lock (n) { x := b[0]; } assert forall v, i : b : v >= 0;"),
                "Main.main");
  EXPECT_TRUE(pass::why_infinite(finite.model.program).empty());
  std::string text = ir::print(finite.model.program, {.sources = &finite.sources});
  EXPECT_NE(text.find("// test.oox:1:"), std::string::npos);
  EXPECT_EQ(ir::difference(finite.model.program, parse_bir(text)), "");
}

TEST(Limits, the_action_ends_an_execution) {
  ir::Program program = parse_bir(R"(
system s()
main thread M()
  loc a: when true do { limit "patience"; assert (false); } goto b;
  loc b:
end M;
end s;)");
  EXPECT_EQ(ir::difference(program, parse_bir(ir::print(program))), "");
  interp::Model model(program);
  run::Run run;
  verdict::Result result = interp::explore(run, model);
  ASSERT_TRUE(result.violation.has_value());
  EXPECT_EQ(result.violation->kind, verdict::ViolationKind::Limit);
  EXPECT_EQ(result.violation->message, "the bound on patience is exceeded");
  verdict::Result bounded = support::explore_model(program);
  EXPECT_EQ(bounded.verdict, verdict::VerdictKind::Unknown);  // every execution is cut
  EXPECT_EQ(bounded.bounds_hit(), std::vector<std::string>{"limit"});
}

TEST(Limits, arrays_of_a_collection_have_a_largest_size) {
  auto with = [](const std::string& size) {
    ir::Program program = parse_bir(
        "system s() rows : collection [1] of array [2] of boolean; main thread M() "
        "r : array of boolean; loc a: when true do { r := new rows [" +
        size + "]; } goto b; loc b: end M; end s;");
    return support::explore_model(program).bounds_hit().size();
  };
  EXPECT_EQ(with("2"), 0U);
  EXPECT_EQ(with("3"), 1U);
}

// ---------------------------------------------------------------- calls

TEST(Inline, calls_become_copies_with_their_own_steps) {
  Finite finite(
      "class Main { static int twice(int x) { return x + x; } "
      "static void main() { int a := Main.twice(1); int b := Main.twice(a); "
      "assert b == 4; } }",
      "Main.main", {.high = 4});
  const ir::Procedure& main = finite.thread("Main.main");
  EXPECT_EQ(count<ir::Call>(main), 0U);
  EXPECT_EQ(finite.model.program.procs.size(), 1U);
  // Each step of the source has its copy: two calls, two returns, the assertion, the end.
  EXPECT_EQ(main.transitions.size(), 6U);
  for (const pass::FiniteOrigin& origin : finite.model.origins[0]) {
    EXPECT_TRUE(origin.proc.is_valid());
  }
  // Both copies use the same variables.
  ASSERT_EQ(finite.model.procs[0].frames.size(), 3U);
  EXPECT_EQ(finite.model.procs[0].frames[1].locals, finite.model.procs[0].frames[2].locals);
  EXPECT_EQ(verdict_of(finite), "valid");
}

TEST(Inline, virtual_calls_test_the_class) {
  std::string classes =
      "class A { int f() { return 1; } } class B extends A { int f() { return 2; } } "
      "class C extends B { } class D extends C { int f() { return 3; } } ";
  Finite finite(in_main(classes,
                        "A a := new C(); int x := a.f(); assert x == 2; a := new D(); "
                        "x := a.f(); assert x == 3; a := new A(); x := a.f(); assert x == 1;"),
                "Main.main");
  EXPECT_EQ(verdict_of(finite), "valid");
  std::string text = ir::print(finite.model.program);
  EXPECT_NE(text.find("a instanceof A && !(a instanceof B)"), std::string::npos) << text;
  EXPECT_NE(text.find("a instanceof B && !(a instanceof D)"), std::string::npos) << text;
}

TEST(Inline, recursion_ends_with_a_limit) {
  std::string text =
      "class Main { static int down(int n) { int r := 0; if (n > 0) { r := Main.down(n - 1); } "
      "return r; } static void main() { int x := Main.down(DEPTH); assert x == 0; } }";
  auto with = [&](const std::string& depth) {
    std::string copy = text;
    copy.replace(copy.find("DEPTH"), 5, depth);
    return verdict_of(Finite(copy, "Main.main", {.recursion = 3}));
  };
  EXPECT_EQ(with("2"), "valid");
  EXPECT_EQ(with("3"), "unknown limit");
}

// ---------------------------------------------------------------- bounds

TEST(Bounds, a_number_beyond_its_range_is_a_limit) {
  std::string text = in_main("", "int i := 0; while (i < 5) { i := i + 1; } assert false;");
  EXPECT_EQ(verdict_of(Finite(text, "Main.main")), "unknown limit");
  EXPECT_EQ(verdict_of(Finite(text, "Main.main", {.high = 5})), "assert");
  EXPECT_EQ(verdict_of(Finite(text, "Main.main", {.ranges = {{"Main.main.i", {0, 5}}}})), "assert");
}

TEST(Bounds, intermediate_values_have_none) {
  Finite finite(in_main("", "int i := 3; i := i * 100 - 298; assert i == 2;"), "Main.main");
  EXPECT_EQ(verdict_of(finite), "valid");
  EXPECT_TRUE(finite.has_note("the literal 100 lies outside of -1..3"));
}

TEST(Bounds, a_range_holds_the_first_value) {
  Finite finite(
      "class Main { static int n; static void main() { int x := Main.n; assert x == 0; } }",
      "Main.main", {.low = 2, .high = 4});
  EXPECT_EQ(verdict_of(finite), "valid");
}

TEST(Bounds, what_runs_once_needs_room_for_one) {
  Finite finite(in_main("class C { }",
                        "C a := new C(); C b := new C(); assert a != b; "
                        "int i := 0; while (i < 3) { b := new C(); i := i + 1; } "
                        "assert a != b;"),
                "Main.main", {.instances = 2});
  ASSERT_EQ(finite.model.program.collections.size(), 3U);
  EXPECT_EQ(finite.model.program.collections[0].size, 1);
  EXPECT_EQ(finite.model.program.collections[1].size, 1);
  EXPECT_EQ(finite.model.program.collections[2].size, 2);
  EXPECT_TRUE(finite.has_note("C$3: at most 2 objects"));
  EXPECT_EQ(verdict_of(finite), "unknown limit");
}

TEST(Bounds, threads_that_may_be_too_many_are_noted) {
  std::string text =
      "class Main { static int n; static void work() { Main.n := 1; } static void main() { "
      "int i := 0; while (i < 3) { fork Main.work(); i := i + 1; } join; int x := Main.n; "
      "assert x == 1; } }";
  EXPECT_EQ(verdict_of(Finite(text, "Main.main")), "valid");
  Finite few(text, "Main.main", {.threads = 3});
  EXPECT_TRUE(few.has_note("at most 3 threads at a time"));
}

TEST(Bounds, arrays_have_a_largest_size) {
  auto with = [&](const std::string& sizes, const std::string& type) {
    return verdict_of(
        Finite(in_main("", type + " a := new int" + sizes + "; int n := #a; assert n >= 0;"),
               "Main.main"));
  };
  EXPECT_EQ(with("[3]", "int[]"), "valid");
  EXPECT_EQ(with("[4]", "int[]"), "unknown limit");
  EXPECT_EQ(with("[2][3]", "int[][]"), "valid");
  EXPECT_EQ(with("[2][4]", "int[][]"), "unknown limit");
  EXPECT_EQ(with("[4][2]", "int[][]"), "unknown limit");
  EXPECT_EQ(with("[0][9]", "int[][]"), "valid");
}

TEST(Bounds, names_that_mean_nothing) {
  Finite finite("class C { int f; } class Main { static void main() { int x := 0; } }",
                "Main.main");
  pass::FiniteBounds bounds{.ranges = {{"C.f", {0, 1}}, {"C.g", {0, 1}}, {"Main.main.x", {0, 1}}},
                            .class_instances = {{"C", 1}, {"D", 1}}};
  EXPECT_EQ(pass::unknown_bounds(finite.program, bounds), (std::vector<std::string>{"C.g", "D"}));
}

// ---------------------------------------------------------------- locks

TEST(Locks, say_what_they_are_used_for) {
  auto type = [](const std::string& body) {
    Finite finite(in_main("class C { }", "C c := new C(); " + body), "Main.main");
    for (const ir::Field& f : finite.model.program.fields) {
      if (f.name == "$lock") return ir::print(finite.model.program, f.type);
    }
    return std::string("none");
  };
  EXPECT_EQ(type("assert c != null;"), "none");
  EXPECT_EQ(type("lock (c) { }"), "lock");
  EXPECT_EQ(type("lock (c) { } lock (c) { }"), "lock");
  EXPECT_EQ(type("lock (c) { notify c; }"), "lock wait");
  EXPECT_EQ(type("lock (c) { lock (c) { } }"), "lock reentrant");
  EXPECT_EQ(type("lock c; unlock c;"), "lock");
}

TEST(Locks, one_object_has_one_lock) {
  Finite finite(in_main("interface I { } class A implements I { } class B extends A { }",
                        "B b := new B(); A a := b; I i := b; "
                        "lock (a) { lock (b) { lock (i) { } } }"),
                "Main.main");
  std::size_t locks = 0;
  for (const ir::Field& f : finite.model.program.fields) locks += f.name == "$lock" ? 1 : 0;
  EXPECT_EQ(locks, 1U);
  EXPECT_EQ(verdict_of(finite), "valid");
}

// ---------------------------------------------------------------- slices

TEST(Slice, data_that_no_property_reads_is_dropped) {
  std::string text =
      "class Stats { int hits; int level; } class Main { static void main() { "
      "Stats s := new Stats(); s.hits := 100; int h := s.hits; s.hits := h + 1; "
      "s.level := 1; int l := s.level; assert l == 1; } }";
  Finite finite(text, "Main.main");
  EXPECT_TRUE(finite.has_note("Stats.hits: dropped, no property reads it"));
  EXPECT_TRUE(finite.has_note("Main.main.h: dropped, no property reads it"));
  EXPECT_EQ(verdict_of(finite), "valid");
  EXPECT_EQ(count<ir::StoreField>(finite.thread("Main.main")), 1U);
  // The steps stay.
  Finite whole(text, "Main.main", {.slice = false});
  EXPECT_EQ(finite.thread("Main.main").transitions.size(),
            whole.thread("Main.main").transitions.size());
  EXPECT_EQ(verdict_of(whole), "unknown limit");
  Finite kept(text, "Main.main", {.kept = {"Stats.hits"}});
  EXPECT_EQ(count<ir::StoreField>(kept.thread("Main.main")), 3U);
}

TEST(Slice, what_leads_to_control_is_kept) {
  Finite finite(
      "class C { int f; int g; } class Main { static void main() { C c := new C(); "
      "c.g := 2; int x := c.g; c.f := x; int y := c.f; if (y == 2) { assert false; } } }",
      "Main.main");
  EXPECT_EQ(verdict_of(finite), "assert");
}

// Tests of floats come out either way; where a string decides, the model ends.
TEST(Slice, floats_and_strings_matter_nowhere_or_cut) {
  EXPECT_EQ(verdict_of(Finite(in_main("",
                                      "float f := 1.5; string s := \"a\" + \"b\"; "
                                      "f := f * 2.0; assert true;"),
                              "Main.main")),
            "valid");
  EXPECT_EQ(verdict_of(
                Finite(in_main("", "float f := 1.5; if (f > 1.0) { assert false; }"), "Main.main")),
            "assert");
  EXPECT_EQ(verdict_of(Finite(in_main("", "string s := \"a\"; if (s == \"b\") { assert false; }"),
                              "Main.main")),
            "unknown limit");
}

TEST(Slice, characters_are_numbers) {
  Finite finite("class Main { static void f(char c) { if (c == 'x') { assert false; } } }",
                "Main.f");
  EXPECT_EQ(verdict_of(finite), "assert");
}

// ---------------------------------------------------------------- contracts and inputs

TEST(Inputs, numbers_are_chosen_from_their_range) {
  auto with = [](const std::string& condition, std::int64_t high) {
    return verdict_of(
        Finite("class Main { static void f(int x) requires(x > 0) { assert " + condition + "; } }",
               "Main.f", {.high = high}));
  };
  EXPECT_EQ(with("x != 4", 3), "valid");
  EXPECT_EQ(with("x != 4", 4), "assert");
  EXPECT_EQ(with("x != 0", 4), "valid");
}

TEST(Inputs, references_take_every_shape) {
  std::string text =
      "class Node { Node next; int v; } class Main { "
      "static void f(Node a, Node b) { if (a != null) { if (b != null) { "
      "Node n := a.next; Node m := b.next; CONDITION } } } }";
  auto with = [&](const std::string& condition) {
    std::string copy = text;
    copy.replace(copy.find("CONDITION"), 9, "assert " + condition + ";");
    return verdict_of(Finite(copy, "Main.f"));
  };
  EXPECT_EQ(with("a != b"), "assert");
  EXPECT_EQ(with("a == b"), "assert");
  EXPECT_EQ(with("n != a"), "assert");
  EXPECT_EQ(with("!(a != b && n == b && m == a)"), "assert");
  EXPECT_EQ(with("!(a != b && n != null && n != a && n != b && m == n)"), "assert");
  EXPECT_EQ(with("!(a == b && n != m)"), "valid");
}

TEST(Inputs, arrays_have_every_size_and_content) {
  auto with = [](const std::string& condition) {
    return verdict_of(
        Finite("class Main { static void f(int[] a) requires(a != null) { "
               "assert " +
                   condition + "; } }",
               "Main.f", {.low = 0, .high = 1, .array_size = 2}));
  };
  EXPECT_EQ(with("#a != 2"), "assert");
  EXPECT_EQ(with("#a < 3"), "valid");
  EXPECT_EQ(with("exists v, i : a : v == 0"), "assert");
  EXPECT_EQ(with("forall v, i : a : v < 2"), "valid");
}

TEST(Inputs, the_choice_is_mapped_back) {
  Finite finite(
      "class Node { Node next; int v; } class Main { static void f(Node a, int k, int[] b) "
      "requires(k == 2) { if (a != null && b != null) { Node n := a.next; "
      "if (n == a) { int x := a.v; if (#b == 1) { int y := b[0]; "
      "assert !(x == 1 && y == k); } } } } }",
      "Main.f", {.low = 0, .high = 2, .instances = 1, .array_size = 1});
  verdict::Result found = support::explore_model(finite.model.program, 500'000);
  ASSERT_TRUE(found.violation.has_value());
  auto claim = support::claim_of(finite.model.program, found.counterexample->decisions);
  claim.kind = found.violation->kind;
  interp::Model source(finite.program);
  auto execution = certify::source_claim(source, finite.model, claim);
  ASSERT_TRUE(execution.has_value()) << execution.error();
  ASSERT_EQ(execution->inputs->inputs.size(), 3U);
  EXPECT_EQ(execution->inputs->inputs[1].second, verdict::Datum(base::Integer(2)));
  ASSERT_EQ(execution->inputs->heap.size(), 2U);
  EXPECT_EQ(execution->inputs->heap[0].type, "Node");
  EXPECT_EQ(execution->inputs->heap[1].type, "int[]");
  auto again = certify::certify_on_source(source, finite.model, claim);
  ASSERT_TRUE(again.has_value()) << again.error();
  EXPECT_EQ(again->violation->kind, verdict::ViolationKind::Assert);
  EXPECT_FALSE(again->counterexample->trace.empty());
}

TEST(Contracts, clauses_become_assertions) {
  Finite finite(
      "class Main { static int half(int x) requires(x >= 0) ensures(retval + retval == x) "
      "{ return x / 2; } static void main() { int a := Main.half(2); a := Main.half(3); } }",
      "Main.main");
  EXPECT_TRUE(finite.model.program.procs[0].contract.empty());
  EXPECT_EQ(verdict_of(finite), "assert");
}

TEST(Contracts, exceptions_of_other_threads_meet_the_entrys_clause) {
  auto with = [](const std::string& clause) {
    return verdict_of(
        Finite("class Main { static void work() { throw; } "
               "static void f(int x) exceptional(" +
                   clause +
                   ") { "
                   "x := 2; fork Main.work(); x := 3; join; } }",
               "Main.f"));
  };
  EXPECT_EQ(with("false"), "assert");
  EXPECT_EQ(with("true"), "valid");
  EXPECT_EQ(with("x == 2"), "assert");
  EXPECT_EQ(with("x == 2 || x == 3"), "valid");
}

}  // namespace
