#include "lang/oox/printer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/oox/syntax.h"

namespace oox {
namespace {

using testing::in_method;
using testing::Parsed;
using testing::repeat;

// Prints a text, and checks what holds for every text: the result parses, keeps
// all comments, and prints as itself.
std::string format(const std::string& text) {
  Parsed first(text);
  EXPECT_EQ(first.messages(), "") << text;
  if (first.sink.has_errors()) return "";
  std::string once = first.print();
  Parsed second(once);
  EXPECT_EQ(second.messages(), "") << once;
  if (second.sink.has_errors()) return "";
  EXPECT_EQ(second.unit().comments.size(), first.unit().comments.size()) << once;
  EXPECT_EQ(second.print(), once) << text;
  return once;
}

// The statements of a method, without what is around them and their indentation.
std::string format_statements(const std::string& statements) {
  std::string whole = format(in_method(statements));
  const std::string head = "class A {\n    void m() {\n";
  const std::string tail = "    }\n}\n";
  if (whole.size() < head.size() + tail.size()) return whole;
  EXPECT_EQ(whole.substr(0, head.size()), head);
  std::string body = whole.substr(head.size(), whole.size() - head.size() - tail.size());
  std::string out;
  for (std::size_t at = 0; at < body.size();) {
    std::size_t end = body.find('\n', at);
    std::string line = body.substr(at, end - at);
    out += (line.size() >= 8 ? line.substr(8) : line) + "\n";
    at = end + 1;
  }
  return out;
}

TEST(Printer, LayoutOfDeclarations) {
  EXPECT_EQ(format("class A{int x;static C [ ] y;A ( ){}\n"
                   "int m(int a,C b)requires(a>0)ensures(retval>0){return a;}abstract void n();}\n"
                   "abstract class B extends A implements I,J{}interface I extends K , L{\n"
                   "default void m(){;}void n()requires(true);}"),
            "class A {\n"
            "    int x;\n"
            "    static C[] y;\n"
            "    A() {}\n"
            "    int m(int a, C b)\n"
            "        requires(a > 0)\n"
            "        ensures(retval > 0)\n"
            "    {\n"
            "        return a;\n"
            "    }\n"
            "    abstract void n();\n"
            "}\n"
            "abstract class B extends A implements I, J {}\n"
            "interface I extends K, L {\n"
            "    default void m() {\n"
            "        ;\n"
            "    }\n"
            "    void n()\n"
            "        requires(true);\n"
            "}\n");
}

TEST(Printer, LayoutOfStatements) {
  EXPECT_EQ(format_statements("int x:=1;if(a){x:=2;}else if(b)x:=3;else{x:=4;}while(c)x:=5;\n"
                              "try{;}catch{}lock(d){;}lock d;unlock(d);assert(a);assert a&&b;\n"
                              "fork x.m(1,2);join;super(1);throw\"m\";throw;return;return x;{;}"),
            "int x := 1;\n"
            "if (a) {\n"
            "    x := 2;\n"
            "} else if (b)\n"
            "    x := 3;\n"
            "else {\n"
            "    x := 4;\n"
            "}\n"
            "while (c)\n"
            "    x := 5;\n"
            "try {\n"
            "    ;\n"
            "} catch {}\n"
            "lock (d) {\n"
            "    ;\n"
            "}\n"
            "lock d;\n"
            "unlock(d);\n"
            "assert(a);\n"
            "assert a && b;\n"
            "fork x.m(1, 2);\n"
            "join;\n"
            "super(1);\n"
            "throw \"m\";\n"
            "throw;\n"
            "return;\n"
            "return x;\n"
            "{\n"
            "    ;\n"
            "}\n");
}

TEST(Printer, ExpressionsAsWritten) {
  const std::string expressions[] = {
      "((a + b)) * c - d / e % f",
      "a ==> b ==> (c ==> d)",
      "!a && -b < - -c || #d == -(-e)",
      "a ? b : c ? d : e",
      "(forall v, i : a : v > 0) && exists w, j : b : w == v",
      "(C) x",
      "(int[]) x",
      "(C) (x)",
      "x instanceof C[] == !(y instanceof D)",
      "new C(1, a + b)",
      "new int[n + 1][m]",
      "super.m(x, this)",
      "a.f",
      "a[i - 1]",
      "\"a\\n\\u{20ac}€\" + s",
      "'\\''",
      "007",
      "1.50e-3",
      "null",
  };
  for (const std::string& e : expressions) {
    EXPECT_EQ(format_statements("x := " + e + ";"), "x := " + e + ";\n");
  }
}

TEST(Printer, BlankLinesAreKeptButNeverTwo) {
  EXPECT_EQ(
      format("\n\nclass A {\n\n\n    int x;\n\n\n\n    int y;\n    int z;\n\n"
             "    void m() {\n\n        ;\n\n\n        ;\n\n    }\n\n}\n\n\nclass B { }\n\n\n"),
      "class A {\n    int x;\n\n    int y;\n    int z;\n\n    void m() {\n        ;\n\n"
      "        ;\n    }\n}\n\nclass B {}\n");
  EXPECT_EQ(format("class A {\n    A() { }\n\n    A(int x) { }\n}"),
            "class A {\n    A() {}\n\n    A(int x) {}\n}\n");
  EXPECT_EQ(format_statements("if (a)\n\n\n  ;\n\n;"), "if (a)\n    ;\n\n;\n");
}

TEST(Printer, CommentsStayWhereTheyBelong) {
  const std::string text =
      "// file\n"
      "\n"
      "/* class\n"
      "   of two lines */\n"
      "class A { // class\n"
      "    // field\n"
      "    int x; // trailing\n"
      "\n"
      "    // method\n"
      "    void m(int a) // head\n"
      "        // before a clause\n"
      "        requires(a > 0) // clause\n"
      "        // before the body\n"
      "    { // body\n"
      "        // first\n"
      "        x := 1; /* one */ // two\n"
      "        if (a) { // if\n"
      "            // alone\n"
      "        } else { // else\n"
      "            ;\n"
      "            // last\n"
      "        }\n"
      "        while (b) // while\n"
      "            ; // governed\n"
      "        // end of body\n"
      "    } // after the body\n"
      "    // end of class\n"
      "} // after the class\n"
      "// end of file\n";
  EXPECT_EQ(format(text), text);
}

TEST(Printer, CommentsInsideMoveToTheEndOfTheLine) {
  EXPECT_EQ(format_statements("x := a /* one */ + // two\n b; // three"),
            "x := a + b; /* one */ // two\n// three\n");
  EXPECT_EQ(format_statements("/* a */ x /* b */ := /* c */ 1 /* d */ ; /* e */"),
            "/* a */\nx := 1; /* b */ /* c */ /* d */ /* e */\n");
  EXPECT_EQ(format_statements("if (a) { ; } // one\n// two\nelse { ; }"),
            "if (a) {\n    ;\n} else { // one\n    // two\n    ;\n}\n");
  EXPECT_EQ(format_statements("if (a /* one */) // two\n // three\n { }"),
            "if (a) { /* one */ // two\n    // three\n}\n");
  EXPECT_EQ(format_statements("if (a) ; // one\n// two\nelse ;"),
            "if (a)\n    ; // one\n    // two\nelse\n    ;\n");
}

TEST(Printer, BlockCommentsMoveAsAWhole) {
  EXPECT_EQ(format("class A {\n  /* one\n   * two\n     three   \n\n   */\n  int x;\n}"),
            "class A {\n    /* one\n     * two\n       three\n\n     */\n    int x;\n}\n");
  EXPECT_EQ(format("class A {\r\n\t// tab \r\n\t/* a\r\n\t   b */\r\n\tint x;\r\n}\r\n"),
            "class A {\n    // tab\n    /* a\n       b */\n    int x;\n}\n");
}

// A comment between any two tokens, of either kind, alone and on a line of its own.
TEST(Printer, NoCommentVanishesAnywhere) {
  const std::string tokens[] = {
      "abstract", "class", "A",       "extends", "B",        "implements", "I",     ",",     "J",
      "{",        "int",   "[",       "]",       "x",        ";",          "A",     "(",     "int",
      "a",        ",",     "C",       "b",       ")",        "requires",   "(",     "a",     ">",
      "0",        ")",     "ensures", "(",       "b",        ")",          "{",     "super", "(",
      "1",        ")",     ";",       "if",      "(",        "a",          ")",     "x",     ":=",
      "f",        "(",     "1",       ")",       ";",        "else",       "if",    "(",     "b",
      ")",        "{",     "}",       "else",    "{",        ";",          "}",     "while", "(",
      "a",        ")",     "{",       "break",   ";",        "}",          "try",   "{",     "}",
      "catch",    "{",     "}",       "for",     "(",        "int",        "i",     ":=",    "0",
      ";",        "a",     ";",       "i",       "++",       ",",          "x",     "+=",    "2",
      ")",        "{",     "}",       "for",     "(",        ";",          ";",     ")",     "x",
      ".",        "f",     "[",       "1",       "]",        "--",         ";",     "lock",  "(",
      "x",        ")",     "{",       "}",       "while",    "(",          "a",     ")",     "if",
      "(",        "b",     ")",       "x",       ":=",       "1",          "+",     "2",     ";",
      "else",     "fork",  "m",       "(",       ")",        ";",          "if",    "(",     "c",
      ")",        "y",     ":=",      "3",       ";",        "return",     "x",     "?",     "1",
      ":",        "2",     ";",       "}",       "abstract", "void",       "n",     "(",     ")",
      "requires", "(",     "a",       ")",       ";",        "}",          "class", "D",     "{",
      "}"};
  for (const char* comment : {" /* c */ ", " // c\n", "\n// c\n", "\n/* c\n d */\n", "\n\n// c\n\n",
                              " /* a */ // b\n// c\n"}) {
    for (std::size_t place = 0; place <= std::size(tokens); ++place) {
      std::string text;
      for (std::size_t i = 0; i < std::size(tokens); ++i) {
        if (i == place) text += comment;
        text += tokens[i] + " ";
      }
      if (place == std::size(tokens)) text += comment;
      format(text);
    }
    std::string everywhere;
    for (const std::string& token : tokens) everywhere += token + comment;
    format(everywhere);
  }
}

TEST(Printer, LongLinesAreBroken) {
  const std::string name(30, 'n');
  std::string out = format_statements("x := " + name + " + " + name + " + " + name + ";\n" + name +
                                      "(" + name + ", " + name + ", " + name + ");\n");
  EXPECT_EQ(out, "x := " + name + "\n        + " + name + "\n        + " + name + ";\n" + name +
                     "(\n        " + name + ",\n        " + name + ",\n        " + name + ");\n");
  out = format("class A { void m(int " + name + ", int " + name + ", int " + name + ") requires(" +
               name + " > 0 && (" + name + " < 1 || " + name + " > 2 || " + name +
               " < 3)) { while (" + name + " && " + name + " && " + name + ") { ; } } }");
  for (std::size_t at = 0; at < out.size();) {
    std::size_t end = out.find('\n', at);
    EXPECT_LE(end - at, 100u) << out.substr(at, end - at);
    at = end + 1;
  }
  // Exactly 100 columns fit, one more does not.
  std::string fits = "x := " + std::string(40, 'a') + " + " + std::string(43, 'b') + ";";
  ASSERT_EQ(fits.size(), 92u);
  EXPECT_EQ(format_statements(fits), fits + "\n");
  EXPECT_NE(format_statements("y" + fits), "y" + fits + "\n");
}

TEST(Printer, Corpus) {
  const std::string texts[] = {
      "class A { static int[] sort(int[] array) requires(array != null)\n"
      "ensures(forall v, i : retval : forall w, j : retval : i < j ==> v <= w) exceptional(false)\n"
      "{ bool sorted := false; while (!sorted) { sorted := true; int i := 1;\n"
      "while (i < #array) { int a := array[i]; int b := array[i - 1]; if (a < b) {\n"
      "array[i] := b; array[i - 1] := a; sorted := false; } i := i + 1; } } return array; } }",
      "class Main { static void main() exceptional(false) { int n := 2;\n"
      "Fork[] forks := new Fork[n]; while (i < n) { forks[i] := new Fork(); i := i + 1; }\n"
      "Fork right := forks[(i + 1) % n]; fork Main.eat(left, right); join; }\n"
      "static void eat(Fork left, Fork right) { while (true) { lock (left) { lock (right) { ; }\n"
      "} } } } class Fork { Fork() { ; } }",
      in_method("if (a) if (b) x := 1; else x := 2; else x := 3;"),
      in_method("if (a) while (b) if (c) { } else ; else try { } catch { }"),
      in_method("if (a) { }" + repeat(" else if (b) { ; }", 300) + " else { }"),
      in_method("x := a" + repeat(" + a", 9'000) + ";"),
      in_method("x := a" + repeat(" ==> a", 9'000) + ";"),
      in_method("x := a" + repeat(" ? b : a", 9'000) + ";"),
      in_method("x := " + repeat("(", 900) + "1" + repeat(")", 900) + ";"),
      in_method(repeat("{", 900) + repeat("}", 900)),
      in_method("x := (a).f; x := (1).f; x := 1 .f; x := (new int[3])[0]; x := new C().m().f[2];"),
      in_method("x := - - - a; x := !!a; x := a - - b; x := a-b; x := (a)-(b);"),
      in_method("x := b ? forall v, i : a : v : exists v, i : a : v;"),
      in_method("x := !forall v, i : a : v && w; x := (C) forall v, i : a : v;"),
      "\xef\xbb\xbf// mark\nclass A { }",
  };
  for (const std::string& text : texts) format(text);
}

TEST(Printer, EmptyUnitIsEmpty) {
  base::Sources sources;
  Program program;
  Unit unit;
  unit.file = sources.add("empty.oox", "");
  EXPECT_EQ(print(sources, program, unit), "");
}

// ---------------------------------------------------------------- single expressions

class PrintExpr : public ::testing::Test {
 protected:
  Program program_;

  Expr* make(Expr e) { return program_.arena.make(e); }
  Expr* name(std::string_view text) {
    Expr e;
    e.kind = ExprKind::Name;
    e.name = program_.symbols.make(text);
    return make(e);
  }
  Expr* number(std::int64_t value) {
    Expr e;
    e.kind = ExprKind::IntLit;
    e.integer = program_.arena.integer(value);
    return make(e);
  }
  Expr* binary(BinaryOp op, Expr* a, Expr* b) {
    Expr e;
    e.kind = ExprKind::Binary;
    e.binary = op;
    e.a = a;
    e.b = b;
    return make(e);
  }
  Expr* of(ExprKind kind, Expr* a, Expr* b = nullptr, Expr* c = nullptr) {
    Expr e;
    e.kind = kind;
    e.a = a;
    e.b = b;
    e.c = c;
    e.name = program_.symbols.make("v");
    e.index = program_.symbols.make("i");
    return make(e);
  }
  std::string text(const Expr* e) { return print(program_, *e); }
};

TEST_F(PrintExpr, AddsTheBracketsATreeNeeds) {
  Expr* a = name("a");
  Expr* b = name("b");
  Expr* c = name("c");
  Expr* sum = binary(BinaryOp::Add, a, b);
  EXPECT_EQ(text(binary(BinaryOp::Mul, sum, c)), "(a + b) * c");
  EXPECT_EQ(text(binary(BinaryOp::Add, sum, c)), "a + b + c");
  EXPECT_EQ(text(binary(BinaryOp::Sub, c, sum)), "c - (a + b)");
  EXPECT_EQ(text(binary(BinaryOp::And, binary(BinaryOp::Or, a, b), c)), "(a || b) && c");
  Expr* implies = binary(BinaryOp::Implies, a, b);
  EXPECT_EQ(text(binary(BinaryOp::Implies, implies, c)), "(a ==> b) ==> c");
  EXPECT_EQ(text(binary(BinaryOp::Implies, c, implies)), "c ==> a ==> b");
  Expr* choice = of(ExprKind::Conditional, a, b, c);
  EXPECT_EQ(text(binary(BinaryOp::Add, choice, c)), "(a ? b : c) + c");
  EXPECT_EQ(text(of(ExprKind::Conditional, choice, b, choice)), "(a ? b : c) ? b : a ? b : c");
  EXPECT_EQ(text(of(ExprKind::Unary, sum)), "-(a + b)");
  EXPECT_EQ(text(of(ExprKind::Unary, of(ExprKind::Unary, a))), "- -a");
  EXPECT_EQ(text(of(ExprKind::SizeOf, sum)), "#(a + b)");
  EXPECT_EQ(text(of(ExprKind::Index, sum, c)), "(a + b)[c]");
}

TEST_F(PrintExpr, QuantifiersStandFreeOnlyAtTheEnd) {
  Expr* a = name("a");
  Expr* b = name("b");
  Expr* all = of(ExprKind::Quantifier, a, b);
  EXPECT_EQ(text(binary(BinaryOp::And, b, all)), "b && exists v, i : a : b");
  EXPECT_EQ(text(binary(BinaryOp::And, all, b)), "(exists v, i : a : b) && b");
  EXPECT_EQ(text(binary(BinaryOp::Or, binary(BinaryOp::And, b, all), b)),
            "b && (exists v, i : a : b) || b");
  EXPECT_EQ(text(of(ExprKind::Conditional, all, all, all)),
            "(exists v, i : a : b) ? exists v, i : a : b : exists v, i : a : b");
}

TEST_F(PrintExpr, LiteralsWithoutASource) {
  EXPECT_EQ(text(number(42)), "42");
  EXPECT_EQ(text(binary(BinaryOp::Sub, name("a"), number(-1))), "a - -1");
  Expr e;
  e.kind = ExprKind::FloatLit;
  e.number = 2;
  EXPECT_EQ(text(make(e)), "2.0");
  e.number = 0.1;
  EXPECT_EQ(text(make(e)), "0.1");
  e.kind = ExprKind::CharLit;
  e.character = U'\'';
  EXPECT_EQ(text(make(e)), "'\\''");
  e.kind = ExprKind::StringLit;
  e.name = program_.symbols.make("a\"\n");
  EXPECT_EQ(text(make(e)), "\"a\\\"\\n\"");
}

TEST_F(PrintExpr, ACastOfADifferenceKeepsItsBrackets) {
  TypeExpr type;
  type.base = TypeName::Class;
  type.name = program_.symbols.make("C");
  Expr e;
  e.kind = ExprKind::Cast;
  e.type_expr = program_.arena.make(type);
  e.a = of(ExprKind::Unary, name("a"));
  EXPECT_EQ(text(make(e)), "(C) (-a)");
}

// What is printed for a tree from the parser reads as the same tree.
TEST(PrintParsed, ExpressionsReadBack) {
  for (const char* e : {"a + b * c - d", "a ==> b ==> c", "(a) - b", "!a || -b < c",
                        "forall v, i : a : v ==> exists w, j : b : w", "new C(a)[1].f(2)",
                        "x instanceof C && (C) x == y", "#a - 1", "a ? b : c ? d : e"}) {
    Parsed parsed(in_method(std::string("x := ") + e + ";"));
    ASSERT_EQ(parsed.messages(), "") << e;
    EXPECT_EQ(print(parsed.program, *parsed.unit().classes[0].members[0].body->stmts[0]->value), e);
  }
}

}  // namespace
}  // namespace oox
