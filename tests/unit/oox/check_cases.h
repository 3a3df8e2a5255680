// For every kind of diagnostic of the static semantics: programs that cause exactly
// it, and near misses that cause nothing.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"

namespace oox {

struct CheckCase {
  diag::Kind kind;
  std::string bad;
  std::string good;  // empty if there is no near miss
};

// How a failing case is named.
inline void PrintTo(const CheckCase& c, std::ostream* out) { *out << diag::info(c.kind).code; }

// Statements inside a method that has parameters of all types.
inline std::string body(const std::string& statements) {
  return R"(
class A {
    int f; static int total; A next; int[] cells;
    void act() { }
    int twice(int x) { return x + x; }
    static void reset() { }
    static int add(int x, int y) { return x + y; }
}
class B extends A { int g; }
class U { }
class Start { Start(int n) { } Start(int n, int m) { } }
interface I { int key(); }
abstract class Abs implements I { }
class T {
    int own;
    static int shared;
    void helper() { }
    static int pure(int x) { return x; }
    static int impure(int x) { T.shared := x; return x; }
    static int looping() { int z := 0; while (z < 3) { z++; } return z; }
    void test(int i, uint u, float d, bool b, char c, string s, A a, B sub, U other, I it,
              int[] xs, A[] as, int[][] grid) {
)" + statements +
         R"(
    }
}
)";
}

// A static method that returns int, with parameters x, b and xs.
inline std::string returning(const std::string& statements) {
  return "class C { static int m(int x, bool b, int[] xs) { " + statements + " } }";
}

// A method with this contract.
inline std::string contract(const std::string& clauses) {
  return "class C { int f; int[] own; int m(int x, int[] xs) " + clauses +
         " { int y := x; return y; } }";
}

