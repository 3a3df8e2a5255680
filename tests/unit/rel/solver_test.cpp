// What brute force does not see: pins, cores, incremental use, overflow, printing.
#include "logic/rel/solver.h"

#include <gtest/gtest.h>

#include "logic/rel/numbers.h"
#include "logic/rel/printer.h"
#include "unit/rel/random_logic.h"

namespace {

using rel::Answer;
using rel::Expr;
using rel::Formula;

// Nodes n0 … with a partial function next, and integers of three bits.
struct Lists {
  explicit Lists(unsigned nodes, unsigned bits = 3) : universe(names(nodes), bits) {
    rel::TupleSet all = rel::TupleSet::range(universe, 0, nodes);
    problem.emplace(universe);
    problem->bound(node, all);
    problem->bound(next, all.product(all), true);
    rel::TupleSet ints =
        rel::TupleSet::range(universe, nodes, static_cast<rel::Atom>(universe.size()));
    problem->bound(value, all.product(ints), true);
  }
  static std::vector<std::string> names(unsigned count) {
    std::vector<std::string> result;
    for (unsigned i = 0; i < count; ++i) result.push_back("n" + std::to_string(i));
    return result;
  }
  rel::Solver solver(rel::Options options = {}) { return {exprs, *problem, options, run}; }
  Formula acyclic() { return exprs.no(exprs.intersection(exprs.closure(Next()), exprs.iden())); }
  Expr Next() { return exprs.relation(next); }
  Expr Node() { return exprs.relation(node); }
  Formula all_nodes(const std::function<Formula(Expr)>& make) {
    rel::Decl decl{exprs.add_variable("n"), Node()};
    return exprs.for_all(std::span(&decl, 1), make(exprs.variable(decl.variable)));
  }

  run::Run run;
  rel::Exprs exprs;
  rel::RelationId node = exprs.add_relation("Node", 1);
  rel::RelationId next = exprs.add_relation("next", 2);
  rel::RelationId value = exprs.add_relation("value", 2);
  rel::Universe universe;
  std::optional<rel::Problem> problem;
};

// As trees, these have 2^200 nodes.
TEST(Solver, SharedPartsAreLookedAtOnce) {
  Lists lists(2);
  rel::Exprs& e = lists.exprs;
  Expr deep = lists.Node();
  Formula formula = e.some(lists.Node());
  for (int i = 0; i < 200; ++i) {
    Formula is_odd = e.some(e.join(deep, lists.Next()));
    deep = e.if_expr(is_odd, e.difference(lists.Node(), e.join(deep, lists.Next())),
                     e.make_union(e.join(lists.Next(), deep), deep));
    rel::Decl decl{e.add_variable("x"), deep};
    Expr found = e.join(e.variable(decl.variable), lists.Next());
    Formula exists = e.exists(std::span(&decl, 1), e.some(e.intersection(found, deep)));
    formula = e.disjunction({e.conjunction({formula, exists}),
                             e.conjunction({e.negation(formula), e.negation(exists)})});
  }
  rel::Solver solver = lists.solver();
  ASSERT_TRUE(solver.add(formula, "deep"));
  EXPECT_NE(solver.solve(), Answer::Unknown);
}

TEST(Solver, CoreIsMinimalAndStillUnsatisfiable) {
  Lists lists(3);
  rel::Solver solver = lists.solver();
  rel::Exprs& e = lists.exprs;
  auto some_node = solver.add(e.some(lists.Node()), "some Node");
  auto has_next =
      solver.add(lists.all_nodes([&](Expr n) { return e.some(e.join(n, lists.Next())); }),
                 "every node has a next one");
  auto inside = solver.add(e.in(e.join(lists.Node(), lists.Next()), lists.Node()), "next in Node");
  auto noise = solver.add(e.lone(lists.Node()), "lone Node");
  auto acyclic = solver.add(lists.acyclic(), "acyclic");
  ASSERT_EQ(solver.solve(), Answer::Unsat);
  rel::Core core = solver.minimal_core();
  EXPECT_TRUE(core.is_minimal);
  EXPECT_TRUE(core.pins.empty());
  EXPECT_EQ(core.labels, (std::vector{*some_node, *has_next, *inside, *acyclic}));
  EXPECT_EQ(solver.solve({core.labels, {}}), Answer::Unsat);
  for (rel::LabelId left_out : core.labels) {
    std::vector<rel::LabelId> rest = core.labels;
    std::erase(rest, left_out);
    EXPECT_EQ(solver.solve({rest, {}}), Answer::Sat) << solver.label(left_out);
  }
  EXPECT_EQ(solver.solve({{{*noise, *acyclic}}, {}}), Answer::Sat);
}

TEST(Solver, CoresOfRandomFormulasAreUnsatisfiable) {
  int cores = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    test::RandomLogic logic(seed, seed % 2 == 0);
    rel::Problem problem = logic.problem();
    run::Run run;
    rel::Solver solver(logic.exprs, problem, {}, run);
    std::vector<Formula> formulas;
    for (int i = 0; i < 6; ++i) {
      formulas.push_back(logic.formula(2));
      ASSERT_TRUE(solver.add(formulas.back(), std::to_string(i)));
    }
    if (solver.solve() != Answer::Unsat) continue;
    ++cores;
    rel::Core core = solver.minimal_core();
    // Enumeration agrees: no instance satisfies the core.
    bool is_satisfied = false;
    test::for_each_instance(problem, [&](const rel::Instance& instance) {
      bool holds = true;
      for (rel::LabelId id : core.labels) {
        rel::Evaluator evaluator(logic.exprs, logic.universe(), instance);
        holds = holds && evaluator.holds(formulas[id.index()]) == rel::Truth::True;
      }
      is_satisfied = is_satisfied || holds;
    });
    EXPECT_FALSE(is_satisfied) << "seed " << seed;
  }
  EXPECT_GT(cores, 20);
}

