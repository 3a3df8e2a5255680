#include "logic/ltl/parser.h"

#include <gtest/gtest.h>

#include "base/diag/render.h"
#include "logic/ltl/patterns.h"

namespace {

struct Parsed {
  base::Sources sources;
  diag::Sink sink;
  ltl::SyntaxPtr tree;

  explicit Parsed(const std::string& text) {
    tree = ltl::parse(sources, sources.add("--ltl", text), sink);
  }
  std::string text() const { return tree ? ltl::text_of(*tree) : "error"; }
  // The code and the column of the first error.
  std::string error() const {
    if (sink.all().empty()) return "none";
    const diag::Diagnostic& d = sink.all()[0];
    return std::string(diag::info(d.kind).code) + " at " +
           std::to_string(sources.begin(d.span).column);
  }
};

std::string text(const std::string& formula) { return Parsed(formula).text(); }
std::string error(const std::string& formula) {
  Parsed parsed(formula);
  EXPECT_EQ(parsed.tree, nullptr) << formula;
  return parsed.error();
}

TEST(LtlParser, Operators) {
  EXPECT_EQ(text("[]<>p"), "[]<>p");
  EXPECT_EQ(text("G F p"), "[]<>p");
  EXPECT_EQ(text("!p U q && r"), "((!p U q) && r)");
  EXPECT_EQ(text("a || b && c -> d <-> e"), "(((a || (b && c)) -> d) <-> e)");
  EXPECT_EQ(text("a U b U c"), "(a U (b U c))");
  EXPECT_EQ(text("a R b"), "(a R b)");
  EXPECT_EQ(text("a W X b"), "(a W X b)");
  EXPECT_EQ(text("a -> b -> c"), "(a -> (b -> c))");
  EXPECT_EQ(text("(true || false)"), "(true || false)");
}

TEST(LtlParser, Atoms) {
  EXPECT_EQ(text("Counter.total > -1"), "Counter.total > -1");
  EXPECT_EQ(text("a + 1 <= b - 2"), "a + 1 <= b - 2");
  EXPECT_EQ(text("Q.send@entry"), "Q.send@entry");
  EXPECT_EQ(text("Q.send@17(i > 0 && m == x)"), "Q.send@17((i > 0 && m == x))");
  EXPECT_EQ(text("`odd name`.f == null"), "odd name.f == null");
  EXPECT_EQ(text("[]G.run@exit"), "[]G.run@exit");  // a class called G
  EXPECT_EQ(text("C.open == true"), "C.open == true");
}

TEST(LtlParser, Quantifiers) {
  EXPECT_EQ(text("forall x : Msg . [] x.prio > 0"), "forall x : Msg . []x.prio > 0");
  EXPECT_EQ(text("forall q : Q, m, n : Msg . m != n -> <>p"),
            "forall q : Q . forall m : Msg . forall n : Msg . (m != n -> <>p)");
  EXPECT_EQ(text("exists x : C . <> x.done"), "exists x : C . <>x.done");
}

TEST(LtlParser, PatternsExpandAsDwyerAvruninAndCorbettSay) {
  EXPECT_EQ(text("absent(p)"), "[]!p");
  EXPECT_EQ(text("exists(p)"), "<>p");
  EXPECT_EQ(text("always(p)"), "[]p");
  EXPECT_EQ(text("precedes(s, p)"), "(!p W s)");
  EXPECT_EQ(text("responds(s, p)"), "[](p -> <>s)");
  EXPECT_EQ(text("before(r, absent(p))"), "(<>r -> (!p U r))");
  EXPECT_EQ(text("before(r, exists(p))"), "(!r W (p && !r))");
  EXPECT_EQ(text("after(q, absent(p))"), "[](q -> []!p)");
  EXPECT_EQ(text("after(q, exists(p))"), "(!q W (q && <>p))");
  EXPECT_EQ(text("after(q, precedes(s, p))"), "(!q W (q && (!p W s)))");
  EXPECT_EQ(text("between(q, r, always(p))"), "[](((q && !r) && <>r) -> (p U r))");
  EXPECT_EQ(text("until(q, r, always(p))"), "[]((q && !r) -> (p W r))");
  EXPECT_EQ(text("before(r, responds(s, p))"), "(<>r -> ((p -> (!r U (s && !r))) U r))");
  EXPECT_EQ(text("between(q, r, precedes(s, p))"), "[](((q && !r) && <>r) -> (!p U (s || r)))");
}

TEST(LtlParser, Chains) {
  EXPECT_EQ(text("at_most(1, p)"), "(!p W (p W []!p))");
  EXPECT_EQ(text("precedes(s then t, p)"), "(<>p -> (!p U ((s && !p) && X (!p U t))))");
  EXPECT_EQ(text("precedes(p, s then t)"), "(<>(s && X <>t) -> (!s U p))");
  EXPECT_EQ(text("responds(s then t, p)"), "[](p -> <>(s && X <>t))");
  EXPECT_EQ(text("responds(p, s then t)"), "[]((s && X <>t) -> X <>(t && <>p))");
  EXPECT_EQ(error("precedes(a then b, c then d)"), "LTL0007 at 1");
  EXPECT_EQ(error("precedes(a then b then c, d)"), "LTL0007 at 1");
  EXPECT_EQ(error("absent(a then b)"), "LTL0007 at 1");
  EXPECT_EQ(error("at_most(p, q)"), "LTL0008 at 9");
  EXPECT_EQ(error("at_most(17, q)"), "LTL0008 at 9");
}

TEST(LtlParser, Threads) {
  EXPECT_EQ(text("[]T[null]@b"), "[]T[null]@b");
  EXPECT_EQ(text("T[s1.id]@b && T[null]:o.full"), "(T[s1.id]@b && T[null]:o.full)");
  EXPECT_EQ(text("3 < T[null]:k + 1"), "3 < T[null]:k + 1");
  EXPECT_EQ(error("T[1]@b"), "LTL0002 at 3");
  EXPECT_EQ(error("1 + T[null]@b > 2"), "LTL0103 at 5");
  EXPECT_EQ(error("C.m@entry(T[null]@b)"), "LTL0004 at 12");
}

std::string readable(const std::string& formula) {
  Parsed parsed(formula);
  return parsed.tree ? ltl::readable(*parsed.tree) : "error";
}

// What is shown reads back as the same formula.
TEST(LtlParser, ShowsFormulasWithTheParenthesesTheyNeed) {
  const std::vector<std::string> formulas{
      "[](q && !r && <>r -> (!p U (s || r)))",
      "!(x > 3) && [](x > 3) && X (a U b)",
      "(a -> b) -> c",
      "a -> b -> c",
      "(a <-> b) <-> c",
      "(forall x : C . <>x.done) && p",
      "a - (b + c) > 3 || -(a + b) == 2",
      "(a || b) && c || d && e",
      "(a U b) U (c W d)",
      "until(q, r, responds(s then t, p))",
  };
  for (const std::string& formula : formulas) {
    EXPECT_EQ(text(readable(formula)), text(formula)) << readable(formula);
  }
  EXPECT_EQ(readable("between(q, r, precedes(s, p))"), "[](q && !r && <>r -> (!p U (s || r)))");
  EXPECT_EQ(readable("a - b - c > 0"), "a - b - c > 0");
}

// A property file, and a formula that uses it.
std::string with_file(const std::string& file, const std::string& formula) {
  base::Sources sources;
  diag::Sink sink;
  ltl::Properties properties;
  ltl::parse_file(sources, sources.add("a.ltl", file), sink, properties);
  if (sink.has_errors()) return std::string(diag::info(sink.all()[0].kind).code);
  auto tree = ltl::parse(sources, sources.add("--ltl", formula), sink, properties.observables);
  return tree ? ltl::text_of(*tree) : std::string(diag::info(sink.all()[0].kind).code);
}

TEST(LtlParser, Observables) {
  EXPECT_EQ(with_file("observable full: n == 3;", "[]full"), "[]n == 3");
  EXPECT_EQ(with_file("observable n: a + b; // a sum", "c - n > 0"), "c - (a + b) > 0");
  EXPECT_EQ(with_file("observable less(x, y): x.k < y.k;", "less(m.next, n)"), "m.next.k' < n.k'");
  EXPECT_EQ(with_file("observable less(x): x.k < 3;", "forall m : C . less(m)"),
            "forall m : C . m.k' < 3");
  EXPECT_EQ(with_file("observable at(x): C.m@entry(m == x);", "forall m : C . at(m)"),
            "forall m : C . C.m@entry(m == m')");
  EXPECT_EQ(with_file("observable a(x): x > 1; observable b(y): a(y + 1);", "b(z)"), "z' + 1 > 1");
  EXPECT_EQ(with_file("observable p: q; property all: []p;", "!p"), "!q");
  EXPECT_EQ(with_file("observable x: n > 1;", "forall n : C . x"), "LTL0012");
  EXPECT_EQ(with_file("observable x: <>n;", "x"), "LTL0009");
  EXPECT_EQ(with_file("observable x: n; observable x: m;", "x"), "LTL0010");
  EXPECT_EQ(with_file("observable f(x): x > 1;", "f"), "LTL0005");
  EXPECT_EQ(with_file("observable f(x): x.k > 1;", "f(3)"), "LTL0103");
  EXPECT_EQ(with_file("observable f: x", "f"), "LTL0002");
}

TEST(LtlParser, Errors) {
  EXPECT_EQ(error(""), "LTL0002 at 1");
  EXPECT_EQ(error("p q"), "LTL0002 at 3");
  EXPECT_EQ(error("[] (p"), "LTL0002 at 6");
  EXPECT_EQ(error("p ? q"), "LTL0001 at 3");
  EXPECT_EQ(error("a && "), "LTL0002 at 6");
  EXPECT_EQ(error("C.m@(i > 0)"), "LTL0002 at 5");
  EXPECT_EQ(error("C.m@3(<>x)"), "LTL0004 at 7");
  EXPECT_EQ(error("C.m@3(D.n@4)"), "LTL0004 at 10");
  EXPECT_EQ(error("responds(p)"), "LTL0005 at 1");
  EXPECT_EQ(error("before(r, []p)"), "LTL0006 at 11");
  EXPECT_EQ(error("forall x . p"), "LTL0002 at 10");
  EXPECT_EQ(error("forall x : C p"), "LTL0002 at 14");
  EXPECT_EQ(error("x < 99999999999999999999"), "LTL0103 at 5");
  EXPECT_EQ(error(std::string(2000, '(')), "LTL0003 at 126");
}

TEST(LtlParser, NeverCrashesOnPiecesOfFormulas) {
  const std::string whole = "forall x : C . [](A.b@12(i == x) U before(r, absent(x.f > 1))) <-> `";
  for (std::size_t i = 0; i <= whole.size(); ++i) {
    for (std::size_t j = i; j <= whole.size(); j += 3) {
      Parsed parsed(whole.substr(i, j - i));
      EXPECT_EQ(parsed.tree == nullptr, parsed.sink.has_errors());
    }
  }
}

}  // namespace
