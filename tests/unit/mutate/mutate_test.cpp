#include "lang/oox/mutate/mutate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/diag/render.h"
#include "lang/oox/check.h"
#include "lang/oox/parser.h"
#include "lang/oox/printer.h"

namespace {

using mutate::Mutant;
using mutate::Operator;

struct Subject {
  base::Sources sources;
  diag::Sink sink;
  oox::Program program;

  explicit Subject(const std::string& text) {
    base::FileId file = sources.add("subject.oox", text);
    oox::parse(sources, file, program, sink);
    if (!sink.has_errors()) oox::check(program, sink);
    EXPECT_FALSE(sink.has_errors()) << diag::render(sources, sink, {});
  }

  std::vector<Mutant> mutants() const { return mutate::enumerate(sources, program); }

  // "NAME: before -> after" of the mutants of one operator.
  std::vector<std::string> list(Operator op) const {
    std::vector<std::string> result;
    for (const Mutant& m : mutants()) {
      if (m.op == op) result.push_back(m.name() + ": " + m.before + " -> " + m.after);
    }
    return result;
  }
};

std::string read(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

const std::string kPapers = BRAID_TESTS_DIR "/../bench/papers/";

std::map<std::string, int> split(const std::vector<Mutant>& mutants) {
  std::map<std::string, int> result;
  for (const Mutant& m : mutants) ++result[std::string(mutate::spelling(m.op))];
  return result;
}

// The names in a table of results, but for ORIGINAL.
std::set<std::string> table(const std::string& file) {
  std::istringstream lines(read(kPapers + file));
  std::set<std::string> names;
  std::string line;
  std::getline(lines, line);  // the source
  std::getline(lines, line);  // the columns
  while (std::getline(lines, line)) names.insert(line.substr(0, line.find(',')));
  names.erase("ORIGINAL");
  return names;
}

std::set<std::string> names(const std::vector<Mutant>& mutants) {
  std::set<std::string> result;
  for (const Mutant& m : mutants) result.insert(m.name());
  return result;
}

const Mutant& find(const std::vector<Mutant>& mutants, const std::string& name) {
  for (const Mutant& m : mutants) {
    if (m.name() == name) return m;
  }
  ADD_FAILURE() << "no mutant " << name;
  static const Mutant none;
  return none;
}

std::string method(const std::string& body, const std::string& params = "") {
  return "class Main { static void main(" + params + ") { " + body + " } }";
}

using Lines = std::vector<std::string>;

// ---------------------------------------------------------------- the thesis

TEST(Mutate, BubbleSortHasTheThesisCounts) {
  Subject subject(read(kPapers + "bubble_sort.oox"));
  auto mutants = subject.mutants();
  EXPECT_EQ(mutants.size(), 61U);
  std::map<std::string, int> expected = {{"ARITH", 12}, {"CMP", 6}, {"DEL", 9},
                                         {"LIT", 11},   {"UN", 1},  {"VAR", 22}};
  EXPECT_EQ(split(mutants), expected);
  EXPECT_EQ(names(mutants), table("bubble_sort.csv"));
}

TEST(Mutate, MergeSortHasTheThesisCounts) {
  Subject subject(read(kPapers + "merge_sort.oox"));
  auto mutants = subject.mutants();
  EXPECT_EQ(mutants.size(), 480U);
  std::map<std::string, int> expected = {{"ARITH", 68}, {"BOOL", 2}, {"CMP", 21}, {"DEL", 27},
                                         {"FORK", 1},   {"LIT", 34}, {"VAR", 327}};
  EXPECT_EQ(split(mutants), expected);
  EXPECT_EQ(names(mutants), table("merge_sort.csv"));
}

// The thesis leaves out mutants of auxiliary code, so the table is a part.
TEST(Mutate, ListMinimumHasAllMutantsOfTheThesis) {
  Subject subject(read(kPapers + "list_min.oox"));
  const oox::MethodInfo* least = subject.program.classes[0]->methods[0];
  auto mutants = mutate::enumerate(subject.sources, subject.program, least);
  EXPECT_EQ(mutants.size(), 71U);
  auto found = names(mutants);
  for (const std::string& name : table("list_min.csv")) EXPECT_TRUE(found.contains(name)) << name;
  // Two fields come first and take the numbers 0 and 1.
  for (const Mutant& m : mutants) EXPECT_GE(m.number, 2U);
}

// Which change a number means, where the thesis's verdict shows it.
TEST(Mutate, BubbleSortNumbersMeanTheThesisChanges) {
  Subject subject(read(kPapers + "bubble_sort.oox"));
  auto mutants = subject.mutants();
  auto change = [&](const std::string& name) {
    const Mutant& m = find(mutants, name);
    return m.before + " -> " + m.after;
  };
  EXPECT_EQ(change("ARITH0"), "place - 1 -> place + 1");
  EXPECT_EQ(change("ARITH4"), "place - 1 -> place + 1");
  EXPECT_EQ(change("ARITH8"), "place + 1 -> place - 1");
  EXPECT_EQ(change("CMP0"), "here < left -> here <= left");
  EXPECT_EQ(change("CMP3"), "place < #cells -> place <= #cells");
  EXPECT_EQ(change("DEL0"), "bool done := false; -> bool done;");
  EXPECT_EQ(change("LIT0"), "false -> true");
  EXPECT_EQ(change("LIT2"), "1 -> 0");
  EXPECT_EQ(change("UN0"), "!done -> done");
  EXPECT_EQ(change("VAR0"), "here -> place");
  EXPECT_EQ(change("VAR1"), "place -> here");
  EXPECT_EQ(change("VAR21"), "place -> left");
}

TEST(Mutate, PhilosophersExchangeTheirForks) {
  Subject subject(read(kPapers + "philosophers.oox"));
  EXPECT_EQ(subject.list(Operator::Lock),
            (Lines{"LOCK0: left -> right", "LOCK1: lock (left) -> no lock", "LOCK2: right -> left",
                   "LOCK3: lock (right) -> no lock"}));
}

// ---------------------------------------------------------------- every mutant

class EveryMutant : public testing::TestWithParam<const char*> {};

TEST_P(EveryMutant, IsACorrectProgramOfItsOwn) {
  Subject subject(read(kPapers + GetParam()));
  std::set<std::string> seen;
  for (const Mutant& m : subject.mutants()) {
    EXPECT_TRUE(seen.insert(m.name()).second) << m.name();
    std::string text = mutate::text(subject.sources, m);
    EXPECT_NE(text, subject.sources.file(base::FileId(0)).text()) << m.name();

    base::Sources sources;
    oox::Program program;
    diag::Sink sink;
    ASSERT_TRUE(mutate::build(subject.sources, subject.program, m, sources, program, sink))
        << m.name() << "\n"
        << diag::render(sources, sink, {});
    // The printed mutant is a correct program too, and not the original.
    std::string printed = oox::print(sources, program, program.units[0]);
    Subject again(printed);
    EXPECT_NE(printed, oox::print(subject.sources, subject.program, subject.program.units[0]))
        << m.name();
  }
}

TEST_P(EveryMutant, IsTheSameTwice) {
  std::string text = read(kPapers + GetParam());
  Subject first(text);
  Subject second(text);
  auto one = first.mutants();
  auto two = second.mutants();
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].name(), two[i].name());
    EXPECT_EQ(mutate::describe(first.sources, one[i]), mutate::describe(second.sources, two[i]));
    EXPECT_EQ(mutate::text(first.sources, one[i]), mutate::text(second.sources, two[i]));
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, EveryMutant,
                         testing::Values("bubble_sort.oox", "list_min.oox", "merge_sort.oox",
                                         "philosophers.oox"));