TEST(Solver, PinsAreAssumptions) {
  Lists lists(3);
  rel::Solver solver = lists.solver();
  solver.add(lists.acyclic(), "acyclic");
  rel::TupleSet line(lists.universe, 2);
  line.add({2, 1});
  line.add({1, 0});
  rel::TupleSet loop = line;
  loop.add({0, 2});
  EXPECT_EQ(solver.solve({{}, {{lists.next, line}}}), Answer::Sat);
  EXPECT_EQ(solver.instance().value(lists.next), line);
  ASSERT_EQ(solver.solve({{}, {{lists.next, loop}}}), Answer::Unsat);
  EXPECT_EQ(solver.minimal_core().pins, std::vector{lists.next});
  // Not a function, so outside what the relation can be.
  rel::TupleSet fork = line;
  fork.add({2, 0});
  EXPECT_EQ(solver.solve({{}, {{lists.next, fork}}}), Answer::Unsat);
  // Outside the upper bound.
  rel::TupleSet strange(lists.universe, 2);
  strange.add({0, 3});
  ASSERT_EQ(solver.solve({{}, {{lists.next, strange}}}), Answer::Unsat);
  EXPECT_EQ(solver.core().pins, std::vector{lists.next});
  EXPECT_EQ(solver.solve(), Answer::Sat);
}

TEST(Solver, RelationsAndFormulasCanFollow) {
  Lists lists(3);
  rel::Solver solver = lists.solver();
  rel::Exprs& e = lists.exprs;
  solver.add(lists.acyclic(), "acyclic");
  ASSERT_EQ(solver.solve(), Answer::Sat);
  rel::RelationId head = e.add_relation("head", 1);
  rel::TupleSet first = rel::TupleSet::range(lists.universe, 2, 3);
  solver.bound(head, rel::TupleSet(lists.universe, 1), first);
  Expr all = e.make_union(e.relation(head), e.join(e.relation(head), e.closure(lists.Next())));
  solver.add(e.int_equal(e.cardinality(all), e.constant(3)), "three");
  ASSERT_EQ(solver.solve(), Answer::Sat);
  EXPECT_EQ(solver.instance().value(head), first);
  EXPECT_EQ(solver.instance().value(lists.next).size(), 2U);
}

