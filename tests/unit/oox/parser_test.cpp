#include "lang/oox/parser.h"

#include <gtest/gtest.h>

#include "unit/oox/syntax.h"

namespace oox {
namespace {

using testing::in_method;
using testing::Parsed;
using testing::repeat;

// The tree of an expression with every operator in brackets, so that tests see how
// it was read.
std::string shape(const Program& p, const Expr* e) {
  auto list = [&](const List<Expr*>& args) {
    std::string out;
    for (const Expr* arg : args) out += " " + shape(p, arg);
    return out;
  };
  auto type = [&](const TypeExpr& t) {
    std::string out = t.base == TypeName::Class ? std::string(p.text(t.name))
                                                : fmt::format("#{}", static_cast<int>(t.base));
    return out + repeat("[]", t.dims);
  };
  switch (e->kind) {
    case ExprKind::Unary: return fmt::format("({}{})", spelling(e->unary), shape(p, e->a));
    case ExprKind::Binary:
      return fmt::format("({} {} {})", shape(p, e->a), spelling(e->binary), shape(p, e->b));
    case ExprKind::Conditional:
      return fmt::format("({} ? {} : {})", shape(p, e->a), shape(p, e->b), shape(p, e->c));
    case ExprKind::SizeOf: return fmt::format("(#{})", shape(p, e->a));
    case ExprKind::Quantifier:
      return fmt::format("({} {} {} in {}: {})", e->is_forall ? "all" : "some", p.text(e->name),
                         p.text(e->index), shape(p, e->a), shape(p, e->b));
    case ExprKind::InstanceOf:
      return fmt::format("({} is {})", shape(p, e->a), type(*e->type_expr));
    case ExprKind::Cast: return fmt::format("(as {} {})", type(*e->type_expr), shape(p, e->a));
    case ExprKind::Paren: return fmt::format("[{}]", shape(p, e->a));
    case ExprKind::Field: return fmt::format("(. {} {})", shape(p, e->a), p.text(e->name));
    case ExprKind::Index: return fmt::format("(at {} {})", shape(p, e->a), shape(p, e->b));
    case ExprKind::Call:
      return fmt::format("(call {}{}{})", e->a == nullptr ? "" : shape(p, e->a) + " ",
                         p.text(e->name), list(e->args));
    case ExprKind::New: return fmt::format("(new {}{})", type(*e->type_expr), list(e->args));
    case ExprKind::NewArray: return fmt::format("(array {}{})", type(*e->type_expr), list(e->args));
    case ExprKind::Error: return "<error>";
    default: return print(p, *e);
  }
}

const Stmt& statement(const Parsed& parsed, std::size_t i = 0) {
  return *parsed.unit().classes[0].members[0].body->stmts[i];
}

std::string expr_shape(const std::string& text) {
  Parsed parsed(in_method("x := " + text + ";"));
  EXPECT_EQ(parsed.messages(), "") << text;
  if (parsed.sink.has_errors()) return "<error>";
  return shape(parsed.program, statement(parsed).value);
}

// The diagnostics of statements on line 2, as "line:code …".
std::string codes_of(const std::string& statements) {
  return Parsed(in_method(statements)).codes();
}

// ---------------------------------------------------------------- expressions

TEST(ParseExpr, PrecedenceAndAssociativity) {
  EXPECT_EQ(expr_shape("8 - 4 - 2"), "((8 - 4) - 2)");
  EXPECT_EQ(expr_shape("1 + 2 * 3 % 4"), "(1 + ((2 * 3) % 4))");
  EXPECT_EQ(expr_shape("a < b == c >= d"), "((a < b) == (c >= d))");
  EXPECT_EQ(expr_shape("a || b && c == d + e * -f"), "(a || (b && (c == (d + (e * (-f))))))");
  EXPECT_EQ(expr_shape("a ==> b ==> c"), "(a ==> (b ==> c))");
  EXPECT_EQ(expr_shape("a || b ==> c && d"), "((a || b) ==> (c && d))");
  EXPECT_EQ(expr_shape("a ? b : c ? d : e"), "(a ? b : (c ? d : e))");
  EXPECT_EQ(expr_shape("a ? b ? c : d : e"), "(a ? (b ? c : d) : e)");
  EXPECT_EQ(expr_shape("a ==> b ? c : d"), "((a ==> b) ? c : d)");
  EXPECT_EQ(expr_shape("!a && -b - -c"), "((!a) && ((-b) - (-c)))");
  EXPECT_EQ(expr_shape("a--b"), "(a - (-b))");
  EXPECT_EQ(expr_shape("--b"), "(-(-b))");
  EXPECT_EQ(expr_shape("(a + b) * c"), "([(a + b)] * c)");
  EXPECT_EQ(expr_shape("#a - 1"), "((#a) - 1)");
  EXPECT_EQ(expr_shape("a instanceof C && b"), "((a is C) && b)");
  EXPECT_EQ(expr_shape("a == b instanceof C[]"), "(a == (b is C[]))");
}

TEST(ParseExpr, QuantifiersReachFarRight) {
  EXPECT_EQ(expr_shape("forall v, i : a : v > 0 && b"), "(all v i in a: ((v > 0) && b))");
  EXPECT_EQ(expr_shape("c && exists v, i : a : v > 0 || d"),
            "(c && (some v i in a: ((v > 0) || d)))");
  EXPECT_EQ(expr_shape("(forall v, i : a : v) ==> b"), "([(all v i in a: v)] ==> b)");
  EXPECT_EQ(expr_shape("forall v, i : a : forall w, j : b : i < j ==> v <= w"),
            "(all v i in a: (all w j in b: ((i < j) ==> (v <= w))))");
  EXPECT_EQ(expr_shape("forall v, i : a : v ? b : c"), "(all v i in a: (v ? b : c))");
  EXPECT_EQ(expr_shape("a ? forall v, i : b : v : c"), "(a ? (all v i in b: v) : c)");
  EXPECT_EQ(expr_shape("!forall v, i : a : v && w"), "(!(all v i in a: (v && w)))");
}

TEST(ParseExpr, CastsAndBrackets) {
  EXPECT_EQ(expr_shape("(C) y"), "(as C y)");
  EXPECT_EQ(expr_shape("(C) (y)"), "(as C [y])");
  EXPECT_EQ(expr_shape("(C) this"), "(as C this)");
  EXPECT_EQ(expr_shape("(C) !y"), "(as C (!y))");
  EXPECT_EQ(expr_shape("(C) y + z"), "((as C y) + z)");
  EXPECT_EQ(expr_shape("(C) y.f"), "(as C (. y f))");
  EXPECT_EQ(expr_shape("(int[]) y"), "(as #2[] y)");
  EXPECT_EQ(expr_shape("(C[][]) y"), "(as C[][] y)");
  EXPECT_EQ(expr_shape("(string) -y"), "(as #6 (-y))");
  EXPECT_EQ(expr_shape("(a) - b"), "([a] - b)");
  EXPECT_EQ(expr_shape("(a) + b"), "([a] + b)");
  EXPECT_EQ(expr_shape("(a)[1]"), "(at [a] 1)");
  EXPECT_EQ(expr_shape("(a[1]) + b"), "([(at a 1)] + b)");
  EXPECT_EQ(expr_shape("(a) && (b)"), "([a] && [b])");
}

TEST(ParseExpr, HeapAccessesParseEverywhere) {
  EXPECT_EQ(expr_shape("a.f"), "(. a f)");
  EXPECT_EQ(expr_shape("this.f + a[i + 1]"), "((. this f) + (at a (i + 1)))");
  EXPECT_EQ(expr_shape("a.b.c[1][2].m(3).d"), "(. (call (at (at (. (. a b) c) 1) 2) m 3) d)");
  EXPECT_EQ(expr_shape("m(1, n(), 2)"), "(call m 1 (call n) 2)");
  EXPECT_EQ(expr_shape("super.m(1)"), "(call super m 1)");
  EXPECT_EQ(expr_shape("new C(1, new D())"), "(new C 1 (new D))");
  EXPECT_EQ(expr_shape("new int[n + 1][2]"), "(array #2 (n + 1) 2)");
  EXPECT_EQ(expr_shape("new C[n]"), "(array C n)");
}

TEST(ParseExpr, Literals) {
  Parsed parsed(
      in_method(R"(x := f(123456789012345678901234567890, 1.5, 'a', "s\n", true, null);)"));
  ASSERT_EQ(parsed.messages(), "");
  const List<Expr*>& args = statement(parsed).value->args;
  EXPECT_EQ(args[0]->integer->to_string(), "123456789012345678901234567890");
  EXPECT_EQ(args[1]->number, 1.5);
  EXPECT_EQ(args[2]->character, U'a');
  EXPECT_EQ(parsed.program.text(args[3]->name), "s\n");
  EXPECT_TRUE(args[4]->flag);
  EXPECT_EQ(args[5]->kind, ExprKind::NullLit);
}

TEST(ParseExpr, SpansCoverTheirText) {
  Parsed parsed(in_method("x := (a + bb) * f(c, d).e;"));
  const Expr* e = statement(parsed).value;
  EXPECT_EQ(parsed.sources.text(e->span), "(a + bb) * f(c, d).e");
  EXPECT_EQ(parsed.sources.text(e->a->span), "(a + bb)");
  EXPECT_EQ(parsed.sources.text(e->a->a->span), "a + bb");
  EXPECT_EQ(parsed.sources.text(e->b->a->span), "f(c, d)");
  EXPECT_EQ(parsed.sources.text(e->b->name_span), "e");
  EXPECT_EQ(parsed.sources.text(statement(parsed).span), "x := (a + bb) * f(c, d).e;");
}

// ---------------------------------------------------------------- statements

TEST(ParseStmt, EveryKind) {
  struct Row {
    std::string text;
    StmtKind kind;
  };
  const Row rows[] = {
      {"int x;", StmtKind::Declare},
      {"C x := y;", StmtKind::Declare},
      {"C[] x;", StmtKind::Declare},
      {"int[][] x := null;", StmtKind::Declare},
      {"x := 1;", StmtKind::Assign},
      {"x.f := 1;", StmtKind::Assign},
      {"x[i] := 1;", StmtKind::Assign},
      {"this.f := 1;", StmtKind::Assign},
      {"x.m();", StmtKind::Expression},
      {"m();", StmtKind::Expression},
      {"super.m();", StmtKind::Expression},
      {"new C(1);", StmtKind::Expression},
      {";", StmtKind::Skip},
      {"assert a;", StmtKind::Assert},
      {"assume(a);", StmtKind::Assume},
      {"while (a) ;", StmtKind::While},
      {"if (a) ;", StmtKind::If},
      {"continue;", StmtKind::Continue},
      {"break;", StmtKind::Break},
      {"return;", StmtKind::Return},
      {"return 1;", StmtKind::Return},
      {"throw;", StmtKind::Throw},
      {"throw \"m\";", StmtKind::Throw},
      {"try { } catch { }", StmtKind::Try},
      {"{ }", StmtKind::Block},
      {"lock (x) { }", StmtKind::LockBlock},
      {"lock x;", StmtKind::Lock},
      {"lock (x);", StmtKind::Lock},
      {"unlock x;", StmtKind::Unlock},
      {"fork x.m();", StmtKind::Fork},
      {"fork m();", StmtKind::Fork},
      {"join;", StmtKind::Join},
      {"wait x;", StmtKind::Wait},
      {"notify(x);", StmtKind::Notify},
      {"notifyAll x;", StmtKind::NotifyAll},
      {"super(1);", StmtKind::SuperCall},
  };
  for (const Row& row : rows) {
    // The statement after it shows that nothing was swallowed.
    Parsed parsed(in_method(row.text + " join;"));
    ASSERT_EQ(parsed.messages(), "") << row.text;
    const Stmt& body = *parsed.unit().classes[0].members[0].body;
    ASSERT_EQ(body.stmts.size(), 2u) << row.text;
    EXPECT_EQ(body.stmts[0]->kind, row.kind) << row.text;
    EXPECT_EQ(parsed.sources.text(body.stmts[0]->span), row.text);
    EXPECT_EQ(body.stmts[1]->kind, StmtKind::Join) << row.text;
  }
}

TEST(ParseStmt, BodiesWithoutBraces) {
  Parsed parsed(in_method("if (a) x := 1; y := 2; while (b) z := 3; w := 4;"));
  ASSERT_EQ(parsed.messages(), "");
  ASSERT_EQ(parsed.unit().classes[0].members[0].body->stmts.size(), 4u);
  EXPECT_EQ(statement(parsed, 0).otherwise, nullptr);
  EXPECT_EQ(statement(parsed, 2).body->kind, StmtKind::Assign);
}

TEST(ParseStmt, ElseBelongsToTheNearestIf) {
  Parsed parsed(in_method("if (a) if (b) x := 1; else x := 2;"));
  ASSERT_EQ(parsed.messages(), "");
  EXPECT_EQ(statement(parsed).otherwise, nullptr);
  EXPECT_NE(statement(parsed).body->otherwise, nullptr);
}

TEST(ParseStmt, AssertWithAndWithoutBrackets) {
  auto read = [](const std::string& text) {
    Parsed parsed(in_method(text));
    EXPECT_EQ(parsed.messages(), "") << text;
    const Stmt& s = statement(parsed);
    return fmt::format("{} {}", s.parenthesized, shape(parsed.program, s.value));
  };
  EXPECT_EQ(read("assert a;"), "false a");
  EXPECT_EQ(read("assert(a);"), "true a");
  EXPECT_EQ(read("assert ((a));"), "true [a]");
  EXPECT_EQ(read("assert (a) && b;"), "false ([a] && b)");
  EXPECT_EQ(read("assert (a) == (b);"), "false ([a] == [b])");
  EXPECT_EQ(read("assert(a ==> b);"), "true (a ==> b)");
  EXPECT_EQ(read("assert forall v, i : a : v;"), "false (all v i in a: v)");
}

// ---------------------------------------------------------------- declarations

TEST(ParseDecl, ClassesAndInterfaces) {
  Parsed parsed(
      "abstract class A extends B implements I, J { }\n"
      "interface I extends K, L { void m(); default int n() { return 1; } int o() { return 2; } }\n"
      "class C { }");
  ASSERT_EQ(parsed.messages(), "");
  const List<ClassDecl>& classes = parsed.unit().classes;
  ASSERT_EQ(classes.size(), 3u);
  EXPECT_TRUE(classes[0].is_abstract);
  EXPECT_EQ(classes[0].extends.size(), 1u);
  EXPECT_EQ(classes[0].implements.size(), 2u);
  EXPECT_TRUE(classes[1].is_interface);
  EXPECT_EQ(classes[1].extends.size(), 2u);
  ASSERT_EQ(classes[1].members.size(), 3u);
  EXPECT_EQ(classes[1].members[0].body, nullptr);
  EXPECT_TRUE(classes[1].members[1].is_default);
  EXPECT_NE(classes[1].members[2].body, nullptr);
  EXPECT_EQ(parsed.sources.text(classes[2].span), "class C { }");
  EXPECT_EQ(parsed.sources.text(classes[2].close), "}");
}

TEST(ParseDecl, Members) {
  Parsed parsed(
      "class A { int x; static C[] y; A() { } A(int a) { }\n"
      "static int[] m(int[][] a, C b) { return a; } abstract void n(); void o() { } }");
  ASSERT_EQ(parsed.messages(), "");
  const List<Member>& members = parsed.unit().classes[0].members;
  ASSERT_EQ(members.size(), 7u);
  EXPECT_EQ(members[0].kind, MemberKind::Field);
  EXPECT_TRUE(members[1].is_static);
  EXPECT_EQ(members[1].type_expr->dims, 1u);
  EXPECT_EQ(members[2].kind, MemberKind::Constructor);
  EXPECT_EQ(members[3].params.size(), 1u);
  EXPECT_EQ(members[4].kind, MemberKind::Method);
  EXPECT_EQ(members[4].params[0].type_expr->dims, 2u);
  EXPECT_TRUE(members[5].is_abstract);
  EXPECT_EQ(members[5].body, nullptr);
}

TEST(ParseDecl, ClausesInAnyOrderRepeatedOptional) {
  Parsed parsed(
      "abstract class A { void m() exceptional(false) requires(a) ensures(b) requires(c) { }\n"
      "A() ensures(true) { } abstract int n() requires(x > 0) ensures(retval > 0); }");
  ASSERT_EQ(parsed.messages(), "");
  const List<Member>& members = parsed.unit().classes[0].members;
  ASSERT_EQ(members[0].clauses.size(), 4u);
  EXPECT_EQ(members[0].clauses[0].kind, ClauseKind::Exceptional);
  EXPECT_EQ(members[0].clauses[3].kind, ClauseKind::Requires);
  EXPECT_EQ(parsed.sources.text(members[0].clauses[3].span), "requires(c)");
  EXPECT_EQ(members[1].clauses.size(), 1u);
  EXPECT_EQ(members[2].clauses.size(), 2u);
}

// ---------------------------------------------------------------- slips

TEST(ParseErrors, EachSlipHasItsOwnMessage) {
  struct Row {
    std::string text;
    std::string codes;
  };
  const Row rows[] = {
      {"x = 1;", "2:OOX0130"},
      {"int x = 1;", "2:OOX0130"},
      {"x == 1;", "2:OOX0131"},
      {"x := i++;", "2:OOX0132"},
      {"a[i++] := 2;", "2:OOX0132"},
      {"while (i -= 1) { x := 1; }", "2:OOX0132"},
      {"f() += 1;", "2:OOX0144"},
      {"++f();", "2:OOX0144"},
      {"for (i = 0; i < n; i++) x := 1;", "2:OOX0130"},
      {"for (int x : a) y := x;", "2:OOX0147"},
      {"for (C[] x : a) { y := 1; }", "2:OOX0147"},
      {"for (int i := 0, j := 0; i < j; i++) { }", "2:OOX0117"},
      {"for (1; b; i++) { y := 1; }", "2:OOX0143"},
      {"for (; b; i) { y := 1; }", "2:OOX0143"},
      {"for (i < n) { y := 1; }", "2:OOX0143"},
      {"x.wait();", "2:OOX0155"},
      {"t.join();", "2:OOX0155"},
      {"assert x > 0 : \"message\";", "2:OOX0156"},
      {"int a[] := b;", "2:OOX0149"},
      {"do { x := 1; } while (a);", "2:OOX0134"},
      {"whlie (a) { x := 1; }", "2:OOX0135"},
      {"x := 1; else { y := 1; }", "2:OOX0136"},
      {"catch { y := 1; }", "2:OOX0137"},
      {"try { x := 1; } y := 1;", "2:OOX0138"},
      {"try { x := 1; } catch (E e) { y := 1; }", "2:OOX0139"},
      {"throw new E();", "2:OOX0140"},
      {"fork new C();", "2:OOX0141"},
      {"fork x;", "2:OOX0141"},
      {"lock x { y := 1; }", "2:OOX0142"},
      {"x;", "2:OOX0143"},
      {"x + 1;", "2:OOX0143"},
      {"f() := 1;", "2:OOX0144"},
      {"if (x = 1) { y := 1; }", "2:OOX0150"},
      {"assert a => b;", "2:OOX0150"},
      {"x := new int[3][];", "2:OOX0151"},
      {"x := new int[];", "2:OOX0151"},
      {"x := new int(3);", "2:OOX0152"},
      {"x := super.f;", "2:OOX0153"},
      {"x := {1, 2};", "2:OOX0154"},
      {"int[] a := new int[]{1, 2};", "2:OOX0154"},
      {"List<A> x;", "2:OOX0124"},
      {"Map<A, List<B>> x := y;", "2:OOX0124"},
      {"switch (x) { case 1: y := 2; }", "2:OOX0134"},
      {"do { x := 1; } while (b);", "2:OOX0134"},
      {"synchronized (x) { y := 1; }", "2:OOX0145"},
      {"System.out.println(x);", "2:OOX0146"},
      {"throw new E(1);", "2:OOX0140"},
      {"super;", "2:OOX0153"},
      {"boolean b;", "2:OOX0110"},
      {"String s := \"a\";", "2:OOX0110"},
      {"final int x := 1;", "2:OOX0111"},
      {"int a, b;", "2:OOX0117"},
      {"void v;", "2:OOX0115"},
      {"if (a & b) { x := 1; }", "2:OOX0011"},
      {"int while := 1;", "2:OOX0100"},
      {"retrun f(x);", "2:OOX0100"},
      {"while a { x := 1; }", "2:OOX0100"},
      {"while (a { x := 1; }", "2:OOX0100"},
      {"x := f(1, 2;", "2:OOX0100"},
      {"x := a b;", "2:OOX0100"},
      {"x := ;", "2:OOX0100"},
      {"x := a[1;", "2:OOX0100"},
      {"x := forall v : a : v;", "2:OOX0100"},
      {"x := a ? b;", "2:OOX0100"},
      {"x := .5;", "2:OOX0100"},
      {"if (a) else x := 1;", "2:OOX0100"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(codes_of(row.text), row.codes) << row.text;
    // What follows on the next line is read again.
    EXPECT_EQ(codes_of(row.text + "\nint ok := 1;\nx := *;"), row.codes + " 4:OOX0100") << row.text;
  }
}

TEST(ParseErrors, MissingSemicolonPointsBehindTheLastToken) {
  Parsed parsed(in_method("x := 1\ny := 2;"));
  ASSERT_EQ(parsed.codes(), "2:OOX0101");
  EXPECT_EQ(parsed.sources.begin(parsed.sink.all()[0].span).column, 7u);
  EXPECT_EQ(codes_of("x := 1"), "2:OOX0101");
  EXPECT_EQ(codes_of("assert(x)\ny := 2;"), "2:OOX0101");
  EXPECT_EQ(codes_of("lock (x)\ny := 2;"), "2:OOX0101");
  EXPECT_EQ(codes_of("join\nreturn"), "2:OOX0101 3:OOX0101");
  EXPECT_EQ(Parsed("class A {\nint x\nint y\n}").codes(), "2:OOX0101 3:OOX0101");
}

TEST(ParseErrors, ACallMayLackItsSemicolonAtTheEndOfALine) {
  EXPECT_EQ(codes_of("f(x)\ny := 2;"), "2:OOX0107");
  EXPECT_EQ(codes_of("if (b) { a.f(x) }"), "2:OOX0107");
  EXPECT_EQ(codes_of("throw \"text\"\ny := 2;"), "2:OOX0107");
  EXPECT_EQ(codes_of("f(x) y := 2;"), "2:OOX0100");
  EXPECT_EQ(codes_of("y := f(x)\ny := 2;"), "2:OOX0101");
}

TEST(Parser, SemicolonsBehindBlocksSayNothing) {
  EXPECT_EQ(codes_of("while (b) { }; if (b) { } else { }; { };"), "");
  Parsed parsed("class A { void m() { { }; ; }; int x;; };\n;class B { };");
  EXPECT_EQ(parsed.codes(), "");
  ASSERT_EQ(parsed.unit().classes.size(), 2u);
  ASSERT_EQ(parsed.unit().classes[0].members.size(), 2u);
  EXPECT_EQ(parsed.unit().classes[0].members[0].body->stmts.size(), 2u);
  EXPECT_EQ(codes_of("if (b) { }; else { }"), "2:OOX0136");
}

TEST(Parser, AClauseOfTwoConditionsIsTwoClauses) {
  Parsed parsed("class A { void m(int x) requires(x > 0, x < 9) exceptional(false) { } }");
  EXPECT_EQ(parsed.codes(), "");
  const auto& clauses = parsed.unit().classes[0].members[0].clauses;
  ASSERT_EQ(clauses.size(), 3u);
  EXPECT_EQ(clauses[0].kind, oox::ClauseKind::Requires);
  EXPECT_EQ(clauses[1].kind, oox::ClauseKind::Requires);
  EXPECT_EQ(clauses[2].kind, oox::ClauseKind::Exceptional);
  EXPECT_EQ(Parsed("class A { void m() requires(true, true, true) { } }").codes(), "1:OOX0100");
}

TEST(ParseErrors, MissingBraceNamesTheOpenOne) {
  Parsed method("class A {\nvoid m() {\nif (a) {\nx := 1;\n}\nvoid n() { }\n}");
  ASSERT_EQ(method.codes(), "6:OOX0102");
  ASSERT_EQ(method.sink.all()[0].labels.size(), 1u);
  EXPECT_EQ(method.sources.begin(method.sink.all()[0].labels[0].span).line, 2u);
  EXPECT_EQ(method.unit().classes[0].members.size(), 2u);

  Parsed end("class A {\nvoid m() {\n");
  ASSERT_EQ(end.codes(), "2:OOX0102");
  EXPECT_EQ(end.sources.begin(end.sink.all()[0].labels[0].span).line, 2u);

  Parsed next("class A {\nvoid m() { }\nclass B { }");
  EXPECT_EQ(next.codes(), "3:OOX0102");
  EXPECT_EQ(next.unit().classes.size(), 2u);
  EXPECT_EQ(Parsed("class A { } }").codes(), "1:OOX0103");
}

TEST(ParseErrors, Declarations) {
  struct Row {
    std::string text;
    std::string codes;
  };
  const Row rows[] = {
      {"", "1:OOX0106"},
      {"// only a comment\n", "1:OOX0106"},
      {"class", "1:OOX0100"},
      {"class A", "1:OOX0100"},
      {"int x;", "1:OOX0100"},
      {"import java.util;\nclass A { }", "1:OOX0100"},
      {"public class A { }", "1:OOX0111"},
      {"class A { private int x; }", "1:OOX0111"},
      {"class A { public A() { } }", "1:OOX0111"},
      {"class A { synchronized void m() { } }", "1:OOX0145"},
      {"class A<T> { <S> void m(List<S> l) { } }", "1:OOX0124 1:OOX0124 1:OOX0124"},
      {"class A { static static int x; }", "1:OOX0112"},
      {"class A { static A() { } }", "1:OOX0113"},
      {"class A { abstract int x; }", "1:OOX0113"},
      {"class A { default void m() { } }", "1:OOX0113"},
      {"class A { m() { } }", "1:OOX0114"},
      {"class A { void x; }", "1:OOX0115"},
      {"class A { void m(void x) { } }", "1:OOX0115"},
      {"class A { void[] m() { } }", "1:OOX0115"},
      {"class A { int x := 1; }", "1:OOX0116"},
      {"class A { int x, y; int z; }", "1:OOX0117"},
      {"class A { void m() require(x) { } }", "1:OOX0118"},
      {"class A { void m() throws E, F { } }", "1:OOX0118"},
      {"class A extends B, C { }", "1:OOX0119"},
      {"interface A implements B { }", "1:OOX0120"},
      {"class String { }", "1:OOX0121"},
      {"class A { int" + repeat("[]", 101) + " x; }", "1:OOX0122"},
      {"class A { void m(int) { } }", "1:OOX0100"},
      {"class A { void m(x) { } }", "1:OOX0100"},
      {"class A { void m() requires a { } }", "1:OOX0100"},
      {"class A { ) }", "1:OOX0100"},
      {"class A { int class; }", "1:OOX0100"},
  };
  for (const Row& row : rows) EXPECT_EQ(Parsed(row.text).codes(), row.codes) << row.text;
}

TEST(ParseErrors, SuggestsClauses) {
  Parsed parsed("class A { void m() require(x) { } }");
  ASSERT_EQ(parsed.sink.all().size(), 1u);
  EXPECT_EQ(parsed.sink.all()[0].helps, std::vector<std::string>{"did you mean `requires`?"});
}

TEST(ParseErrors, LexicalErrorsDoNotCascade) {
  EXPECT_EQ(codes_of("x := a @ b;"), "2:OOX0001");
  EXPECT_EQ(codes_of("x := \"abc;\ny := 1;"), "2:OOX0002");
  EXPECT_EQ(codes_of("x := 'a;\ny := 1;"), "2:OOX0003");
  EXPECT_EQ(codes_of("x := 12ab;"), "2:OOX0008");
  EXPECT_EQ(Parsed("class A { void m() { /* never").codes(), "1:OOX0005");
}

TEST(ParseErrors, SeveralInOneRun) {
  EXPECT_EQ(codes_of("x := ;\ny := 1;\nz := * 2;\nw = 3;\nif (a { b := 1; }\nc := 2"),
            "2:OOX0100 4:OOX0100 5:OOX0130 6:OOX0100 7:OOX0101");
}

TEST(ParseErrors, EveryMemberOfABrokenClassIsRead) {
  Parsed parsed("class A {\n) ( x;\nint a;\nvoid 5() { x := 1; }\nint b;\n}\nclass B { }");
  EXPECT_EQ(parsed.codes(), "2:OOX0100 4:OOX0100");
  ASSERT_EQ(parsed.unit().classes.size(), 2u);
  EXPECT_EQ(parsed.unit().classes[0].members.size(), 2u);
}

// ---------------------------------------------------------------- hostile input

TEST(ParseLimits, DeepNestingIsOneError) {
  constexpr std::size_t kDeep = 100'000;
  const std::string inputs[] = {
      in_method("x := " + repeat("(", kDeep) + "1" + repeat(")", kDeep) + ";"),
      in_method(repeat("{", kDeep) + repeat("}", kDeep)),
      in_method("x := " + repeat("!", kDeep) + "a;"),
      in_method("x := " + repeat("(C)", kDeep) + "a;"),
      in_method("x := " + repeat("a[", kDeep)),
      in_method("x := " + repeat("f(", kDeep)),
      in_method("x := " + repeat("forall v, i : a : ", kDeep)),
      in_method(repeat("if (a) ", kDeep) + ";"),
      in_method(repeat("while (a) { ", kDeep)),
      in_method("if (a) { }" + repeat(" else if (a) { }", kDeep)),
      in_method("x := " + repeat("a ? ", kDeep)),
  };
  for (const std::string& input : inputs) {
    Parsed parsed(input);
    EXPECT_EQ(parsed.codes(), "2:OOX0104") << input.substr(0, 60);
  }
}

TEST(ParseLimits, LongChainsAreOneError) {
  constexpr std::size_t kLong = 100'000;
  for (const char* link : {" + a", " ==> a", " ? b : a", ".f", "[1]", " instanceof C"}) {
    EXPECT_EQ(codes_of("x := a" + repeat(link, kLong) + ";"), "2:OOX0105") << link;
    EXPECT_EQ(codes_of("x := a" + repeat(link, 9'000) + ";"), "") << link;
  }
}

TEST(ParseLimits, OrdinaryDepthIsFine) {
  EXPECT_EQ(codes_of("if (a) { }" + repeat(" else if (a) { }", 900) + " else { }"), "");
  EXPECT_EQ(codes_of("x := " + repeat("(", 900) + "1" + repeat(")", 900) + ";"), "");
  EXPECT_EQ(codes_of(repeat("{", 900) + repeat("}", 900)), "");
}

TEST(ParseLimits, GivesUpAfterFiftyErrors) {
  Parsed parsed(in_method(repeat("x := ;\n", 1000)));
  EXPECT_EQ(parsed.sink.error_count(), 50u);
  EXPECT_EQ(parsed.sink.all().back().notes.size(), 1u);
}

TEST(ParseLimits, JunkGetsADiagnostic) {
  EXPECT_EQ(Parsed(std::string("class A \0 { }", 13)).codes(), "1:BRD0003");
  EXPECT_EQ(Parsed("class A { // \xff\n }").codes(), "1:BRD0002");
  EXPECT_EQ(Parsed(repeat("(", 1'000'000)).codes(), "1:OOX0100");
  EXPECT_EQ(Parsed(repeat("{", 1'000'000)).codes(), "1:OOX0100");
  EXPECT_EQ(Parsed(std::string(1'000'000, 'a')).codes(), "1:OOX0100");
  EXPECT_EQ(Parsed(std::string(1'000'000, '"')).codes(), "1:OOX0100");
  EXPECT_EQ(Parsed(repeat("} ", 1'000'000)).sink.error_count(), 50u);
}

// Cutting a program anywhere gives errors at most, and a tree without holes.
TEST(ParseLimits, TruncatedFiles) {
  const std::string whole =
      "abstract class A extends B implements I {\n"
      "  static int[] f; /* c */\n"
      "  A(int x) requires(x > 0) { super(x); this.f := new int[x][2]; }\n"
      "  int m(C c) ensures(forall v, i : a : v == 'x') exceptional(false) {\n"
      "    try { lock (c) { wait c; } } catch { throw \"m\"; }\n"
      "    if (a) x := b ? (C) c : #d; else while (!e) { fork c.m(1, 2); join; }\n"
      "    return x instanceof D && -1.5 < y;\n"
      "  }\n"
      "}\n";
  ASSERT_EQ(Parsed(whole).messages(), "");
  for (std::size_t cut = 0; cut + 2 < whole.size(); ++cut) {
    Parsed parsed(whole.substr(0, cut));
    EXPECT_TRUE(parsed.sink.has_errors()) << whole.substr(0, cut);
    EXPECT_LE(parsed.sink.error_count(), 2u) << whole.substr(0, cut) << parsed.messages();
    for (const ClassDecl& decl : parsed.unit().classes) {
      for (const Member& member : decl.members) {
        EXPECT_TRUE(member.kind == MemberKind::Constructor || member.type_expr != nullptr);
        for (const Clause& clause : member.clauses) EXPECT_NE(clause.condition, nullptr);
      }
    }
  }
}

}  // namespace
}  // namespace oox