inline std::vector<CheckCase> class_cases() {
  using diag::Kind;
  return {
      {Kind::OoxDuplicateClass, "class A { } class A { }", "class A { } class B { }"},
      {Kind::OoxDuplicateClass, "class A { } interface A { }", ""},
      {Kind::OoxUnknownSupertype, "class A extends X { }", "class X { } class A extends X { }"},
      {Kind::OoxUnknownSupertype, "class A implements X { }",
       "class A implements X { } interface X { }"},
      {Kind::OoxInheritanceCycle, "class A extends B { } class B extends A { }", ""},
      {Kind::OoxInheritanceCycle, "class A extends A { }", ""},
      {Kind::OoxInheritanceCycle,
       "interface I extends J, K { } interface J { } interface K extends I { }",
       "interface I extends J, K { } interface J { } interface K extends J { }"},
      {Kind::OoxClassExtendsInterface, "interface I { } class A extends I { }",
       "interface I { } class A implements I { }"},
      {Kind::OoxImplementsClass, "class B { } class A implements B { }", ""},
      {Kind::OoxInterfaceExtendsClass, "class B { } interface I extends B { }",
       "interface B { } interface I extends B { }"},
      {Kind::OoxRepeatedSupertype, "interface I { } class A implements I, I { }",
       "interface I { } interface J extends I { } class A implements I, J { }"},
      {Kind::OoxDuplicateField, "class A { int x; static bool x; }",
       "class A { int x; void x() { } }"},
      {Kind::OoxDuplicateMethod, "class A { void m() { } void m(int x) { } }", ""},
      {Kind::OoxDuplicateConstructor, "class A { A(int x) { } A(bool b) { } }",
       "class A { A(int x) { } A() { } A(bool b, int x) { } }"},
      {Kind::OoxDuplicateParameter, "class A { void m(int x, bool x) { } }",
       "class A { void m(int x) { } void n(int x) { } }"},
      {Kind::OoxHiddenField, "class A { int x; } class B extends A { bool x; }",
       "class A { int x; } class B extends A { int y; } class C extends A { int y; }"},
      {Kind::OoxInterfaceField, "interface I { int x; }", "interface I { int x(); }"},
      {Kind::OoxInterfaceConstructor, "interface I { I() { } }", ""},
      {Kind::OoxMissingBody, "class A { void m(); }", "abstract class A { abstract void m(); }"},
      {Kind::OoxMissingBody, "interface I { static void m(); }",
       "interface I { static void m() { } }"},
      {Kind::OoxMissingBody, "interface I { default void m(); }",
       "interface I { default void m() { } }"},
      {Kind::OoxMissingBody, "class A { A(); }", "class A { A() { } }"},
      {Kind::OoxAbstractWithBody, "abstract class A { abstract void m() { } }",
       "abstract class A { void m() { } }"},
      {Kind::OoxAbstractInConcrete, "class A { abstract void m(); }",
       "interface I { abstract void m(); }"},
      {Kind::OoxStaticAbstract, "abstract class A { abstract static void m(); }", ""},
      {Kind::OoxStaticAbstract, "interface I { default static void m() { } }", ""},
      {Kind::OoxDuplicateField, "class A { int x; specfield x : set A; }",
       "class A { int x; specfield y : set A; }"},
      {Kind::OoxHiddenField,
       "class A { specfield x : set A; } class B extends A { specfield x : lone A; }",
       "class A { specfield x : set A; } class B extends A { specfield y : lone A; }"},
      {Kind::OoxInterfaceField, "interface I { specfield x : set I; }",
       "abstract class I { specfield x : set I; }"},
      {Kind::OoxUnknownClass, "class A { specfield x : B -> lone Int; }",
       "class A { specfield x : A -> lone Int; }"},
      {Kind::OoxSpecWithBody, "class A { void m() spec { no none } { } }",
       "class A { void m() spec { no none }; }"},
      {Kind::OoxSpecMisplaced, "class A { A() spec { no none }; }",
       "class A { static int m() spec { return = 1 }; }"},
      {Kind::OoxSpecMisplaced, "abstract class A { abstract void m() spec { no none }; }",
       "abstract class A { void m() spec { no none }; }"},
      {Kind::OoxSpecMisplaced, "interface I { void m() spec { no none }; }", ""},
      {Kind::OoxDuplicateFormula, "class A { void m() spec { no none } spec { no none }; }", ""},
      {Kind::OoxDuplicateFormula,
       "class A { void m() property p { no none } property p { no none } { } }",
       "class A { void m() property p { no none } property q { no none } { } }"},
      {Kind::OoxDuplicateFormula, "class A { invariant i { no none } invariant i { no none } }",
       "class A { invariant i { no none } void m() property i { no none } { } }"},
      {Kind::OoxSpecFieldInCode, "class A { specfield x : set A; void m() { A a := this.x; } }",
       "class A { A x; void m() { A a := this.x; } }"},
      {Kind::OoxOverrideSignature,
       "class A { int m() { return 1; } } class B extends A { uint m() { return 1; } }",
       "class A { int m() { return 1; } } class B extends A { int m() { return 2; } }"},
      {Kind::OoxOverrideSignature,
       "class A { void m(int x) { } } class B extends A { void m() { } }",
       "class A { void m(int x) { } } class B extends A { void m(int y) { } }"},
      {Kind::OoxOverrideSignature,
       "class A { A m() { return null; } } class B extends A { B m() { return null; } }",
       "class A { A m() { return null; } } class B extends A { A m() { return null; } }"},
      {Kind::OoxOverrideSignature,
       "interface I { void m(); } class A implements I { void m(int x) { } }",
       "interface I { void m(); } class A implements I { void m() { } }"},
      {Kind::OoxOverrideSignature,
       "interface I { void m(); } abstract class A implements I { }"
       "class B extends A { int m() { return 1; } }",
       ""},
      {Kind::OoxOverrideStatic,
       "class A { void m() { } } class B extends A { static void m() { } }",
       "class A { static void m() { } } class B extends A { static int m(int x) { return x; } }"},
      {Kind::OoxOverrideStatic,
       "class A { static void m() { } } class B extends A { void m() { } }",
       "interface A { static void m() { } } class B implements A { void m() { } }"},
      {Kind::OoxNotImplemented, "interface I { void m(); } class A implements I { }",
       "interface I { void m(); } abstract class A implements I { }"},
      {Kind::OoxNotImplemented, "abstract class A { abstract void m(); } class B extends A { }",
       "abstract class A { abstract void m(); } class B extends A { void m() { } } class C extends "
       "B { }"},
      {Kind::OoxNotImplemented,
       "interface I { void m(); } interface J { void m(); } class A implements I, J { }",
       "interface I { void m(); } interface J extends I { default void m() { } }"
       "class A implements I, J { }"},
      {Kind::OoxNotImplemented,  // a class wins over an interface, even without a body
       "abstract class A { abstract void m(); } interface I { default void m() { } }"
       "class B extends A implements I { }",
       "class A { void m() { } } interface I { void m(); } class B extends A implements I { }"},
      {Kind::OoxConflictingDefaults,
       "interface I { default void m() { } } interface J { default void m() { } }"
       "class A implements I, J { }",
       "interface I { default void m() { } } interface J { default void m() { } }"
       "class A implements I, J { void m() { } }"},
      {Kind::OoxConflictingDefaults,
       "interface I { default void m() { } } interface J { void m(); }"
       "interface K extends I, J { } interface L extends K { }",
       "interface I { default void m() { } } interface J { static void m() { } }"
       "class A implements I, J { }"},
      {Kind::OoxConflictingDefaults,
       "interface I { default void m() { } } interface J { default void m() { } }"
       "class A implements I { } class B extends A implements J { }",
       "interface I { default void m() { } } interface J extends I { default void m() { } }"
       "class A implements I { } class B extends A implements J { }"},
      {Kind::OoxInheritedMismatch,
       "class A { int m() { return 1; } } interface I { void m(); } class B extends A implements I "
       "{ }",
       "class A { int m() { return 1; } } interface I { int m(); } class B extends A implements I "
       "{ }"},
      {Kind::OoxInheritedMismatch,
       "interface I { int m(); } interface J { void m(); } abstract class A implements I, J { }",
       "interface I { int m(); } interface J { int m(); } abstract class A implements I, J { }"},
      {Kind::OoxMissingConstructor, "class A { A(int x) { } } class B extends A { }",
       "class A { A(int x) { } A() { } } class B extends A { }"},
      {Kind::OoxMissingSuperCall, "class A { A(int x) { } } class B extends A { B() { } }",
       "class A { A(int x) { } } class B extends A { B() { super(1); } }"},
      {Kind::OoxSuperCallPlace, "class A { A() { } } class B extends A { B() { join; super(); } }",
       "class A { A() { } } class B extends A { B() { int x; super(); } }"},
      {Kind::OoxSuperCallPlace, "class A { A() { } } class B extends A { void m() { super(); } }",
       ""},
      {Kind::OoxNoSuperclass, "class A { A() { super(); } }", "class A { A() { } }"},
      {Kind::OoxNoSuperclass, "class A { void m() { super.m(); } }",
       "interface I { default void m() { } } class A implements I { void m() { super.m(); } }"},
      {Kind::OoxConstructorArity, "class A { A(int x) { } } class B extends A { B() { super(); } }",
       ""},
      {Kind::OoxUnknownClass, "class A { X x; }", "class A { A x; }"},
      {Kind::OoxUnknownClass, "class A { X m(int y) { return null; } }", ""},
      {Kind::OoxUnknownClass, "class A { void m(X[] x) { } }", "class A { void m(A[][] x) { } }"},
      {Kind::OoxThisInStatic, "class A { int f; static void m() { this.f := 1; } }",
       "class A { int f; void m() { this.f := 1; } }"},
      {Kind::OoxSuperInStatic,
       "class A { void n() { } } class B extends A { static void m() { super.n(); } }",
       "class A { void n() { } } class B extends A { void m() { super.n(); } }"},
      {Kind::OoxAbstractSuperCall,
       "abstract class A { abstract void m(); } class B extends A { void m() { super.m(); } }",
       "abstract class A { void m() { } } class B extends A { void m() { super.m(); } }"},
      {Kind::OoxInstanceCallInStatic, "class A { void n() { } static void m() { n(); } }",
       "class A { static void n() { } static void m() { n(); } void k() { m(); } }"},
  };
}

