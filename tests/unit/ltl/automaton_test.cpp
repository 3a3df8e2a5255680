// Automata against the direct meaning of formulas on words of the form u v^omega.
#include "logic/ltl/automaton.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "base/run/random.h"
#include "logic/ltl/formula.h"
#include "logic/ltl/lasso.h"
#include "logic/ltl/parser.h"
#include "logic/ltl/translate.h"

namespace {

using ltl::Automaton;
using ltl::FormulaId;
using ltl::Formulas;
using ltl::Op;

using Lasso = ltl::LassoWord;

bool holds(const Formulas& formulas, FormulaId id, const Lasso& lasso) {
  return ltl::evaluate(formulas, id, lasso)[0];
}

// Whether a run on the word visits accepting states again and again.
bool accepts(const Automaton& a, const Lasso& lasso) {
  std::size_t n = lasso.word.size();
  std::vector<std::vector<std::uint32_t>> successors(n * a.states.size());
  auto node = [&](std::size_t state, std::size_t i) { return state * n + i; };
  for (std::size_t s = 0; s < a.states.size(); ++s) {
    for (std::size_t i = 0; i < n; ++i) {
      for (const Automaton::Edge& e : a.states[s].edges) {
        if (!e.label.allows(lasso.word[i])) continue;
        successors[node(s, i)].push_back(static_cast<std::uint32_t>(node(e.target, lasso.next(i))));
      }
    }
  }
  std::vector<std::uint32_t> component = ltl::components(successors);
  std::set<std::size_t> good;
  for (std::size_t i = 0; i < successors.size(); ++i) {
    for (std::uint32_t t : successors[i]) {
      if (component[t] == component[i] && a.states[i / n].accepting) good.insert(component[i]);
    }
  }
  std::vector<bool> seen(successors.size());
  std::vector<std::size_t> queue{node(a.initial, 0)};
  seen[queue[0]] = true;
  for (std::size_t k = 0; k < queue.size(); ++k) {
    if (good.contains(component[queue[k]])) return true;
    for (std::uint32_t t : successors[queue[k]]) {
      if (!seen[t]) queue.push_back(t);
      seen[t] = true;
    }
  }
  return false;
}

FormulaId random_formula(Formulas& f, run::Random& random, int size, std::uint32_t props) {
  if (size <= 1) {
    return random.below(8) == 0
               ? f.true_()
               : f.prop(static_cast<std::uint32_t>(random.below(props)), random.below(2) == 0);
  }
  std::uint64_t kind = random.below(9);
  if (kind < 3) {
    FormulaId a = random_formula(f, random, size - 1, props);
    return kind == 0 ? f.next(a) : kind == 1 ? f.finally(a) : f.globally(a);
  }
  int left = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(size - 1)));
  FormulaId a = random_formula(f, random, left, props);
  FormulaId b = random_formula(f, random, size - left, props);
  switch (kind) {
    case 3: return f.and_(a, b);
    case 4: return f.or_(a, b);
    case 5: return f.until(a, b);
    case 6: return f.release(a, b);
    case 7: return f.weak_until(a, b);
    default: return f.iff(a, b);
  }
}

Lasso random_lasso(run::Random& random, std::uint32_t props) {
  Lasso lasso;
  std::size_t size = 1 + random.below(7);
  for (std::size_t i = 0; i < size; ++i) lasso.word.push_back(random.below(1ULL << props));
  lasso.loop = random.below(size);
  return lasso;
}

std::string name_of(std::uint32_t prop) { return std::string(1, static_cast<char>('p' + prop)); }