// ---------------------------------------------------------------- operators

TEST(Mutate, ArithmeticKeepsTheOrderOfTheTable) {
  Subject subject(method("a := a * b;", "int a, int b"));
  EXPECT_EQ(subject.list(Operator::Arith),
            (Lines{"ARITH0: a * b -> a + b", "ARITH1: a * b -> a - b", "ARITH2: a * b -> a / b",
                   "ARITH3: a * b -> a % b"}));
}

TEST(Mutate, BooleanAndEquality) {
  Subject subject(method("while (a ==> b == c) { b := a; }", "bool a, bool b, bool c"));
  EXPECT_EQ(subject.list(Operator::Bool),
            (Lines{"BOOL0: a ==> b == c -> a && b == c", "BOOL1: a ==> b == c -> a || b == c"}));
  EXPECT_EQ(subject.list(Operator::Eq), (Lines{"EQ0: b == c -> b != c"}));
}

TEST(Mutate, StringsHaveOneSumOnly) {
  Subject subject(method("s := s + s;", "string s"));
  EXPECT_EQ(subject.list(Operator::Arith), Lines{});
}

TEST(Mutate, FlowExchangesBreakAndContinue) {
  Subject subject(method("while (b) { if (b) break; continue; }", "bool b"));
  EXPECT_EQ(subject.list(Operator::Flow),
            (Lines{"FLOW0: break; -> continue;", "FLOW1: continue; -> break;"}));
}