inline std::vector<CheckCase> name_cases() {
  using diag::Kind;
  return {
      {Kind::OoxUnknownClass, body("X x;"), body("A x;")},
      {Kind::OoxUnknownClass, body("a := new X(i);"), ""},
      {Kind::OoxUnknownVariable, body("j := 1;"), body("i := 1;")},
      {Kind::OoxUnknownVariable, body("i := own;"), body("i := this.own;")},
      {Kind::OoxUnknownVariable, body("assert forall v, k : xs : w > 0;"),
       body("assert forall v, k : xs : v > k;")},
      {Kind::OoxUnknownReceiver, body("i := q.f;"), body("i := a.f;")},
      {Kind::OoxUnknownReceiver, body("Q.m();"), body("A.reset();")},
      {Kind::OoxUnknownField, body("i := a.g;"), body("i := sub.f;")},
      {Kind::OoxUnknownField, body("a.h := 1;"), body("sub.g := 1;")},
      {Kind::OoxUnknownField, body("i := A.g;"), body("i := B.total;")},
      {Kind::OoxUnknownMethod, body("a.go();"), body("a.act();")},
      {Kind::OoxUnknownMethod, body("twice(1);"), body("helper();")},
      {Kind::OoxUnknownMethod, "class A { } class B extends A { void m() { super.m(); } }", ""},
      {Kind::OoxUseBeforeDeclaration, body("y := 1; int y;"), body("int y; y := 1;")},
      {Kind::OoxUseBeforeDeclaration, body("int y := y + 1;"), body("int y := i + 1;")},
      {Kind::OoxUseBeforeDeclaration, body("if (b) { y := 1; } int y := 2;"), ""},
      {Kind::OoxOutOfScope, body("{ int y := 1; } y := 2;"), body("{ int y := 1; y := 2; }")},
      {Kind::OoxOutOfScope, body("if (b) { int y := 1; } else { y := 2; }"), ""},
      {Kind::OoxOutOfScope, contract("requires(y > 0)"), contract("requires(x > 0)")},
      {Kind::OoxShadowing, body("int i := 1;"), body("{ int y; } { bool y; }")},
      {Kind::OoxShadowing, body("int y; while (b) { int y := 1; }"),
       body("while (b) { int y := 1; } int y;")},
      {Kind::OoxShadowing, body("assert forall i, k : xs : i > 0;"),
       body("assert (forall v, k : xs : v > 0) && (exists v, k : xs : v > 0);")},
      {Kind::OoxShadowing, body("assert forall v, v : xs : v > 0;"), ""},
      {Kind::OoxShadowing, body("assert forall v, k : grid : exists v, l : xs : v > k;"), ""},
      {Kind::OoxClassAsValue, body("a := A;"), body("A A := a; a := A;")},
      {Kind::OoxClassAsValue, body("i := A[0];"), ""},
      {Kind::OoxNoMembers, body("i := xs.length;"), body("i := #xs;")},
      {Kind::OoxNoMembers, body("s.print();"), ""},
      {Kind::OoxNoMembers, body("i.f := 1;"), ""},
      {Kind::OoxBadReceiver, body("i := (i + 1).f;"), body("i := (b ? a : sub).f;")},
      {Kind::OoxInstanceFieldOfClass, body("i := A.f;"), body("i := A.total;")},
      {Kind::OoxStaticFieldOfObject, body("a.total := 1;"), body("A.total := 1;")},
      {Kind::OoxInstanceMethodOfClass, body("A.act();"), body("A.reset();")},
      {Kind::OoxStaticMethodOfObject, body("a.reset();"), body("pure(1);")},
      {Kind::OoxStaticMethodOfObject,
       "class A { static void n() { } } class B extends A { void m() { super.n(); } }",
       "class A { static void n() { } } class B extends A { void m() { n(); } }"},
      {Kind::OoxRetvalMisplaced, contract("requires(retval > 0)"), contract("ensures(retval > 0)")},
      {Kind::OoxRetvalMisplaced, contract("exceptional(retval > 0)"), ""},
      {Kind::OoxRetvalMisplaced, body("retval := 1;"), body("int retval := 1;")},
      {Kind::OoxRetvalOfVoid, "class C { void m() ensures(retval == 1) { } }", ""},
      {Kind::OoxRetvalOfVoid, "class C { C() ensures(retval == null) { } }", ""},
      {Kind::OoxReservedRetval, "class C { int m(int retval) { return retval; } }",
       "class C { void m(int retval) { } }"},
      {Kind::OoxReservedRetval, contract("ensures(forall retval, i : xs : i >= 0)"),
       contract("requires(forall retval, i : xs : i >= 0)")},
      {Kind::OoxWrongArity, body("i := A.add(1);"), body("i := A.add(1, 2);")},
      {Kind::OoxWrongArity, body("a.act(1, b, s);"), body("a.act();")},
      {Kind::OoxConstructorArity, body("a := new A(1);"), body("a := new A();")},
      {Kind::OoxConstructorArity, body("Start t := new Start();"),
       body("Start t := new Start(1); t := new Start(1, 2);")},
      {Kind::OoxNewOfAbstract, body("Abs t := new Abs();"), body("Abs t := null;")},
      {Kind::OoxNewOfInterface, body("it := new I();"), body("I[] t := new I[1];")},
      {Kind::OoxArrayOfVoid, body("xs := new void[1];"), body("xs := new int[1];")},
  };
}

