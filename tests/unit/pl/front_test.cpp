// The PL front end: what it accepts, what trees it makes, what it says about mistakes.
#include "ir/verify.h"
#include "lang/pl/lower.h"
#include "logic/dl/print.h"
#include "support/pl.h"

namespace {

using dl::Style;

// The codes of all diagnostics, and a check that nothing was loaded if there are any.
std::vector<std::string> codes(const std::string& text) {
  base::Sources sources;
  diag::Sink sink;
  const base::FileId file = sources.add("bad.pl", text);
  auto loaded = pl::load(sources, file, sink);
  EXPECT_EQ(loaded.has_value(), !sink.has_errors());
  std::vector<std::string> found;
  for (const diag::Diagnostic& one : sink.all()) found.emplace_back(diag::info(one.kind).code);
  return found;
}

using Codes = std::vector<std::string>;

std::string code_text(const std::string& body) {
  support::Pl pl("proc { " + body + " }");
  return dl::print(pl.store(), pl.program.processes.at(0).code, Style::Source);
}

std::string formula_text(const std::string& formula, Style style = Style::Source) {
  support::Pl pl("formula " + formula);
  return dl::print(pl.store(), pl.program.formulas.at(0).formula, style);
}

TEST(PlParser, StatementsPrintAsTheyParse) {
  for (const char* text :
       {"x := 1", "x := -1; y := -x", "if (x < 1) {y := 2} else {y := 3}", "if (b) {skip}",
        "while (x < y)[3] {x := x + 1; join}", "await(b and !c)", "new(x := 1; new(y := 2))",
        "assert(x == 1 or b)", "assume(x % 2 == 0)", "x := b ? 1 : 2",
        "while (b) invariant x >= 0 {x := x + 1}", "x := (x + 1) * 2 - (3 - 4)"}) {
    EXPECT_EQ(code_text(text), text);
  }
}

TEST(PlParser, WhatTheGrammarLeavesOpen) {
  EXPECT_EQ(code_text("if x == 1 { y := 1; } z := 2;"), "if (x == 1) {y := 1}; z := 2");
  EXPECT_EQ(code_text("while (i < n)[1] { };; x := True ? 1 : 2"),
            "while (i < n)[1] {}; x := true ? 1 : 2");
  EXPECT_EQ(code_text("if (a) { } else if (b) { x := 1 } else { x := 2 }"),
            "if (a) {} else {if (b) {x := 1} else {x := 2}}");
  EXPECT_EQ(code_text("b := not x == 1 && c || d"), "b := !(x == 1) and c or d");
  EXPECT_EQ(code_text("x := 8 - 4 - 2"), "x := 8 - 4 - 2");
  EXPECT_EQ(code_text("x := 8 - (4 - 2)"), "x := 8 - (4 - 2)");
}

TEST(PlParser, Formulas) {
  EXPECT_EQ(formula_text("a -> b -> c"), "a ==> b ==> c");
  EXPECT_EQ(formula_text("(a ==> b) ==> c"), "(a ==> b) ==> c");
  EXPECT_EQ(formula_text("forall k, bool c : c ==> k > x"),
            "forall k : forall bool c : c ==> k > x");
  EXPECT_EQ(formula_text("[proc { x := 1 }] x == 1 and y == 2"),
            "[proc { x := 1 }] x == 1 and y == 2");
  EXPECT_EQ(formula_text("[proc { x := 1 }] (x == 1 and y == 2)"),
            "[proc { x := 1 }] (x == 1 and y == 2)");
  EXPECT_EQ(formula_text("{x := 1, y := x} [proc { z := x }] z == 1", Style::Paper),
            "{x ↦ 1, y ↦ x}[{ι₀(z := x)}] z = 1");
  EXPECT_EQ(formula_text("not exists k : k * k == 2", Style::Paper), "¬(∃k · k * k = 2)");
  support::Pl pl("proc p { x := 1 } formula F: [p, p] x == 1");
  EXPECT_EQ(pl.program.formulas.at(0).name, "F");
  EXPECT_EQ(dl::print(pl.store(), pl.program.formulas.at(0).formula),
            "[{ι₀(x := 1), ι₁(x := 1)}] x = 1");
}

// A clause that divides by zero does not hold.
TEST(PlParser, ClausesAreTotal) {
  EXPECT_EQ(formula_text("1 / x == 1"), "x != 0 and 1 / x == 1");
  EXPECT_EQ(formula_text("[proc { skip }] 1 / x == 1"), "[proc { skip }] (x != 0 and 1 / x == 1)");
  EXPECT_EQ(formula_text("x != 0 and 1 / x == 1"),
            "(!(x != 0) or x != 0) and (x != 0 and 1 / x == 1)");
}

TEST(PlSorts, AreInferred) {
  support::Pl pl("requires c proc { a := b; b := c; x := y; d := x == y }");
  auto sort = [&](const char* name) { return pl.store().var(pl.store().find_var(name)).sort; };
  for (const char* name : {"a", "b", "c", "d"}) EXPECT_EQ(sort(name), dl::Sort::Bool) << name;
  for (const char* name : {"x", "y"}) EXPECT_EQ(sort(name), dl::Sort::Int) << name;
  ASSERT_EQ(pl.program.variables.size(), 6U);
}

TEST(PlSorts, Goals) {
  support::Pl pl("int x := 2 * 3; bool b; requires y > 0 requires b ensures x > y proc { x := y }");
  EXPECT_EQ(dl::print(pl.store(), dl::goal_formula(pl.program)),
            "{x ↦ 6, b ↦ False}(y > 0 ∧ b → [{ι₀(x := y)}] x > y)");
}

TEST(PlErrors, Syntax) {
  EXPECT_EQ(codes(""), Codes{"PL0007"});
  EXPECT_EQ(codes("// nothing"), Codes{"PL0007"});
  EXPECT_EQ(codes("requires x > 0"), Codes{"PL0007"});
  EXPECT_EQ(codes("proc { x := $ 1 }"), Codes{"PL0001"});
  EXPECT_EQ(codes("proc { x := 1x }"), Codes{"PL0005"});
  EXPECT_EQ(codes("proc { x := 1 /* "), (Codes{"PL0004", "PL0002"}));
  EXPECT_EQ(codes("proc { x = 1 }"), Codes{"PL0002"});
  EXPECT_EQ(codes("proc { if (a < b < c) { x := 1 } }"), Codes{"PL0006"});
  EXPECT_EQ(codes("proc { while (a)[99999999] { x := 1 } }"), Codes{"PL0008"});
  EXPECT_EQ(codes("proc { x := 1"), Codes{"PL0002"});
  EXPECT_EQ(codes("proc { x := 1 } }"), Codes{"PL0002"});
  EXPECT_EQ(codes("proc { new(x := 1 }"), Codes{"PL0002"});
}

TEST(PlErrors, SeveralInOneRun) {
  EXPECT_EQ(codes("proc {\n  x = 1;\n  y := ;\n  z := 2\n}\nproc { y y }\n"),
            (Codes{"PL0002", "PL0002", "PL0002"}));
}

TEST(PlErrors, NamesAndSorts) {
  EXPECT_EQ(codes("proc { x := 1; x := true }"), Codes{"PL0101"});
  EXPECT_EQ(codes("proc { if (x + 1) { y := 1 } }"), Codes{"PL0101"});
  EXPECT_EQ(codes("int x; bool x; proc { skip }"), Codes{"PL0102"});
  EXPECT_EQ(codes("proc p { skip } proc p { skip }"), Codes{"PL0102"});
  EXPECT_EQ(codes("formula {x := 1, x := 2} x == 1"), Codes{"PL0102"});
  EXPECT_EQ(codes("formula [p] x == 1"), Codes{"PL0103"});
  EXPECT_EQ(codes("proc { b := forall x : x == x }"), Codes{"PL0104"});
  EXPECT_EQ(codes("int x := y; proc { skip }"), Codes{"PL0105"});
  EXPECT_EQ(codes("int x := 1 / 0; proc { skip }"), Codes{"PL0106"});
}

TEST(PlErrors, DepthIsLimited) {
  const std::string many(100'000, '(');
  EXPECT_EQ(codes("proc { x := " + many), Codes{"PL0003"});
  std::string blocks;
  for (int i = 0; i < 5000; ++i) blocks += "if (a) {";
  EXPECT_EQ(codes("proc { " + blocks), Codes{"PL0003"});
  std::string sum = "1";
  for (int i = 0; i < 20'000; ++i) sum += "+1";
  EXPECT_EQ(codes("proc { x := " + sum + " }"), Codes{"PL0003"});
  std::string news;
  for (int i = 0; i < 5000; ++i) news += "new(";
  EXPECT_EQ(codes("proc { " + news), Codes{"PL0003"});
}

TEST(PlLowering, IsWellFormed) {
  support::Pl pl(
      "int i; requires x >= 0 and n > 0 ensures i <= 3 and x == x\n"
      "proc p { while (i < n)[3] { i := i + 1; if (x / n > 1) { } else { x := x % n } } }\n"
      "proc { new(await(i == 3); new(skip)); join; assert(i >= 0) } proc { }");
  auto program = pl::lower(pl.program, {}, pl.sink);
  ASSERT_TRUE(program);
  for (const ir::Malformed& wrong : ir::verify(*program)) {
    ADD_FAILURE() << wrong.where << ": " << wrong.what;
  }
  EXPECT_EQ(program->proc(program->entry).name, "main");
  EXPECT_TRUE(program->find_proc("proc.p"));
  EXPECT_TRUE(program->find_proc("proc1.new0.new0"));
}

TEST(PlLowering, RefusesWhatCannotBeExecuted) {
  support::Pl quantified("ensures forall k : k > x proc { x := 1 }");
  EXPECT_FALSE(pl::lower(quantified.program, {}, quantified.sink));
  support::Pl formula("formula x == x");
  EXPECT_FALSE(pl::lower(formula.program, {}, formula.sink));
}

}  // namespace
