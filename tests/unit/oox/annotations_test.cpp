// What the checker writes into the tree, on which lowering relies.
#include <gtest/gtest.h>

#include <functional>

#include "lang/oox/check.h"
#include "lang/oox/parser.h"
#include "unit/oox/check_cases.h"

namespace oox {
namespace {

struct Checked {
  base::Sources sources;
  Program program;
  diag::Sink sink;

  explicit Checked(const std::string& text) {
    parse(sources, sources.add("test.oox", text), program, sink);
    check(program, sink);
    EXPECT_FALSE(sink.has_errors()) << text << (sink.all().empty() ? "" : sink.all()[0].message);
  }

  Symbol symbol(std::string_view name) { return program.symbols.make(name); }
  ClassInfo* cls(std::string_view name) { return program.find_class(symbol(name)); }
  MethodInfo* method(std::string_view of, std::string_view name) {
    return find_method(cls(of), symbol(name));
  }
  // The i-th statement of a method's body.
  Stmt& stmt(const MethodInfo* method, std::size_t i) { return *method->decl->body->stmts[i]; }
  std::string type(const Expr* e) { return program.type_name(e->type); }
  // "this param:x local:y …"
  std::string variables(const MethodInfo* method) {
    std::string result;
    for (const Variable& v : method->variables) {
      constexpr const char* kKinds[] = {"this", "param", "local", "retval", "bound"};
      result += fmt::format("{}:{}:{} ", kKinds[static_cast<int>(v.kind)], program.text(v.name),
                            program.type_name(v.type));
    }
    return result;
  }
};

void walk(Expr* e, const std::function<void(Expr&)>& f) {
  if (!e) return;
  f(*e);
  for (Expr* inner : {e->a, e->b, e->c}) walk(inner, f);
  for (Expr* arg : e->args) walk(arg, f);
}

void walk(Stmt* s, const std::function<void(Expr&)>& f) {
  if (!s) return;
  walk(s->target, f);
  walk(s->value, f);
  for (Expr* arg : s->args) walk(arg, f);
  for (Stmt* inner : s->stmts) walk(inner, f);
  walk(s->body, f);
  walk(s->otherwise, f);
}

void expect_complete(const Program& program, const MethodInfo& method, const Expr& e) {
  ASSERT_TRUE(e.type.is_valid());
  TypeKind kind = program.types.kind(e.type);
  EXPECT_NE(kind, TypeKind::Error);
  EXPECT_NE(kind, TypeKind::IntLiteral);
  switch (e.kind) {
    case ExprKind::Name:
      EXPECT_NE(e.var.is_valid(), e.cls != nullptr);
      if (e.var) {
        ASSERT_LT(e.var.index(), method.variables.size());
        EXPECT_EQ(method.variables[e.var.index()].name, e.name);
        EXPECT_EQ(method.variables[e.var.index()].type, e.type);
      }
      break;
    case ExprKind::This: EXPECT_EQ(e.var, method.this_var); break;
    case ExprKind::Quantifier: EXPECT_TRUE(e.var && e.index_var); break;
    case ExprKind::Field:
      ASSERT_NE(e.field, nullptr);
      EXPECT_EQ(e.field->type, e.type);
      break;
    case ExprKind::Call:
      ASSERT_NE(e.method, nullptr);
      EXPECT_EQ(e.method->result, e.type);
      EXPECT_EQ(e.method->params.size(), e.args.size());
      break;
    case ExprKind::New:
      ASSERT_NE(e.cls, nullptr);
      EXPECT_EQ(e.method == nullptr, e.cls->constructors.empty());
      break;
    case ExprKind::Cast:
    case ExprKind::NewArray: EXPECT_EQ(e.target_type, e.type); break;
    case ExprKind::InstanceOf: EXPECT_TRUE(e.target_type.is_valid()); break;
    default: break;
  }
}

TEST(Annotations, AreCompleteInEveryGoodProgram) {
  std::size_t seen = 0;
  for (const CheckCase& c : all_cases()) {
    if (c.good.empty()) continue;
    SCOPED_TRACE(c.good);
    Checked checked(c.good);
    for (Unit& unit : checked.program.units) {
      for (ClassDecl& decl : unit.classes) {
        ASSERT_NE(decl.info, nullptr);
        for (Member& member : decl.members) {
          if (member.kind == MemberKind::Invariant) continue;
          EXPECT_NE(member.field != nullptr, member.method != nullptr);
          if (!member.method) continue;
          auto visit = [&](Expr& e) {
            ++seen;
            expect_complete(checked.program, *member.method, e);
          };
          for (const Param& param : member.params) EXPECT_TRUE(param.var.is_valid());
          for (const Clause& clause : member.clauses) walk(clause.condition, visit);
          walk(member.body, visit);
        }
      }
    }
  }
  EXPECT_GT(seen, 1000U);
}

TEST(Annotations, VariablesComeInSourceOrder) {
  Checked checked(R"(
class C {
    int m(int x, int[] a)
        requires(forall v, i : a : v > 0)
        ensures(retval > x && (exists w, j : a : w == retval))
    {
        bool all := forall u, k : a : u > 0;
        { int y := x; x := y; }
        { bool y := all; }
        return x;
    }
    static void s(bool b) { int z; }
    void n() { }
})");
  MethodInfo* m = checked.method("C", "m");
  EXPECT_EQ(checked.variables(m),
            "this:this:C param:x:int param:a:int[] bound:v:int bound:i:int retval:retval:int "
            "bound:w:int bound:j:int local:all:bool bound:u:int bound:k:int local:y:int "
            "local:y:bool ");
  EXPECT_EQ(m->this_var, VarId(0));
  EXPECT_EQ(m->retval_var, VarId(5));
  EXPECT_EQ(m->decl->params[1].var, VarId(2));
  EXPECT_EQ(checked.stmt(m, 0).var, VarId(8));
  EXPECT_EQ(checked.stmt(m, 1).stmts[0]->var, VarId(11));
  EXPECT_EQ(checked.stmt(m, 1).stmts[1]->value->var, VarId(11));
  MethodInfo* s = checked.method("C", "s");
  EXPECT_EQ(checked.variables(s), "param:b:bool local:z:int ");
  EXPECT_FALSE(s->this_var.is_valid());
  EXPECT_FALSE(checked.method("C", "n")->retval_var.is_valid());
}

TEST(Annotations, LiteralsAdapt) {
  Checked checked(R"(
class C {
    void m(uint u, float f, bool b, string s, C c) {
        u := 1 + 2 * 3;
        f := b ? -1 : 2;
        b := 1 < (2);
        b := u == 1;
        f := 1 + 0.5;
        s := s + null;
        b := c == null;
        c := b ? null : null;
        b := null == null;
        int i := 7;
        C.take(1, 2, null);
        b := (1 + 2) * f > 3;
    }
    static void take(uint u, float f, string s) { }
})");
  MethodInfo* m = checked.method("C", "m");
  auto value = [&](std::size_t i) { return checked.stmt(m, i).value; };
  walk(value(0), [&](Expr& e) { EXPECT_EQ(checked.type(&e), "uint"); });
  EXPECT_EQ(checked.type(value(1)), "float");
  EXPECT_EQ(checked.type(value(1)->b->a), "float");
  EXPECT_EQ(checked.type(value(1)->c), "float");
  EXPECT_EQ(checked.type(value(2)), "bool");
  EXPECT_EQ(checked.type(value(2)->a), "int");
  EXPECT_EQ(checked.type(value(2)->b->a), "int");
  EXPECT_EQ(checked.type(value(3)->b), "uint");
  EXPECT_EQ(checked.type(value(4)->a), "float");
  EXPECT_EQ(checked.type(value(5)->b), "string");
  EXPECT_EQ(checked.type(value(6)->b), "C");
  EXPECT_EQ(checked.type(value(7)->c), "C");
  EXPECT_EQ(checked.type(value(8)->a), "null");
  EXPECT_EQ(checked.type(value(9)), "int");
  EXPECT_EQ(checked.type(value(10)->args[0]), "uint");
  EXPECT_EQ(checked.type(value(10)->args[1]), "float");
  EXPECT_EQ(checked.type(value(10)->args[2]), "string");
  EXPECT_EQ(checked.type(value(11)->a->a->a->b), "float");
}

TEST(Annotations, VariableWinsOverClass) {
  Checked checked(R"(
class A { int f; static int g; }
class C { void m(A A) { int x := A.f; } void n() { int x := A.g; } })");
  const Expr* through_variable = checked.stmt(checked.method("C", "m"), 0).value;
  EXPECT_TRUE(through_variable->a->var.is_valid());
  EXPECT_EQ(through_variable->a->cls, nullptr);
  const Expr* through_class = checked.stmt(checked.method("C", "n"), 0).value;
  EXPECT_EQ(through_class->a->cls, checked.cls("A"));
  EXPECT_TRUE(through_class->field->is_static);
}

TEST(Annotations, ConstructorsAreChosenByArity) {
  Checked checked(R"(
class P { }
class A extends P { A() { } A(int x) { } }
class B extends A { B() { super(1); } }
class D extends P { D() { super(); } }
class C { void m() { A a := new A(1); a := new A(); P p := new P(); int[][] t := new int[1][2]; } })");
  MethodInfo* m = checked.method("C", "m");
  ClassInfo* a = checked.cls("A");
  EXPECT_EQ(checked.stmt(m, 0).value->method, find_constructor(a, 1));
  EXPECT_EQ(checked.stmt(m, 1).value->method, find_constructor(a, 0));
  EXPECT_EQ(checked.stmt(m, 2).value->method, nullptr);
  EXPECT_EQ(checked.stmt(m, 2).value->cls, checked.cls("P"));
  EXPECT_EQ(checked.program.type_name(checked.stmt(m, 3).value->target_type), "int[][]");
  EXPECT_EQ(checked.stmt(checked.cls("B")->constructors[0], 0).method, find_constructor(a, 1));
  EXPECT_EQ(checked.stmt(checked.cls("D")->constructors[0], 0).method, nullptr);
}

TEST(Annotations, OverridingAndDispatch) {
  Checked checked(R"(
interface I { int key(); default int twice() { return 2; } static int zero() { return 0; } }
interface J extends I { default int twice() { return 4; } }
class A implements I, J { int key() { return 1; } }
class B extends A { int twice() { int t := super.twice(); return t; } }
class C extends B { int key() { return 3; } })");
  ClassInfo* b = checked.cls("B");
  ClassInfo* c = checked.cls("C");
  MethodInfo* j_twice = checked.method("J", "twice");
  EXPECT_EQ(j_twice->overridden, checked.method("I", "twice"));
  EXPECT_EQ(checked.method("A", "twice"), j_twice);
  EXPECT_EQ(checked.method("A", "key")->overridden, checked.method("I", "key"));
  EXPECT_EQ(checked.method("B", "twice")->overridden, j_twice);
  EXPECT_EQ(checked.stmt(checked.method("B", "twice"), 0).value->method, j_twice);
  EXPECT_EQ(checked.method("C", "key")->overridden, checked.method("A", "key"));
  EXPECT_EQ(find_implementation(c, checked.symbol("twice"))->owner, b);
  EXPECT_EQ(find_implementation(b, checked.symbol("key"))->owner, checked.cls("A"));
  EXPECT_EQ(find_implementation(checked.cls("I"), checked.symbol("key")), nullptr);
  EXPECT_EQ(find_method(c, checked.symbol("zero")), nullptr);
  EXPECT_TRUE(is_subclass(c, checked.cls("I")));
  EXPECT_FALSE(is_subclass(checked.cls("I"), c));
  EXPECT_EQ(checked.cls("A")->all_interfaces.size(), 2U);
}

TEST(Annotations, TypeTests) {
  Checked checked(R"(
class A { } class B extends A { }
class C { void m(A a) { B b := (B) a; bool t := a instanceof B; } })");
  MethodInfo* m = checked.method("C", "m");
  EXPECT_EQ(checked.stmt(m, 0).value->cls, checked.cls("B"));
  EXPECT_EQ(checked.stmt(m, 1).value->cls, checked.cls("B"));
  EXPECT_EQ(checked.stmt(m, 1).value->target_type, checked.cls("B")->type);
  EXPECT_EQ(checked.type(checked.stmt(m, 1).value), "bool");
}

}  // namespace
}  // namespace oox