TEST(Translate, AcceptsExactlyTheWordsThatSatisfyTheFormula) {
  run::Random random(42);
  int accepted = 0;
  for (int i = 0; i < 1500; ++i) {
    Formulas f;
    FormulaId formula = random_formula(f, random, 2 + static_cast<int>(random.below(9)), 3);
    auto automaton = ltl::translate(f, formula, 3);
    ASSERT_TRUE(automaton) << f.text(formula, name_of);
    for (int j = 0; j < 20; ++j) {
      Lasso lasso = random_lasso(random, 3);
      bool expected = holds(f, formula, lasso);
      accepted += expected ? 1 : 0;
      ASSERT_EQ(accepts(*automaton, lasso), expected) << f.text(formula, name_of);
    }
  }
  EXPECT_GT(accepted, 5000);  // both answers occur often
  EXPECT_LT(accepted, 25000);
}

// The same tree with and without the simplifying constructors cannot be compared directly;
// but a formula and its negation must split all words.
TEST(Translate, AFormulaAndItsNegationSplitTheWords) {
  run::Random random(7);
  for (int i = 0; i < 500; ++i) {
    Formulas f;
    FormulaId formula = random_formula(f, random, 8, 2);
    FormulaId negation = f.not_(formula);
    EXPECT_EQ(f.not_(negation), formula) << f.text(formula, name_of);
    for (int j = 0; j < 10; ++j) {
      Lasso lasso = random_lasso(random, 2);
      ASSERT_NE(holds(f, formula, lasso), holds(f, negation, lasso)) << f.text(formula, name_of);
    }
  }
}

// Each rule of the store is checked against a tree that no rule has touched.
struct Plain {
  Op op = Op::True;
  std::uint32_t prop = 0;
  std::vector<Plain> args;
};

Plain random_plain(run::Random& random, int size) {
  if (size <= 1) return {.op = Op::Prop, .prop = static_cast<std::uint32_t>(random.below(2))};
  std::uint64_t kind = random.below(7);
  if (kind == 0) return {.op = Op::Next, .args = {random_plain(random, size - 1)}};
  if (kind == 1) return {.op = Op::Until, .args = {Plain{}, random_plain(random, size - 1)}};
  if (kind == 2) {
    return {.op = Op::Release, .args = {Plain{.op = Op::False}, random_plain(random, size - 1)}};
  }
  int left = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(size - 1)));
  Op op = kind == 3 ? Op::And : kind == 4 ? Op::Or : kind == 5 ? Op::Until : Op::Release;
  Plain a = random_plain(random, left);
  return {.op = op, .args = {std::move(a), random_plain(random, size - left)}};
}

FormulaId built(Formulas& f, const Plain& plain) {
  switch (plain.op) {
    case Op::True: return f.true_();
    case Op::False: return f.false_();
    case Op::Prop: return f.prop(plain.prop);
    case Op::Next: return f.next(built(f, plain.args[0]));
    case Op::And: return f.and_(built(f, plain.args[0]), built(f, plain.args[1]));
    case Op::Or: return f.or_(built(f, plain.args[0]), built(f, plain.args[1]));
    case Op::Until: return f.until(built(f, plain.args[0]), built(f, plain.args[1]));
    case Op::Release: return f.release(built(f, plain.args[0]), built(f, plain.args[1]));
  }
  return {};
}

FormulaId built(Formulas& f, const ltl::Syntax& s) {
  using ltl::SyntaxKind;
  std::vector<FormulaId> x;
  for (const ltl::SyntaxPtr& arg : s.args) x.push_back(built(f, *arg));
  switch (s.kind) {
    case SyntaxKind::True: return f.true_();
    case SyntaxKind::False: return f.false_();
    case SyntaxKind::Name: return f.prop(static_cast<std::uint32_t>(s.name[0] - 'p'));
    case SyntaxKind::Not: return f.not_(x[0]);
    case SyntaxKind::And: return f.and_(x[0], x[1]);
    case SyntaxKind::Or: return f.or_(x[0], x[1]);
    case SyntaxKind::Implies: return f.implies(x[0], x[1]);
    case SyntaxKind::Iff: return f.iff(x[0], x[1]);
    case SyntaxKind::Next: return f.next(x[0]);
    case SyntaxKind::Globally: return f.globally(x[0]);
    case SyntaxKind::Finally: return f.finally(x[0]);
    case SyntaxKind::Until: return f.until(x[0], x[1]);
    case SyntaxKind::Release: return f.release(x[0], x[1]);
    case SyntaxKind::WeakUntil: return f.weak_until(x[0], x[1]);
    default: ADD_FAILURE() << "no plain formula"; return f.true_();
  }
}