// Without the `throw`, and if the loop can end, the method lacks a `return`.
TEST(Mutate, OnlyCorrectProgramsRemain) {
  Subject subject("class Main { static int f() { throw \"no\"; } }");
  EXPECT_EQ(subject.list(Operator::Del), Lines{});
  Subject loop("class Main { static int f() { while (true) { return 1; } } }");
  EXPECT_EQ(loop.list(Operator::Lit), (Lines{"LIT0: 1 -> 0", "LIT1: 1 -> 2"}));
}

TEST(Mutate, ForkBecomesACall) {
  Subject subject("class Main { static void f(int n) { fork Main.f(n); join; } }");
  auto mutants = subject.mutants();
  EXPECT_EQ(mutate::text(subject.sources, find(mutants, "FORK0")),
            "class Main { static void f(int n) { Main.f(n); join; } }");
}

TEST(Mutate, LocksChangeOrGo) {
  Subject subject("class Main { void f(Main a, int[] b, int n) { lock (a) { n := 1; } } }");
  EXPECT_EQ(subject.list(Operator::Lock), (Lines{"LOCK0: a -> b", "LOCK1: lock (a) -> no lock"}));
  EXPECT_EQ(mutate::text(subject.sources, find(subject.mutants(), "LOCK1")),
            "class Main { void f(Main a, int[] b, int n) { { n := 1; } } }");
}

TEST(Mutate, SemaphoresChangeToo) {
  Subject subject("class Main { void f(Main a, Main b) { lock a; unlock a; } }");
  EXPECT_EQ(subject.list(Operator::Lock), (Lines{"LOCK0: a -> b"}));
  EXPECT_EQ(subject.list(Operator::Var), (Lines{"VAR0: a -> b", "VAR1: a -> b"}));
  EXPECT_EQ(subject.list(Operator::Del), (Lines{"DEL0: lock a; -> ;", "DEL1: unlock a; -> ;"}));
}

TEST(Mutate, DeclarationsCountAsDeclarationAndAssignment) {
  Subject subject(method("int x := y; y := x;", "int y"));
  auto mutants = subject.mutants();
  auto text = [&](const std::string& name) {
    return mutate::text(subject.sources, find(mutants, name));
  };
  EXPECT_EQ(text("DEL0"), method("int x; y := x;", "int y"));
  EXPECT_EQ(text("VAR0"), method("int x; y := y; y := x;", "int y"));
  EXPECT_EQ(text("VAR1"), method("int x; x := x; y := x;", "int y"));
}

TEST(Mutate, DeclarationOutsideABlockGetsOne) {
  Subject subject(method("if (y > 0) int x := y;", "int y"));
  EXPECT_EQ(mutate::text(subject.sources, find(subject.mutants(), "VAR0")),
            method("if (y > 0) { int x; y := y; }", "int y"));
}

TEST(Mutate, VariablesAreThoseInScope) {
  Subject subject(method("{ int b := a; a := b; } a := a + 1; int c := a; a := c;", "int a"));
  EXPECT_EQ(subject.list(Operator::Var),
            (Lines{"VAR0: b -> a", "VAR1: a -> b", "VAR2: a -> b", "VAR3: b -> a", "VAR4: c -> a",
                   "VAR5: a -> c", "VAR6: a -> c", "VAR7: c -> a"}));
}

TEST(Mutate, AnyClassCompetesButOnlyFittingOnesRemain) {
  Subject subject(
      "class A { } class B extends A { } class C { } "
      "class Main { static void f(A a, B b, C c) { a := b; } }");
  // VAR0 assigns to b, where an A does not fit; VAR1 to c; VAR3 assigns a C.
  EXPECT_EQ(subject.list(Operator::Var), (Lines{"VAR0: a -> b", "VAR2: b -> a"}));
}

TEST(Mutate, SpecificationsStay) {
  Subject subject(
      "class Main { static int f(int a) requires(a > 0) ensures(retval > 1 - 1) "
      "{ assume a < 5; assert a != 7; return a; } }");
  EXPECT_TRUE(subject.mutants().empty());
}