TEST(Solver, OverflowIsNeverSilent) {
  Lists lists(2, 3);  // integers -4 to 3
  rel::Exprs& e = lists.exprs;
  rel::Decl decl{e.add_variable("x"), e.ints()};
  rel::IntExpr x = e.set_sum(e.variable(decl.variable));
  auto some = [&](Formula f) { return e.exists(std::span(&decl, 1), f); };
  auto ask = [&](Formula f) {
    rel::Solver solver = lists.solver();
    EXPECT_TRUE(solver.add(f, "f"));
    Answer answer = solver.solve();
    return std::pair(answer, answer == Answer::Unsat && solver.is_cut_by_overflow());
  };
  // Comparisons are exact: nothing wraps.
  EXPECT_EQ(ask(some(e.less(e.add(x, e.constant(1)), x))), std::pair(Answer::Unsat, false));
  EXPECT_EQ(ask(some(e.less_equal(e.constant(9), e.multiply(x, x)))).first, Answer::Sat);
  // 3 + 1 is no atom: no instance rests on it, and it is said that it matters.
  Expr successor = e.int_set(e.add(x, e.constant(1)));
  Formula is_four = e.conjunction({e.int_equal(x, e.constant(3)), e.some(successor)});
  EXPECT_EQ(ask(some(is_four)), std::pair(Answer::Unsat, true));
  Formula is_not_four = e.conjunction({e.int_equal(x, e.constant(3)), e.no(successor)});
  EXPECT_EQ(ask(some(is_not_four)), std::pair(Answer::Unsat, true));
  EXPECT_EQ(ask(some(e.equal(successor, e.int_set(e.constant(3))))).first, Answer::Sat);
  // Division by zero has no value.
  rel::IntExpr half = e.divide(e.constant(1), x);
  Formula by_zero = e.conjunction({e.int_equal(x, e.constant(0)), e.less(half, e.constant(9))});
  EXPECT_EQ(ask(some(by_zero)), std::pair(Answer::Unsat, true));
}

TEST(Solver, QuantifiersOverRelations) {
  Lists lists(2);
  rel::Exprs& e = lists.exprs;
  rel::Decl decl{e.add_variable("s"), lists.Node(), rel::Multiplicity::Set};
  Expr s = e.variable(decl.variable);
  Formula two = e.negation(e.lone(s));
  rel::Solver solver = lists.solver();
  ASSERT_TRUE(solver.add(e.exists(std::span(&decl, 1), two), "some set of two"));
  ASSERT_EQ(solver.solve(), Answer::Sat);
  EXPECT_EQ(solver.skolems().size(), 1U);
  EXPECT_EQ(solver.instance().value(solver.skolems()[0]).size(), 2U);
  // Below a quantifier over elements it depends on them.
  Formula for_each = lists.all_nodes([&](Expr n) {
    return e.exists(std::span(&decl, 1), e.equal(s, e.difference(lists.Node(), n)));
  });
  ASSERT_TRUE(solver.add(for_each, "for each node the others"));
  EXPECT_EQ(solver.solve(), Answer::Sat);
  EXPECT_FALSE(solver.add(e.for_all(std::span(&decl, 1), two), "all sets"));
  EXPECT_EQ(solver.error().variable, decl.variable);
}

TEST(Solver, LimitsEndInUnknown) {
  Lists lists(3);
  lists.run.cancel();
  rel::Solver solver = lists.solver();
  solver.add(lists.exprs.some(lists.Node()), "some Node");
  EXPECT_EQ(solver.solve(), Answer::Unknown);
  EXPECT_FALSE(solver.reason().empty());
}

