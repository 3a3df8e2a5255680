// The long form of bodies, as text.
#include "lang/oox/long_form.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "ir/program.h"
#include "lang/oox/printer.h"
#include "support/oox.h"

namespace oox {

namespace {

constexpr const char* kClasses = R"(
class P { P next; int f; bool on; int[] cells; uint u; static int all; static P one;
    P(int f) { this.f := f; }
    int get(int k) { return k; }
    void act() { }
    static bool test(int k) { return k > 0; }
}
class M { void m(P p, P q, int x, int y, bool b, int[] a, string s, uint u) {
)";

// The statements of M.m in the long form, on one line.
std::string long_form(const std::string& statements) {
  support::Oox oox(kClasses + statements + "\n} }");
  if (oox.sink.has_errors()) return "";
  std::string text = print(oox.sources, oox.tree, oox.tree.units[0], Form::Long);
  std::size_t begin = text.find("void m(");
  begin = text.find('{', begin) + 1;
  text = text.substr(begin, text.rfind('}', text.rfind('}') - 1) - begin);
  std::string line;
  for (char c : text) {
    bool is_space = c == ' ' || c == '\n';
    if (!is_space || (!line.empty() && line.back() != ' ')) line += is_space ? ' ' : c;
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

void expect_same(const std::string& statements) { EXPECT_EQ(long_form(statements), statements); }

}  // namespace

TEST(LongForm, WhatIsLongStays) {
  expect_same("x := p.f;");
  expect_same("a[x] := a[y];");
  expect_same("p.next := new P(x + 1);");
  expect_same("P.all := q.get(1);");
}

TEST(LongForm, StatementsAreShared) {
  support::Oox oox(std::string(kClasses) + "int z := p.f; if (b) { x := z; } while (b) { } } }");
  const MethodInfo* method = oox.tree.classes[1]->methods[0];
  EXPECT_EQ(method->long_body, method->decl->body);
}

TEST(LongForm, AccessesInOrder) {
  EXPECT_EQ(long_form("x := p.f + q.get(a[0]);"),
            "int f := p.f; int element := a[0]; int get := q.get(element); x := f + get;");
  EXPECT_EQ(long_form("x := p.next.next.f;"),
            "P next := p.next; P next2 := next.next; x := next2.f;");
  EXPECT_EQ(long_form("p.next.f := q.f;"), "P next := p.next; next.f := q.f;");
  EXPECT_EQ(long_form("a[p.f] := a[q.f];"), "int f := p.f; int f2 := q.f; a[f] := a[f2];");
  EXPECT_EQ(long_form("new P(p.f).act();"), "int f := p.f; P p2 := new P(f); p2.act();");
  EXPECT_EQ(long_form("fork p.next.get(q.f);"),
            "P next := p.next; int f := q.f; fork next.get(f);");
  EXPECT_EQ(long_form("assert (p.f == 1);"), "int f := p.f; assert(f == 1);");
  EXPECT_EQ(long_form("(b ? p : q).act();"), "P object := b ? p : q; object.act();");
  EXPECT_EQ(long_form("x := (p.f);"), "x := (p.f);");
  EXPECT_EQ(long_form("x := -(p.f) + #p.cells;"),
            "int f := p.f; int[] cells := p.cells; x := -f + #cells;");
}

// What may throw, or reads shared elements, stays before what is to its right.
TEST(LongForm, OperandsKeepTheirTurn) {
  EXPECT_EQ(long_form("y := x / y + p.f;"), "int value := x / y; int f := p.f; y := value + f;");
  EXPECT_EQ(long_form("y := x / 2 - y + p.f;"), "int f := p.f; y := x / 2 - y + f;");
  EXPECT_EQ(long_form("y := p.f + x / y;"), "int f := p.f; y := f + x / y;");
  EXPECT_EQ(long_form("u := u - 1 + p.u;"),
            "uint value := u - 1; uint u2 := p.u; u := value + u2;");
  EXPECT_EQ(long_form("x := q.get(#a) + #p.cells + ((P) q).get(p.f);"),
            "int get := q.get(#a); int[] cells := p.cells; int value := get + #cells; "
            "P value2 := (P) q; int f := p.f; int get2 := value2.get(f); x := value + get2;")
      << "casts and sizes may throw";
}

TEST(LongForm, Branches) {
  EXPECT_EQ(long_form("b := p != null && p.on;"),
            "bool test := p != null; if (test) { bool on := p.on; test := on; } b := test;");
  EXPECT_EQ(long_form("b := b || p.on || q.on;"),
            "bool test := b; if (!test) { bool on := p.on; test := on; } "
            "if (!test) { bool on2 := q.on; test := on2; } b := test;");
  EXPECT_EQ(long_form("b := b ==> p.on;"),
            "bool test := !b; if (!test) { bool on := p.on; test := on; } b := test;");
  EXPECT_EQ(long_form("b := p.on && x / y == 1;"), "bool on := p.on; b := on && x / y == 1;");
  EXPECT_EQ(long_form("x := b ? p.f : 0;"),
            "int choice; if (b) { int f := p.f; choice := f; } else { choice := 0; } x := choice;");
  EXPECT_EQ(long_form("b := null == (p.on ? null : q.on ? null : null);"),
            "bool on := p.on; if (on) {} else { bool on2 := q.on; } b := null == null;");
}

TEST(LongForm, Updates) {
  EXPECT_EQ(long_form("x += 2;"), "x := x + 2;");
  EXPECT_EQ(long_form("--x;"), "x := x - 1;");
  EXPECT_EQ(long_form("s += s;"), "s := s + s;");
  EXPECT_EQ(long_form("p.f *= q.f;"), "int f := p.f; int f2 := q.f; p.f := f * f2;");
  EXPECT_EQ(long_form("P.all++;"), "int all := P.all; P.all := all + 1;");
  EXPECT_EQ(long_form("a[p.get(1)]--;"),
            "int get := p.get(1); int element := a[get]; a[get] := element - 1;");
  EXPECT_EQ(long_form("a[x / y] += 1;"),
            "int value := x / y; int element := a[value]; a[value] := element + 1;");
}

TEST(LongForm, Loops) {
  EXPECT_EQ(long_form("while (p.f > 0) x++;"),
            "while (true) { int f := p.f; if (!(f > 0)) { break; } x := x + 1; }");
  EXPECT_EQ(long_form("for (x := 0; x < 3; x++) y += x;"),
            "x := 0; while (x < 3) { y := y + x; x := x + 1; }");
  EXPECT_EQ(long_form("for (int i := 0; ; i++, P.test(i)) { if (b) break; }"),
            "{ int i := 0; while (true) { if (b) break; i := i + 1; P.test(i); } }");
  EXPECT_EQ(long_form("for (int i := 0; i < 3; i++) { if (b) continue; y++; }"),
            "{ int i := 0; bool again := false; while (true) { if (again) { i := i + 1; } "
            "again := true; if (!(i < 3)) { break; } if (b) continue; y := y + 1; } }");
  EXPECT_EQ(long_form("for (;;) { return; }"), "while (true) { return; }");
  EXPECT_EQ(long_form("if (b) x := p.f + 1; else if (q.on) y := 1;"),
            "if (b) { int f := p.f; x := f + 1; } else { bool on := q.on; if (on) y := 1; }");
}

TEST(LongForm, Throw) {
  EXPECT_EQ(long_form("throw \"a\";"), "throw \"a\";");
  EXPECT_EQ(long_form("throw s + \"a\";"), "string text := s + \"a\"; throw;");
}

// Names of variables, classes and `retval` are taken.
TEST(LongForm, Names) {
  EXPECT_EQ(long_form("int f := 1; int f2 := 2; x := p.f + 1;"),
            "int f := 1; int f2 := 2; int f3 := p.f; x := f3 + 1;");
  support::Oox oox("class f { int f; static int m(f x) { return x.f; } }");
  std::string text = print(oox.sources, oox.tree, oox.tree.units[0], Form::Long);
  EXPECT_NE(text.find("int f2 := x.f;"), std::string::npos) << text;
}

// An execution shows the text of what was read; exceptions point at it.
TEST(LongForm, Temporaries) {
  support::Oox oox(std::string(kClasses) + "x := p.next.f + x / y * q.f;\n} }");
  const ir::Procedure& proc = oox.proc("M.m");
  std::string shown;
  for (const ir::Local& local : proc.locals) {
    if (local.is_temp) shown += fmt::format("[{}]", local.shown);
  }
  EXPECT_EQ(shown, "[p.next][p.next.f][][q.f]");
  std::string faults;
  for (const ir::Transition& t : proc.transitions) {
    bool throws = !t.actions.empty() && std::holds_alternative<ir::Throw>(t.actions[0]);
    if (throws) faults += fmt::format("[{}]", oox.sources.text(t.span));
  }
  EXPECT_EQ(faults, "[p.next][p.next.f][x / y][q.f]");
}

TEST(LongForm, ArgumentsOfSuper) {
  support::Oox oox(
      "class A { int f; A(int f) { this.f := f; } }"
      "class B extends A { B(A a, bool b) { super(b ? a.f + 1 : 0); } }");
  EXPECT_EQ(oox.proc("B.new$2").params.size(), 3u);
  std::string text = print(oox.sources, oox.tree, oox.tree.units[0], Form::Long);
  EXPECT_NE(text.find("super(choice);"), std::string::npos) << text;
  support::Oox again(text);
}

// Linear: thousands of accesses in one expression, and thousands of expressions.
TEST(LongForm, LargeBodies) {
  std::string sum = "x := p.f";
  for (int i = 0; i < 5000; ++i) sum += " + p.f";
  EXPECT_GT(long_form(sum + ";").size(), 5000u * 10);
  std::string chain = "p := p";
  for (int i = 0; i < 5000; ++i) chain += ".next";
  EXPECT_GT(long_form(chain + ";").size(), 5000u * 10);
  std::string tests = "b := p.on";
  for (int i = 0; i < 2000; ++i) tests += i % 2 == 0 ? " && p.on" : " || p.on";
  EXPECT_GT(long_form(tests + ";").size(), 2000u * 10);
}

}  // namespace oox