bool plain_holds(const Plain& plain, const Lasso& lasso, std::size_t at) {
  auto from = [&](std::size_t i) {  // the positions from i on, each once
    std::vector<std::size_t> result;
    std::set<std::size_t> seen;
    for (; seen.insert(i).second; i = lasso.next(i)) result.push_back(i);
    return result;
  };
  switch (plain.op) {
    case Op::True: return true;
    case Op::False: return false;
    case Op::Prop: return (lasso.word[at] >> plain.prop & 1) != 0;
    case Op::Next: return plain_holds(plain.args[0], lasso, lasso.next(at));
    case Op::And:
      return plain_holds(plain.args[0], lasso, at) && plain_holds(plain.args[1], lasso, at);
    case Op::Or:
      return plain_holds(plain.args[0], lasso, at) || plain_holds(plain.args[1], lasso, at);
    case Op::Until:
      for (std::size_t i : from(at)) {
        if (plain_holds(plain.args[1], lasso, i)) return true;
        if (!plain_holds(plain.args[0], lasso, i)) return false;
      }
      return false;
    case Op::Release:
      for (std::size_t i : from(at)) {
        if (!plain_holds(plain.args[1], lasso, i)) return false;
        if (plain_holds(plain.args[0], lasso, i)) return true;
      }
      return true;
  }
  return false;
}

TEST(Formula, SimplifyingDoesNotChangeTheMeaning) {
  run::Random random(3);
  for (int i = 0; i < 4000; ++i) {
    Formulas f;
    Plain plain = random_plain(random, 2 + static_cast<int>(random.below(8)));
    FormulaId formula = built(f, plain);
    for (int j = 0; j < 6; ++j) {
      Lasso lasso = random_lasso(random, 2);
      ASSERT_EQ(holds(f, formula, lasso), plain_holds(plain, lasso, 0)) << f.text(formula, name_of);
    }
  }
}

// Formulas of the literature, many of them from Somenzi and Bloem (CAV 2000) and Etessami
// and Holzmann (CONCUR 2000), with the states of our automata. SPIN 6's own
// translation, which does not take X, needs as many or more for the others.
TEST(Translate, ClassicFormulasHaveSmallAutomata) {
  struct Case {
    const char* text;
    std::size_t states;
  };
  const Case cases[] = {
      {"p U q", 2},
      {"<>p", 2},
      {"[]p", 1},
      {"[]<>p", 2},
      {"<>[]p", 2},
      {"[](p -> <>q)", 2},
      {"p U (q U r)", 3},
      {"!(p U (q U r))", 3},
      {"[]<>p -> []<>q", 5},
      {"!([]<>p -> []<>q)", 3},
      {"[]<>p && []<>q", 3},
      {"<>p U []q", 3},
      {"[]p U q", 4},
      {"!(<><>p <-> <>p)", 1},
      {"(<>p && <>q)", 4},
      {"[](p -> q U r)", 2},
      {"[](p -> X q)", 2},
      {"<>(p && X p)", 3},
      {"true", 1},
      {"false", 1},
      {"p && !p", 1},
  };
  for (const Case& c : cases) {
    Formulas f;
    base::Sources sources;
    diag::Sink sink;
    ltl::SyntaxPtr syntax = ltl::parse(sources, sources.add("--ltl", c.text), sink);
    ASSERT_TRUE(syntax) << c.text;
    auto automaton = ltl::translate(f, built(f, *syntax), 3);
    ASSERT_TRUE(automaton);
    EXPECT_EQ(automaton->states.size(), c.states) << c.text << "\n"
                                                  << ltl::to_dot(*automaton, {"p", "q", "r"});
  }
}