inline std::vector<CheckCase> type_cases() {
  using diag::Kind;
  return {
      {Kind::OoxAssignType, body("i := b;"), body("i := 1; u := 1; d := 1; d := 1.5; i := -1;")},
      {Kind::OoxAssignType, body("int y := 1.5;"), body("float y := 1;")},
      {Kind::OoxAssignType, body("sub := a;"), body("a := sub;")},
      {Kind::OoxAssignType, body("as := null; B[] bs := as;"), body("as := null;")},
      {Kind::OoxAssignType, body("i := null;"),
       body("s := null; xs := null; a := null; it := null;")},
      {Kind::OoxAssignType, body("a.f := u;"), body("a.f := i;")},
      {Kind::OoxAssignType, body("grid[0] := i;"), body("grid[0] := xs;")},
      {Kind::OoxAssignType, body("u := i;"), body("u := u + 1;")},
      {Kind::OoxAssignType, body("s := c;"), body("s := \"c\";")},
      {Kind::OoxAssignType, body("xs := new int[1][2];"), body("grid := new int[1][2];")},
      {Kind::OoxArgumentType, body("i := A.add(1, b);"), body("i := A.add(1, i);")},
      {Kind::OoxArgumentType, body("Start t := new Start(1, u);"),
       body("Start t := new Start(1, 2);")},
      {Kind::OoxConditionType, body("while (i) { }"), body("while (i > 0) { }")},
      {Kind::OoxConditionType, body("if (a) { }"), body("if (a != null) { }")},
      {Kind::OoxConditionType, body("assert 1;"), body("assert (true);")},
      {Kind::OoxConditionType, body("assume s;"), body("assume s == null;")},
      {Kind::OoxConditionType, body("i := i ? 1 : 2;"), body("i := b ? 1 : 2;")},
      {Kind::OoxOperandType, body("b := b && 1;"), body("b := b && i == 1 ==> !b || false;")},
      {Kind::OoxOperandType, body("i := i + b;"), body("i := i + 1;")},
      {Kind::OoxOperandType, body("s := s + a;"), body("s := s + \"1\" + null;")},
      {Kind::OoxOperandType, body("s := null + null;"), ""},
      {Kind::OoxOperandType, body("i := -b;"), body("i := -i;")},
      {Kind::OoxOperandType, body("b := !i;"), body("b := !b;")},
      {Kind::OoxOperandType, body("b := s < s;"), body("b := c < 'x';")},
      {Kind::OoxOperandType, body("b := c < 1;"), ""},
      {Kind::OoxOperandType, body("i := a * 2;"), ""},
      {Kind::OoxMixedNumbers, body("i := i + u;"), body("u := u + 1;")},
      {Kind::OoxMixedNumbers, body("b := d == i;"), body("b := d == 1;")},
      {Kind::OoxMixedNumbers, body("b := u < i;"), body("b := 1 < u;")},
      {Kind::OoxMixedNumbers, body("d := i * 1.5;"), body("d := 2 * 1.5;")},
      {Kind::OoxCompareTypes, body("b := i == b;"), body("b := b == (i == 1);")},
      {Kind::OoxCompareTypes, body("b := i == null;"), body("b := null == s;")},
      {Kind::OoxCompareTypes, body("b := c != 1;"), body("b := c != '1';")},
      {Kind::OoxNeverEqual, body("b := a == other;"), body("b := a == sub; b := sub != a;")},
      {Kind::OoxNeverEqual, body("b := xs == grid;"), body("b := xs == xs;")},
      {Kind::OoxNeverEqual, body("b := s == a;"), body("b := it == a;")},
      {Kind::OoxBranchTypes, body("i := b ? 1 : s;"), body("d := b ? 1 : 1.5;")},
      {Kind::OoxBranchTypes, body("a := b ? a : other;"),
       body("a := b ? a : sub; a := b ? null : a;")},
      {Kind::OoxReturnType, returning("return b;"), returning("return x;")},
      {Kind::OoxReturnType, returning("return null;"), "class C { C m() { return null; } }"},
      {Kind::OoxReturnType, returning("return 1.5;"), "class C { float m() { return 1; } }"},
      {Kind::OoxReturnWithoutValue, returning("return;"), body("return;")},
      {Kind::OoxReturnFromVoid, body("return 1;"), ""},
      {Kind::OoxReturnFromVoid, "class C { C() { return this; } }", "class C { C() { return; } }"},
      {Kind::OoxClauseType, contract("requires(x)"), contract("requires(x > 0)")},
      {Kind::OoxClauseType, contract("ensures(retval)"), contract("ensures(retval == x)")},
      {Kind::OoxClauseType, contract("exceptional(1)"), contract("exceptional(false)")},
      {Kind::OoxNotAnArray, body("i := i[0];"), body("i := xs[0];")},
      {Kind::OoxNotAnArray, body("s[0] := 'x';"), body("xs[0] := 1;")},
      {Kind::OoxIndexType, body("i := xs[u];"), body("i := xs[i + 1];")},
      {Kind::OoxIndexType, body("xs[1.5] := 1;"), ""},
      {Kind::OoxSizeType, body("xs := new int[u];"), body("xs := new int[#xs];")},
      {Kind::OoxSizeType, body("grid := new int[1][b];"), body("grid := new int[1][i];")},
      {Kind::OoxSizeOfType, body("i := #a;"), body("i := #xs + #s;")},
      {Kind::OoxSizeOfType, body("i := #null;"), ""},
      {Kind::OoxQuantifierDomain, body("assert forall v, k : s : v == 'x';"), ""},
      {Kind::OoxQuantifierDomain, body("assert exists v, k : i : v > 0;"),
       body("assert exists v, k : xs : v > 0;")},
      {Kind::OoxQuantifierBody, body("assert exists v, k : xs : v;"), ""},
      {Kind::OoxLockType, body("lock (s) { }"), body("lock (a) { }")},
      {Kind::OoxLockType, body("lock i;"), body("lock xs;")},
      {Kind::OoxLockType, body("unlock i;"), body("unlock it;")},
      {Kind::OoxLockType, body("wait b;"), body("wait this;")},
      {Kind::OoxLockType, body("notify s;"), body("notify a;")},
      {Kind::OoxLockType, body("notifyAll d;"), body("notifyAll grid;")},
      {Kind::OoxLockOfNull, body("lock (null) { }"), ""},
      {Kind::OoxLockOfNull, body("unlock null;"), ""},
      {Kind::OoxTypeTestOfValue, body("d := (float) i;"), body("sub := (B) a;")},
      {Kind::OoxTypeTestOfValue, body("b := s instanceof A;"), body("b := a instanceof B;")},
      {Kind::OoxTypeTestOfValue, body("b := a instanceof int;"), ""},
      {Kind::OoxImpossibleCast, body("a := (A) other;"), body("a := (A) it;")},
      {Kind::OoxImpossibleCast, body("a := (A) xs;"), body("a := (A) null;")},
      {Kind::OoxImpossibleInstanceOf, body("b := other instanceof A;"),
       body("b := other instanceof I;")},
      {Kind::OoxImpossibleInstanceOf, body("b := grid instanceof int[];"), ""},
      {Kind::OoxVoidCall, body("i := a.act();"), body("i := a.twice(1);")},
      {Kind::OoxVoidCall, body("int y := helper();"), ""},
      {Kind::OoxChoose, body("i := choose(3, 1);"), body("i := choose(1, 3); b := choose();")},
  };
}