// --- numbers: all operations on all pairs of constants and of inputs fixed by gates
TEST(Numbers, AgreeWithArithmetic) {
  rel::Circuit circuit;
  rel::Numbers numbers(circuit);
  auto value = [](const rel::Number& n) {
    std::int64_t result = 0;
    for (unsigned i = 0; i < n.width(); ++i) {
      EXPECT_TRUE(n.bits[i] == rel::kTrue || n.bits[i] == rel::kFalse);
      std::int64_t weight = std::int64_t{1} << i;
      if (n.bits[i] == rel::kTrue) result += i + 1 == n.width() ? -weight : weight;
    }
    return result;
  };
  for (std::int64_t a = -9; a <= 9; ++a) {
    for (std::int64_t b = -9; b <= 9; ++b) {
      rel::Number x = rel::Numbers::constant(a);
      rel::Number y = rel::Numbers::constant(b);
      EXPECT_EQ(value(numbers.add(x, y)), a + b);
      EXPECT_EQ(value(numbers.subtract(x, y)), a - b);
      EXPECT_EQ(value(numbers.multiply(x, y)), a * b);
      EXPECT_EQ(numbers.less(x, y, false) == rel::kTrue, a < b);
      EXPECT_EQ(numbers.less(x, y, true) == rel::kTrue, a <= b);
      EXPECT_EQ(numbers.equal(x, y) == rel::kTrue, a == b);
      if (b == 0) {
        EXPECT_EQ(numbers.divide(x, y).overflow, rel::kTrue);
        continue;
      }
      EXPECT_EQ(value(numbers.divide(x, y)), a / b) << a << "/" << b;
      EXPECT_EQ(value(numbers.remainder(x, y)), a % b) << a << "%" << b;
    }
  }
}

TEST(Printer, UsesAsFewParenthesesAsAlloyNeeds) {
  Lists lists(2);
  rel::Exprs& e = lists.exprs;
  Expr n = lists.Next();
  Expr a = lists.Node();
  EXPECT_EQ(rel::to_text(e, e.join(a, e.closure(e.make_union(n, e.transpose(n))))),
            "Node.^(next + ~next)");
  EXPECT_EQ(rel::to_text(e, e.in(e.intersection(e.join(a, n), a), a)), "Node.next & Node in Node");
  EXPECT_EQ(rel::to_text(e, e.difference(a, e.difference(a, e.join(n, a)))),
            "Node - (Node - next.Node)");
  EXPECT_EQ(rel::to_text(e, lists.all_nodes([&](Expr x) {
              return e.implies(e.some(e.join(x, n)), e.negation(e.equal(e.join(x, n), x)));
            })),
            "all n: Node | no n.next or n != n.next");
  EXPECT_EQ(rel::to_text(e, e.less(e.cardinality(a), e.add(e.cardinality(n), e.constant(1)))),
            "#Node < plus[#next, 1]");
}

// As a tree, this has 2^200 nodes.
TEST(Printer, ShowsAsManyNodesAsAreWanted) {
  Lists lists(2);
  rel::Exprs& e = lists.exprs;
  Expr deep = lists.Node();
  for (int i = 0; i < 200; ++i) deep = e.make_union(e.join(deep, lists.Next()), deep);
  EXPECT_EQ(rel::to_text(e, e.in(lists.Node(), e.join(lists.Node(), lists.Next())), 4),
            "Node in Node.…");
  EXPECT_EQ(rel::to_text(e, lists.Node(), 1), "Node");
  EXPECT_LT(rel::to_text(e, deep, 80).size(), 1'000U);
  EXPECT_LT(rel::to_text(e, e.conjunction({e.some(deep), e.no(deep)}), 80).size(), 1'000U);
}

}  // namespace
