#include "engine/spin/promela.h"

#include <gtest/gtest.h>

#include "engine/spin/promela_text.h"
#include "support/bir.h"

namespace {

std::string text_of(const std::string& source, spin::PromelaOptions options = {}) {
  support::Bir bir(source);
  auto text = spin::promela(bir.program(), options);
  EXPECT_TRUE(text.has_value()) << text.error();
  return text.value_or("");
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no `" << part << "` in\n" << text;
}

std::string why_not(const std::string& source, spin::PromelaOptions options = {}) {
  support::Bir bir(source);
  auto text = spin::promela(bir.program(), options);
  return text ? "" : text.error();
}

const char* const kCounter =
    "system counter()\n"
    "x : range 0..9;\n"
    "main thread Main()\n"
    "  old : range 0..9;\n"
    "loc a: when x < 3 do { old := x; x := old + 1; } goto a;\n"
    "       when x == 3 do { assert(old == 2); } goto b;\n"
    "loc b:\n"
    "end Main;\n"
    "end counter;\n";

TEST(Promela, WritesALocationAsAChoiceAmongSteps) {
  std::string text = text_of(kCounter, {.coarsen = false, .reset_dead = false});
  expect_part(text, "active proctype T_Main() {\n  byte v_old;\n");
  expect_part(text, "byte g_x;\n");
  expect_part(text, "at_a:\n  if\n  :: d_step {\n      RUNNING && (g_x < 3) ->");
  expect_part(text, "v_old = g_x;\n");
  expect_part(text, "} goto at_b\n");
  expect_part(text, "end_done:\n  false\n}\n");
}

TEST(Promela, ChecksARangeOnlyIfTheValueMayLeaveIt) {
  std::string text = text_of(kCounter, {.coarsen = false, .reset_dead = false});
  expect_part(text, ":: !((v_old + 1) <= 9) -> CUT(0)");
  EXPECT_EQ(text.find("(g_x <= 9)"), std::string::npos) << text;
  expect_part(text, "\"range\"");
}

TEST(Promela, MakesALimitAnErrorOnDemand) {
  std::string text = text_of(kCounter, {.limit_is_error = true});
  expect_part(text, "#define LIMIT over = 2; assert(false)");
  EXPECT_EQ(text.find("c_code"), std::string::npos);
}

TEST(Promela, TellsSourcePositions) {
  support::Bir bir(kCounter, "a*/b.bir");
  auto text = spin::promela(bir.program(), {.sources = &bir.sources});
  ASSERT_TRUE(text);
  expect_part(*text, "/* a* /b.bir:5 */");
}

TEST(Promela, NamesNeverMeetWordsOfPromelaOrC) {
  std::string text = text_of(
      "system names()\n"
      "active, `int`, `größe`, linux : boolean;\n"
      "a.b, a_b : boolean;\n"
      "main thread run()\n"
      "  `do`, `skip` : boolean;\n"
      "loc `goto`: when true do { `do` := active; `skip` := `größe`; a.b := `do`; a_b := linux; } "
      "goto `od`;\n"
      "loc `od`:\n"
      "end run;\n"
      "end names;\n");
  for (const char* name : {"bool g_active;", "bool g_int;", "bool g_grxc3xb6xc3x9fe;", "T_run",
                           "bool g_a_b;", "bool g_a_b_2;", "at_goto:"}) {
    expect_part(text, name);
  }
}

TEST(Promela, ReferencesAreNumbersAndClassesRanges) {
  std::string text = text_of(
      "system refs()\n"
      "A = record { v : boolean; };\n"
      "B = record { v : boolean; w : boolean; };\n"
      "C = record { v : boolean; };\n"
      "B extends A;\n"
      "as : collection [2] of A;\n"
      "cs : collection [4] of C;\n"
      "bs : collection [3] of B;\n"
      "main thread Main()\n"
      "  x : ref A { as, bs };\n"
      "  y : ref B { bs };\n"
      "loc a: when true do { x := new as; y := new bs; y.w := true; x.v := y.v; } goto b;\n"
      "loc b: when x instanceof B do { } goto c;\n"
      "loc c:\n"
      "end Main;\n"
      "end refs;\n");
  expect_part(text, "t_A o_A[5];  /* objects 1 to 5 */");
  expect_part(text, "t_B o_B[3];  /* objects 3 to 5 */");
  expect_part(text, "bit used_cs[4];  /* collection cs: objects 6 to 9 */");
  expect_part(text, "o_B[v_y - 3].f_w = true;");
  expect_part(text, " = o_A[v_y - 1].f_v;");
  expect_part(text, "o_A[v_x - 1].f_v = v__t0;");
  expect_part(text, "(v_x >= 3 && v_x <= 5)");
}

TEST(Promela, LocksHaveOnlyThePartsThatTheyNeed) {
  std::string text = text_of(
      "system locks()\n"
      "plain : lock;\n"
      "all : lock wait reentrant;\n"
      "main thread Main()\n"
      "loc a: when true do { lock(plain); } goto b;\n"
      "loc b: when true do { lock(all); } goto c;\n"
      "loc c: when true do { notify(all); } goto d;\n"
      "loc d:\n"
      "end Main;\n"
      "end locks;\n",
      {.threads = 2});
  expect_part(text, "lock g_plain;\n");
  expect_part(text, "lock_RW g_all;\n");
  expect_part(text, "unsigned waiting : 1;");
  expect_part(text, "(g_plain.owner == 0 || g_plain.owner == _pid)");
  expect_part(text, "g_all.depth++;");
}

const char* const kLocal =
    "system local()\n"
    "x : range 0..3;\n"
    "main thread Main()\n"
    "  a : range 0..3;\n"
    "loc s0: when true do { a := x; } goto s1;\n"
    "loc s1: when a == 0 do invisible { a := 1; } goto s2;\n"
    "        when a != 0 do invisible { a := 2; } goto s2;\n"
    "loc s2: when true do { x := a; } goto s0;\n"
    "end Main;\n"
    "end local;\n";

TEST(Promela, PutsInvisibleStepsIntoOneAtomicSequence) {
  std::string text = text_of(kLocal);
  std::size_t begin = text.find("atomic {\n  skip;\n");
  std::size_t end = text.find("\n}\n", begin);
  ASSERT_NE(begin, std::string::npos) << text;
  std::string inside = text.substr(begin, end - begin);
  EXPECT_NE(inside.find("in_s0:"), std::string::npos) << text;
  EXPECT_NE(inside.find("at_s1:"), std::string::npos) << text;
  EXPECT_EQ(inside.find("at_s2:"), std::string::npos) << text;
  expect_part(text, "at_s0: goto in_s0;");
}

TEST(Promela, WithoutCoarseningEveryStepIsOnItsOwn) {
  std::string text = text_of(kLocal, {.coarsen = false});
  EXPECT_EQ(text.find("atomic"), std::string::npos) << text;
}

TEST(Promela, WritesATemporalPropertyAsANeverClaim) {
  support::Bir bir(kLocal);
  std::vector<ltl::Proposition> propositions(2);
  propositions[0].condition =
      ltl::Term::apply(ltl::TermKind::Equal, {ltl::Term::variable("x"), ltl::Term::constant(2)});
  propositions[1].condition = {.kind = ltl::TermKind::ThreadAt, .owner = "Main", .name = "s1"};
  for (ltl::Proposition& p : propositions) ASSERT_FALSE(ltl::bind(p.condition, bir.program()));
  ltl::Automaton automaton;  // for ever x == 2 and nobody at s1
  automaton.states = {{.accepting = true, .edges = {{{.positive = 1, .negative = 2}, 0}}}};
  automaton.props = 2;
  auto text = spin::promela(bir.program(),
                            {.claim = spin::PromelaClaim{&automaton, &propositions, "a property"}});
  ASSERT_TRUE(text.has_value()) << text.error();
  expect_part(*text, "#define p0 (g_x == 2)\n");
  expect_part(*text, "#define p1 (watch_0[1] != 0)\n");
  expect_part(*text, "bit watch_0[2] = { 0, 0 };");
  expect_part(*text, "watch_0[_pid] = 1;");
  expect_part(*text, "watch_0[_pid] = 0;");
  expect_part(*text, "never {  /* a property */");
  expect_part(*text, "(p0) && !(p1) && (COUNTS)");
  // Steps to and from the place are seen by themselves.
  EXPECT_EQ(text->find("atomic"), std::string::npos) << *text;
}

TEST(Promela, SaysWhatItCannotDo) {
  EXPECT_EQ(why_not("system a() x : int; main thread M() loc a: when x > 0 do { } goto b; "
                    "loc b: end M; end a;"),
            "a variable of type int has too many values");
  EXPECT_EQ(why_not("system a() x : range 0..100000; main thread M() "
                    "loc a: when x * x > 0 do { } goto b; loc b: end M; end a;"),
            "(g_x * g_x) may need more than 32 bits");
  EXPECT_EQ(why_not(kCounter, {.threads = 31}), "at most 30 threads");
}

TEST(PromelaText, SimplifiesConditions) {
  EXPECT_EQ(spin::promela_not("!(a)"), "(a)");
  EXPECT_EQ(spin::promela_and("true", "b"), "b");
  EXPECT_EQ(spin::promela_and("a", "false"), "false");
  EXPECT_EQ(spin::promela_or("a", "b"), "(a || b)");
  EXPECT_EQ(spin::promela_if("(c)", "1", "2"), "((c) -> 1 : 2)");
  EXPECT_EQ(spin::promela_offset("7", 3), "4");
  EXPECT_EQ(spin::promela_sum("x", -2), "(x - 2)");
  EXPECT_EQ(spin::promela_bare("(a || b)"), "a || b");
  EXPECT_EQ(spin::promela_bare("(a) || (b)"), "(a) || (b)");
}

}  // namespace