inline std::vector<CheckCase> flow_cases() {
  using diag::Kind;
  return {
      {Kind::OoxImpureCall, body("b := exists v, k : xs : v == impure(k);"),
       body("b := exists v, k : xs : v == pure(k) + a.f + grid[0][k];")},
      {Kind::OoxImpureCall, body("b := forall v, k : xs : v == looping();"),
       body("i := A.add(1, pure(2)) + a.twice(T.shared) + looping();")},
      {Kind::OoxImpureCall,
       "class A { int n; int up() { this.n := 1; return 1; } void m() ensures(this.up() > 0) { } }",
       contract("requires(this.f > 0 && #this.own > 0) ensures(retval == xs[0])")},
      {Kind::OoxImpureCall,
       "class A { A f() { return new A(); } void m() ensures(this.f() == null) { } }",
       "class A { A f() { if (this.g() > 1) { return this; } return this.f(); } int g() "
       "{ int x := 1; x += 2; return x; } void m() ensures(this.f() == null) { } }"},
      {Kind::OoxOldMisplaced, contract("requires(old(x) > 0)"), contract("ensures(old(x) > 0)")},
      {Kind::OoxOldMisplaced, contract("ensures(old(old(x)) > 0)"),
       contract("exceptional(old(this.f + xs[x]) > 0)")},
      {Kind::OoxOldMisplaced, body("i := old(old(i));"),
       body("assert old(i) == i && i > old(a.f); i := old(i);")},
      {Kind::OoxOldMisplaced, "class A { int f; invariant(old(this.f) > 0); }",
       "class A { int f; invariant(this.f > 0); }"},
      {Kind::OoxOldLocal, body("int z := i; assert old(z) == i;"),
       body("assert old(forall v, k : xs : v == k);")},
      {Kind::OoxOldLocal, body("assert forall v, k : xs : v == old(xs[k]);"), ""},
      {Kind::OoxInterfaceInvariant, "interface I { invariant(1 > 0); }",
       "abstract class I { invariant(1 > 0); }"},
      {Kind::OoxClauseType, body("while (b) invariant(i) { }"),
       body("for (int z := 0; z < 1; z++) invariant(z <= 1) invariant(a.f > old(i)) { }")},
      {Kind::OoxClauseType, "class A { int f; invariant(this.f); }",
       "class A { int f; void invariant(int x) { } void m() { invariant(1); } }"},
      {Kind::OoxNewInExpression, body("b := forall v, k : as : v == new A();"),
       body("b := new A() == a; new A(); as := new A[1];")},
      {Kind::OoxNewInExpression, contract("requires(#(new int[1]) == x)"),
       body("i := #(new int[1]);")},
      {Kind::OoxBadThrow, body("throw i;"), body("throw s + \"!\";")},
      {Kind::OoxVoidCall, body("i := a.twice(a.act());"), body("i := a.twice(a.twice(1));")},
      {Kind::OoxMixedNumbers, body("a.f += 1.5; "), body("a.f += 2; d -= 1; s += \"x\";")},
      {Kind::OoxMissingReturn, returning(""), returning("return 1;")},
      {Kind::OoxMissingReturn, returning("if (b) { return 1; }"),
       returning("if (b) { return 1; } else { throw; }")},
      {Kind::OoxMissingReturn, returning("while (b) { return 1; }"),
       returning("while ((true)) { x := x + 1; }")},
      {Kind::OoxMissingReturn, returning("while (true) { if (b) { break; } }"),
       returning("while (true) { while (b) { break; } }")},
      {Kind::OoxMissingReturn, returning("try { return 1; } catch { }"),
       returning("try { throw; } catch { return 1; }")},
      {Kind::OoxMissingReturn, returning("lock (xs) { x := 1; }"),
       returning("lock (xs) { return 1; }")},
      {Kind::OoxBreakOutsideLoop, body("if (b) { break; }"), body("while (b) { break; }")},
      {Kind::OoxContinueOutsideLoop, body("continue;"), body("while (b) { if (b) { continue; } }")},
      {Kind::OoxUnreachable, body("return; i := 1; i := 2;"), body("if (b) { return; } i := 1;")},
      {Kind::OoxUnreachable, body("while (true) { i := 1; } i := 2;"), body("while (true) { };")},
      {Kind::OoxUnreachable, body("while (b) { break; i := 1; }"),
       body("while (true) { break; } i := 1;")},
      {Kind::OoxUnreachable, returning("throw \"no\"; { return 1; x := 1; }"), ""},
      {Kind::OoxForkDropsResult, body("fork a.twice(1);"), body("fork a.act(); fork A.reset();")},
      {Kind::OoxUselessCast, body("a := (A) sub;"), body("sub := (B) a;")},
      {Kind::OoxUselessCast, body("xs := (int[]) xs;"), ""},
      {Kind::OoxUselessInstanceOf, body("b := sub instanceof A;"), body("b := a instanceof B;")},
      {Kind::OoxDivisionByZero, body("i := i / 0;"), body("d := d / 0;")},
      {Kind::OoxDivisionByZero, body("i := 7 % (0);"), body("d := 1 / 0; i := 0 / 7;")},
      {Kind::OoxNegativeUint, body("u := -1;"), body("u := 0; d := -1; u := -0;")},
  };
}

inline std::vector<CheckCase> all_cases() {
  std::vector<CheckCase> all = class_cases();
  for (const auto& more : {name_cases(), type_cases(), flow_cases()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace oox
