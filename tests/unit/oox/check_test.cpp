#include "lang/oox/check.h"

#include <gtest/gtest.h>

#include <set>

#include "lang/oox/parser.h"
#include "unit/oox/check_cases.h"

namespace oox {
namespace check_test {

using diag::Kind;

struct Checked {
  base::Sources sources;
  Program program;
  diag::Sink sink;

  explicit Checked(const std::string& text) {
    parse(sources, sources.add("test.oox", text), program, sink);
    check(program, sink);
  }

  std::string report() const {
    std::string result;
    for (const diag::Diagnostic& d : sink.all()) {
      result +=
          fmt::format("{} {} {}\n", diag::info(d.kind).code, sources.describe(d.span), d.message);
      for (const auto& note : d.notes) result += "  note: " + note + "\n";
      for (const auto& help : d.helps) result += "  help: " + help + "\n";
    }
    return result;
  }
};

class CheckCases : public testing::TestWithParam<CheckCase> {};

TEST_P(CheckCases, CausesExactlyThisDiagnostic) {
  Checked checked(GetParam().bad);
  ASSERT_EQ(checked.sink.all().size(), 1U) << GetParam().bad << "\n" << checked.report();
  EXPECT_EQ(checked.sink.all()[0].kind, GetParam().kind) << GetParam().bad << "\n"
                                                         << checked.report();
  EXPECT_TRUE(checked.sink.all()[0].span.is_valid());
}

TEST_P(CheckCases, NearMissIsFine) {
  if (GetParam().good.empty()) return;
  Checked checked(GetParam().good);
  EXPECT_EQ(checked.report(), "") << GetParam().good;
}

std::string case_name(const testing::TestParamInfo<CheckCase>& test) {
  return fmt::format("{}_{}", diag::info(test.param.kind).name, test.index);
}

INSTANTIATE_TEST_SUITE_P(All, CheckCases, testing::ValuesIn(all_cases()), case_name);

TEST(CheckCoverage, EveryKindHasACase) {
  std::set<std::string_view> covered{"OoxHierarchyTooDeep"};  // has a test of its own
  for (const CheckCase& c : all_cases()) covered.insert(diag::info(c.kind).name);
#define DIAGNOSTIC(name, code, severity, message, explanation) \
  EXPECT_TRUE(covered.count(#name)) << "no case for " << #name;
#include "base/diag/oox_static.def"
#undef DIAGNOSTIC
}

std::string chain(int length) {
  std::string text = "class C0 { }\n";
  for (int i = 1; i <= length; ++i) text += fmt::format("class C{} extends C{} {{ }}\n", i, i - 1);
  return text;
}

TEST(Check, HierarchyHasALimit) {
  EXPECT_EQ(Checked(chain(1000)).report(), "");
  Checked deep(chain(1500));
  ASSERT_EQ(deep.sink.all().size(), 1U) << deep.report();
  EXPECT_EQ(deep.sink.all()[0].kind, Kind::OoxHierarchyTooDeep);
}

TEST(Check, LongCycleIsReportedOnce) {
  Checked checked(chain(5000) +
                  "class D extends E { } class E extends F { } class F extends D { }");
  int cycles = 0;
  for (const auto& d : checked.sink.all()) cycles += d.kind == Kind::OoxInheritanceCycle;
  EXPECT_EQ(cycles, 1);
  EXPECT_NE(checked.report().find("the cycle is `D` -> `E` -> `F` -> `D`"), std::string::npos);
}

// ---------------------------------------------------------------- texts

std::string only_report(const std::string& text) { return Checked(text).report(); }

TEST(CheckText, SuggestsNearNames) {
  EXPECT_NE(only_report("class A { int count; void m() { this.cout := 1; } }")
                .find("did you mean `count`?"),
            std::string::npos);
  EXPECT_NE(only_report("class Counter { void m() { Conter c; } }").find("did you mean `Counter`?"),
            std::string::npos);
  EXPECT_NE(
      only_report("class A { void m(int total) { totl := 1; } }").find("did you mean `total`?"),
      std::string::npos);
  EXPECT_NE(only_report("class A { void step() { stp(); } }").find("did you mean `step`?"),
            std::string::npos);
}

TEST(CheckText, TellsFieldsFromVariables) {
  EXPECT_NE(only_report(body("i := own;")).find("`this.own`"), std::string::npos);
  EXPECT_NE(only_report(body("i := shared;")).find("`T.shared`"), std::string::npos);
}

TEST(CheckText, IsPrecise) {
  EXPECT_NE(only_report(body("i := A.add(1, b);"))
                .find("argument 2 of 2 of `add` must be `int`, not `bool`"),
            std::string::npos);
  EXPECT_NE(only_report(body("u := i;")).find("cannot assign `int` to variable `u` of type `uint`"),
            std::string::npos);
  EXPECT_NE(only_report(body("i := i + u;")).find("no implicit conversion"), std::string::npos);
  EXPECT_NE(only_report(body("i := b - 1;")).find("the left operand of `-` must be a number"),
            std::string::npos);
  EXPECT_NE(only_report(body("a.act(1);")).find("`act` takes 0 arguments, not 1"),
            std::string::npos);
}

TEST(Check, OneMistakeOneReport) {
  Checked checked(body("int y := z + 1; u := (z * 2) + z; b := z.f; q.m(z); z[z] := z;"));
  std::size_t unknown = 0;
  for (const auto& d : checked.sink.all()) {
    unknown += d.kind == Kind::OoxUnknownVariable || d.kind == Kind::OoxUnknownReceiver;
  }
  EXPECT_EQ(unknown, 9U) << checked.report();  // once for each place it stands
  EXPECT_EQ(checked.sink.all().size(), 9U) << checked.report();
}

// ---------------------------------------------------------------- many members

// Not a benchmark: a pass that is quadratic in the members would take minutes.
TEST(Check, ManyMembersAreNoProblem) {
  std::string text = "class Big {\n";
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format(
        "  int f{0};\n  int m{0}(int x) {{ int y := this.f{0}; y := this.m{1}(y); "
        "return x + y; }}\n",
        i, 19'999 - i);
  }
  text += "}\nclass Bigger extends Big {\n";
  for (int i = 0; i < 20'000; ++i) text += fmt::format("  int m{}(int x) {{ return x; }}\n", i);
  text += "}\n";
  EXPECT_EQ(Checked(text).report(), "");
}

TEST(Check, ManyMisspeltNamesAreNoProblem) {
  std::string text = "class Big {\n";
  for (int i = 0; i < 20'000; ++i) text += fmt::format("  void m{0}() {{ this.n{0}(); }}\n", i);
  text += "}\n";
  EXPECT_EQ(Checked(text).sink.error_count(), 20'000U);
}

}  // namespace check_test
}  // namespace oox