TEST(Translate, GivesUpBeyondItsLimits) {
  Formulas f;
  FormulaId all = f.true_();
  for (std::uint32_t i = 0; i < 8; ++i) all = f.and_(all, f.finally(f.prop(i)));
  EXPECT_TRUE(ltl::translate(f, all, 8));
  EXPECT_FALSE(ltl::translate(f, all, 8, {.states = 10, .edges = 100'000}));
  EXPECT_FALSE(ltl::translate(f, all, 65));
}

// SPIN accepts our never claims, if it is installed.
TEST(NeverClaim, IsPromela) {
  if (std::system("spin -V > /dev/null 2>&1") != 0) GTEST_SKIP() << "spin is not installed";
  run::Random random(9);
  std::string folder = testing::TempDir() + "braid_never_claim";
  ASSERT_EQ(std::system(("mkdir -p " + folder).c_str()), 0);
  for (int i = 0; i < 6; ++i) {
    Formulas f;
    FormulaId formula = random_formula(f, random, 7, 2);
    auto automaton = ltl::translate(f, formula, 2);
    ASSERT_TRUE(automaton);
    std::ofstream out(folder + "/claim.pml");
    out << "bool p, q;\nactive proctype main() { do :: p = !p :: q = !q od }\n"
        << ltl::never_claim(*automaton, {"p", "q"}, "a test");
    out.close();
    EXPECT_EQ(std::system(("cd " + folder + " && spin -a claim.pml > /dev/null 2>&1").c_str()), 0)
        << f.text(formula, name_of);
  }
}

TEST(Stutter, KnownCases) {
  Formulas f;
  FormulaId p = f.prop(0);
  FormulaId q = f.prop(1);
  EXPECT_TRUE(ltl::is_stutter_invariant(f, f.globally(f.implies(p, f.finally(q)))));
  EXPECT_FALSE(ltl::is_stutter_invariant(f, f.next(p)));
  EXPECT_FALSE(ltl::is_stutter_invariant(f, f.globally(f.implies(p, f.next(q)))));
  EXPECT_TRUE(ltl::is_stutter_invariant(f, f.or_(p, f.next(f.finally(p)))));
  EXPECT_FALSE(ltl::is_stutter_invariant(f, f.next(f.finally(p))));
  // p until a change to q, written with X (Peled and Wilke): invariant all the same.
  FormulaId change = f.and_(p, f.and_(f.not_(q), f.next(f.and_(q, f.not_(p)))));
  EXPECT_TRUE(ltl::is_stutter_invariant(f, f.until(f.and_(p, f.not_(q)), change)));
  EXPECT_FALSE(ltl::is_stutter_invariant(f, f.finally(f.and_(p, f.next(p)))));
}

TEST(Stutter, InvariantFormulasDoNotSeeRepetitions) {
  run::Random random(11);
  int invariant = 0;
  for (int i = 0; i < 400; ++i) {
    Formulas f;
    FormulaId formula = random_formula(f, random, 6, 2);
    if (f.is_next_free(formula)) continue;
    bool claimed = ltl::is_stutter_invariant(f, formula);
    invariant += claimed ? 1 : 0;
    bool differs = false;
    for (int j = 0; j < 30; ++j) {
      Lasso lasso = random_lasso(random, 2);
      Lasso longer;
      for (std::size_t k = 0; k < lasso.word.size(); ++k) {
        if (k == lasso.loop) longer.loop = longer.word.size();
        for (std::uint64_t times = 1 + random.below(3); times > 0; --times) {
          longer.word.push_back(lasso.word[k]);
        }
      }
      differs = differs || holds(f, formula, lasso) != holds(f, formula, longer);
    }
    EXPECT_FALSE(claimed && differs) << f.text(formula, name_of);
  }
  EXPECT_GT(invariant, 5);
}

}  // namespace
