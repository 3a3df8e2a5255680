// The solver against enumeration: random formulas over tiny universes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "logic/rel/solver.h"
#include "logic/rel/symmetry.h"
#include "unit/rel/random_logic.h"

namespace {

using Assignment = std::vector<std::vector<std::uint64_t>>;

Assignment assignment(const rel::Problem& problem, const rel::Instance& instance) {
  Assignment result;
  for (rel::RelationId relation : problem.relations()) {
    result.push_back(instance.value(relation).indices());
  }
  return result;
}

// The least assignment that permuting interchangeable atoms gives.
Assignment canonical(const rel::Problem& problem, const rel::Instance& instance,
                     const std::vector<std::vector<rel::Atom>>& classes) {
  std::vector<rel::Atom> image(problem.universe().size());
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<rel::Atom>(i);
  Assignment best;
  auto permute = [&](auto& self, std::size_t at) -> void {
    if (at < classes.size()) {
      std::vector<rel::Atom> order = classes[at];
      do {
        for (std::size_t i = 0; i < order.size(); ++i) image[classes[at][i]] = order[i];
        self(self, at + 1);
      } while (std::next_permutation(order.begin(), order.end()));
      return;
    }
    Assignment mapped;
    for (rel::RelationId relation : problem.relations()) {
      const rel::TupleSet& value = instance.value(relation);
      rel::TupleSet moved(value.arity(), value.base());
      for (std::size_t i = 0; i < value.size(); ++i) {
        rel::Tuple tuple = value.tuple(i);
        for (rel::Atom& atom : tuple) atom = image[atom];
        moved.add(tuple);
      }
      mapped.push_back(moved.indices());
    }
    if (best.empty() || mapped < best) best = mapped;
  };
  permute(permute, 0);
  return best;
}

struct Counts {
  std::set<Assignment> sure;
  std::set<Assignment> sure_classes;
  std::size_t unknown = 0;
};

Counts enumerate(test::RandomLogic& logic, const rel::Problem& problem, rel::Formula formula,
                 const std::vector<std::vector<rel::Atom>>& classes) {
  Counts result;
  test::for_each_instance(problem, [&](const rel::Instance& instance) {
    rel::Truth truth = rel::Evaluator(logic.exprs, logic.universe(), instance).holds(formula);
    if (truth == rel::Truth::Unknown) ++result.unknown;
    if (truth != rel::Truth::True) return;
    result.sure.insert(assignment(problem, instance));
    result.sure_classes.insert(canonical(problem, instance, classes));
  });
  return result;
}

void compare(std::uint64_t seed, bool with_integers) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  test::RandomLogic logic(seed, with_integers);
  rel::Problem problem = logic.problem();
  rel::Formula formula = logic.formula(3);
  auto classes = rel::interchangeable_atoms(problem);
  Counts expected = enumerate(logic, problem, formula, classes);

  run::Run run;
  for (unsigned symmetry : {0U, 40U}) {
    rel::Options options;
    options.symmetry = symmetry;
    options.is_final = seed % 5 < 2;
    options.cache = seed % 2 == 0;
    options.skolemise = seed % 3 != 0;
    rel::Solver solver(logic.exprs, problem, options, run);
    auto label = solver.add(formula, "it");
    ASSERT_TRUE(label) << solver.error().text;
    std::set<Assignment> found;
    std::set<Assignment> found_classes;
    rel::Answer answer = solver.solve();
    if (answer == rel::Answer::Unsat) {
      EXPECT_EQ(expected.sure.size(), 0U);
      // Enumeration decides with the bits of the numbers, which never overflow here.
      EXPECT_EQ(solver.is_cut_by_overflow(), expected.unknown > 0);
    }
    for (; answer == rel::Answer::Sat; answer = solver.solve()) {
      ASSERT_TRUE(found.insert(assignment(problem, solver.instance())).second) << "found twice";
      found_classes.insert(canonical(problem, solver.instance(), classes));
      if (found.size() > expected.sure.size() || found.size() >= 150) break;
      solver.block();
    }
    ASSERT_NE(answer, rel::Answer::Unknown);
    for (const Assignment& a : found) ASSERT_TRUE(expected.sure.contains(a));
    if (answer == rel::Answer::Unsat) {
      // All, or with symmetry breaking at least one of each class.
      if (symmetry == 0) {
        EXPECT_EQ(found.size(), expected.sure.size());
      }
      EXPECT_EQ(found_classes.size(), expected.sure_classes.size());
    }
  }
}

// An order tells all atoms apart, but says nothing about those in A: it only gives the next one.
TEST(BruteForce, ExchangesOfAtomsBelowAnOrderLoseNothing) {
  int left_out = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    test::RandomLogic logic(seed * 8, false);  // three atoms
    rel::Problem problem = logic.problem();
    rel::RelationId set = problem.relations()[0];
    std::vector<rel::Exchange> exchanges = {{{0, 1, 2}, set}};
    bool is_fit = std::all_of(
        problem.relations().begin(), problem.relations().end(),
        [&](rel::RelationId id) { return rel::respects(problem.bound_of(id), exchanges); });
    if (!is_fit) continue;
    rel::Exprs& exprs = logic.exprs;
    rel::RelationId order = exprs.add_relation("order", 2);
    rel::TupleSet pairs(logic.universe(), 2);
    pairs.add({0, 1});
    pairs.add({1, 2});
    problem.bound_exactly(order, pairs);
    rel::RelationId first = exprs.add_relation("first", 1);
    problem.bound_exactly(first, rel::TupleSet::range(logic.universe(), 0, 1));
    problem.allow(exchanges[0]);
    rel::Expr a = exprs.relation(set);
    rel::Expr steps = exprs.relation(order);
    rel::Expr reached = exprs.make_union(exprs.relation(first), exprs.join(a, steps));
    rel::Expr next = exprs.difference(reached, a);
    rel::Expr other = exprs.relation(problem.relations()[1]);
    rel::Formula formula =
        exprs.conjunction({logic.formula(3), exprs.in(exprs.join(steps, a), a),
                           seed % 2 == 0 ? exprs.in(next, other) : exprs.some(next)});
    std::size_t found[2] = {0, 0};
    for (unsigned symmetry : {0U, 40U}) {
      run::Run run;
      rel::Options options;
      options.symmetry = symmetry;
      options.skolemise = false;
      rel::Solver solver(exprs, problem, options, run);
      ASSERT_TRUE(solver.add(formula, "it")) << solver.error().text;
      while (found[symmetry / 40] < 150 && solver.solve() == rel::Answer::Sat) {
        ++found[symmetry / 40];
        solver.block();
      }
    }
    EXPECT_EQ(found[0] > 0, found[1] > 0);
    EXPECT_LE(found[1], found[0]);
    if (found[1] < found[0]) ++left_out;
  }
  EXPECT_GT(left_out, 10);
}

TEST(BruteForce, Relations) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) compare(seed, false);
}

TEST(BruteForce, Integers) {
  for (std::uint64_t seed = 1; seed <= 350; ++seed) compare(seed, true);
}

}  // namespace