TEST(Mutate, UnreadVariablesKeepTheirAssignment) {
  Subject subject(
      "class Main { static int g() { return 1; } "
      "static void f(int[] a) { int x := a[0]; x := 2; int y := Main.g(); } }");
  EXPECT_EQ(subject.list(Operator::Del), (Lines{"DEL2: int y := Main.g(); -> int y;"}));
}

// ---------------------------------------------------------------- the text

TEST(Mutate, TokensStayApart) {
  Subject subject("class Main { static bool f(bool b) { return!b; } }");
  EXPECT_EQ(mutate::text(subject.sources, find(subject.mutants(), "UN0")),
            "class Main { static bool f(bool b) { return b; } }");
}

TEST(Mutate, CommentsAroundAnOperatorStay) {
  Subject subject(method("a := a /* + */ +/* - */ 1;", "int a"));
  EXPECT_EQ(mutate::text(subject.sources, find(subject.mutants(), "ARITH2")),
            method("a := a /* + */ / /* - */ 1;", "int a"));
}

TEST(Mutate, NegativeLiteralsParse) {
  Subject subject(method("a := a-0;", "int a"));
  EXPECT_EQ(subject.list(Operator::Lit), (Lines{"LIT0: 0 -> -1", "LIT1: 0 -> 1"}));
}

TEST(Mutate, DescriptionNamesThePlaceOnOneLine) {
  Subject subject("class Main {\n  static void f(int a) {\n    a :=\n      a + 1;\n  }\n}\n");
  auto mutants = subject.mutants();
  EXPECT_EQ(mutate::describe(subject.sources, find(mutants, "ARITH0")),
            "subject.oox:4:9: a + 1 -> a - 1");
}

TEST(Mutate, LongPiecesAreCutInTheMiddle) {
  std::string sum = "1";
  for (int i = 0; i < 100; ++i) sum += " + 1";
  Subject subject(method("a := " + sum + ";", "int a"));
  auto mutants = subject.mutants();
  EXPECT_EQ(mutants.size(), 400U + 202U);  // a itself is never read
  for (const Mutant& m : mutants) EXPECT_LT(m.before.size(), 200U);
}

TEST(Mutate, OnlyOneMethod) {
  Subject subject(
      "class Main { static void f(int a) { a := a + 1; } static void g(int a) { a := a - 1; } }");
  const oox::MethodInfo* g = subject.program.classes[0]->methods[1];
  auto mutants = mutate::enumerate(subject.sources, subject.program, g);
  EXPECT_TRUE(names(mutants).contains("ARITH4"));
  EXPECT_FALSE(names(mutants).contains("ARITH0"));
}

// Checking the changed method alone accepts what checking the whole program accepts.
TEST(Mutate, OneMethodIsCheckedAsTheWholeProgramIs) {
  Subject subject(R"(
class Base { int v; Base(int v) { this.v := v; } }
class Sub extends Base {
    Sub(int a, int b) { super(a + b); this.v := b; }
    int find(int[] xs, int x) ensures(retval >= -1) {
        int i := 0;
        while (true) {
            if (i == #xs) { throw "none"; }
            int y := xs[i];
            if (y == x && i >= 0) { break; }
            i := i + 1;
        }
        return i;
    }
    int fails(bool b) { if (b) { throw "always"; } else { throw; } }
    int open(int x) { if (x > 0) { return x; } }
}
interface Shape { int area(); default int twice() { int a := this.area(); return 2 * a; } }
)");
  std::set<std::string> accepted;
  for (const Mutant& m : subject.mutants()) accepted.insert(m.name());
  EXPECT_GT(accepted.size(), 40U);
  for (const Mutant& m : subject.mutants()) {
    base::Sources sources;
    oox::Program program;
    diag::Sink sink;
    EXPECT_TRUE(mutate::build(subject.sources, subject.program, m, sources, program, sink))
        << m.name() << ": " << mutate::describe(subject.sources, m);
    auto lacks_return = [](const diag::Diagnostic& d) {
      return d.kind == diag::Kind::OoxMissingReturn;
    };
    EXPECT_EQ(std::count_if(sink.all().begin(), sink.all().end(), lacks_return), 1) << m.name();
    bool is_last = m.before == "throw \"always\";" || m.before == "throw;";
    EXPECT_FALSE(m.op == Operator::Del && is_last) << "nothing would be returned: " << m.before;
  }
}

}  // namespace
