// Trees of dynamic logic: interning, substitution, definedness, simplification, steps.
#include "logic/dl/eval.h"
#include "logic/dl/event.h"
#include "logic/dl/print.h"
#include "support/pl.h"

namespace {

using dl::Style;

// A formula of a program that holds nothing else.
struct Formula : support::Pl {
  explicit Formula(const std::string& text) : Pl("formula " + text) {}
  dl::ExprId id() { return program.formulas.at(0).formula; }
  std::string text(dl::ExprId expr) { return dl::print(store(), expr, Style::Source); }
};

TEST(DlStore, EqualTreesAreOne) {
  Formula f("x + 1 == x + 1");
  const dl::Expr& equality = f.store().expr(f.id());
  EXPECT_EQ(equality.a, equality.b);
  EXPECT_EQ(f.store().make_int(7), f.store().make_int(7));
  EXPECT_NE(f.store().make_int(7), f.store().make_int(-7));
}

TEST(DlStore, ThreadsAreOrderedByTheirOrigin) {
  dl::Store store;
  const dl::ThreadId second = store.make_process(1);
  const dl::ThreadId first = store.make_process(0);
  const dl::ThreadId child = store.make_child(first, 3);
  EXPECT_TRUE(store.before(first, child));
  EXPECT_TRUE(store.before(child, second));
  EXPECT_FALSE(store.before(second, first));
  EXPECT_TRUE(store.is_descendant(child, first));
  EXPECT_FALSE(store.is_descendant(child, second));
  EXPECT_EQ(dl::print_thread(store, child), "ι₀.₃");
}

TEST(DlSubst, AppliesAndComposes) {
  Formula f("x + y < z");
  dl::Store& store = f.store();
  const dl::VarId x = store.find_var("x");
  const dl::VarId y = store.find_var("y");
  const dl::SubstId inner = store.make_subst({{x, store.make_var(y)}});
  const dl::SubstId outer = store.make_subst({{y, store.make_int(2)}});
  EXPECT_EQ(f.text(dl::apply(store, inner, f.id())), "y + y < z");
  EXPECT_EQ(f.text(dl::apply(store, outer, dl::apply(store, inner, f.id()))),
            f.text(dl::apply(store, dl::compose(store, outer, inner), f.id())));
  // The identity is empty.
  EXPECT_EQ(store.make_subst({{x, store.make_var(x)}}), store.empty_subst());
}

TEST(DlSubst, StaysOutsideOfBoxes) {
  Formula f("[proc { x := x + 1 }] x > y");
  dl::Store& store = f.store();
  const dl::SubstId subst = store.make_subst({{store.find_var("x"), store.make_int(1)}});
  EXPECT_EQ(f.text(dl::apply(store, subst, f.id())), "{x := 1} [proc { x := x + 1 }] x > y");
  EXPECT_EQ(dl::free_vars(store, f.id()).size(), 2U);
}

TEST(DlSubst, FreeVariables) {
  Formula f("(forall k : k > x) and {y := z} y == u");
  std::string names;
  for (dl::VarId var : dl::free_vars(f.store(), f.id())) names += f.store().var(var).name;
  EXPECT_EQ(names, "xzu");
}

TEST(DlSubst, Definedness) {
  auto defined = [](const std::string& condition) {
    support::Pl pl("proc { b := " + condition + " }");
    const dl::Stmt& stmt = pl.store().first(pl.program.processes[0].code);
    return dl::print(pl.store(), dl::definedness(pl.store(), stmt.value), Style::Source);
  };
  EXPECT_EQ(defined("x == 1"), "true");
  EXPECT_EQ(defined("x / 2 == 1"), "true");
  EXPECT_EQ(defined("x / 0 == 1"), "0 != 0");
  EXPECT_EQ(defined("x / y == 1"), "y != 0");
  EXPECT_EQ(defined("c and x / y == 1"), "!c or y != 0");
  EXPECT_EQ(defined("c or x % y == 1"), "c or y != 0");
  EXPECT_EQ(defined("x / (y / z) == 1"), "z != 0 and y / z != 0");
}

TEST(DlSimplify, FoldsAndAbsorbs) {
  auto simple = [](const std::string& text) {
    Formula f(text);
    return f.text(dl::simplified(f.store(), f.id()));
  };
  EXPECT_EQ(simple("1 + 2 == 3 and b"), "b");
  EXPECT_EQ(simple("b or 2 < 1"), "b");
  EXPECT_EQ(simple("not not b"), "b");
  EXPECT_EQ(simple("b ==> true"), "true");
  EXPECT_EQ(simple("b ==> false"), "!b");
  EXPECT_EQ(simple("(1 < 2 ? x : y) == 1"), "x == 1");
  EXPECT_EQ(simple("x + 1 == 2"), "x + 1 == 2");
}

TEST(DlEval, TruncatesAndSkips) {
  Formula f("x != 0 and y / x == -2 or b");
  auto value = [&](std::int64_t x, std::int64_t y, std::int64_t b) {
    return dl::eval(f.store(), f.id(), {x, y, b});
  };
  EXPECT_EQ(value(0, 1, 0), base::Integer(0));
  EXPECT_EQ(value(0, 1, 1), base::Integer(1));
  EXPECT_EQ(value(2, -5, 0), base::Integer(1));
}

TEST(DlStep, InterferenceOfThreads) {
  support::Pl pl("proc { new(x := 1); join } proc { y := 1 }");
  dl::Store& store = pl.store();
  dl::PoolId pool = dl::initial_pool(pl.program);
  auto threads = dl::schedulable(store, pool);
  const dl::Outcome spawn = dl::step(store, store.empty_subst(), pool, threads[0]).at(0);
  const dl::Outcome other = dl::step(store, store.empty_subst(), pool, threads[1]).at(0);
  EXPECT_TRUE(dl::is_interference_free(store, spawn.event, other.event));
  const dl::Outcome child =
      dl::step(store, store.empty_subst(), spawn.pool, spawn.event.spawned).at(0);
  EXPECT_FALSE(dl::is_interference_free(store, spawn.event, child.event));
  EXPECT_EQ(dl::print(store, spawn.event), "ι₀⟨True, ∅, ∅, new ι₀.₀⟩");
  // The parent waits for the child.
  EXPECT_EQ(dl::schedulable(store, spawn.pool).size(), 2U);
  const dl::Outcome join = dl::step(store, store.empty_subst(), child.pool, threads[0]).at(0);
  EXPECT_FALSE(dl::is_interference_free(store, join.event, child.event));
  EXPECT_TRUE(dl::is_interference_free(store, join.event, other.event));
}

}  // namespace
