// Whole-term functions, evaluation and printing, also on very deep terms.
#include <gtest/gtest.h>

#include "base/integer.h"
#include "logic/term/eval.h"
#include "logic/term/print.h"

namespace {

using base::Integer;
using term::Sort;
using term::Term;
using term::Terms;

// f(f(...f(x))) with 30,000 levels that no rule can flatten: recursion would need more
// than the usual 8 MB of stack.
Term deep_term(Terms& terms, Term x) {
  Term t = x;
  for (int i = 0; i < 30'000; ++i) t = terms.add(terms.div(t, terms.integer(3)), x);
  return t;
}

TEST(Traversal, DeepTermsNeedNoStack) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  Term y = terms.variable(Sort::Int, "y");
  Term t = deep_term(terms, x);
  EXPECT_EQ(variables_of(terms, t), std::vector{terms.variable_of(x)});
  term::Assignment assignment;
  assignment.set(terms.variable_of(x), Integer(6));
  EXPECT_EQ(std::get<Integer>(evaluate(terms, t, assignment)), Integer(8));
  term::Substitution substitution(1, y);
  EXPECT_EQ(substitute(terms, t, substitution), deep_term(terms, y));
  EXPECT_GT(dag_size(terms, t), 60'000U);
  EXPECT_TRUE(to_string(terms, t).ends_with("..."));
  Terms other;
  Term copied = copy(terms, std::span(&t, 1), other)[0];
  EXPECT_EQ(copied, deep_term(other, other.variable(Sort::Int, "x")));
  Term condition = terms.le(t, y);
  EXPECT_GT(to_smtlib(terms, std::span(&condition, 1)).size(), 500'000U);
}

TEST(Substitution, ReplacesAllAtOnceAndSimplifies) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  Term y = terms.variable(Sort::Int, "y");
  Term t = terms.le(terms.add(x, terms.mul(terms.integer(2), y)), terms.integer(5));
  EXPECT_EQ(substitute(terms, t, {y, x}),
            terms.le(terms.add(y, terms.mul(terms.integer(2), x)), terms.integer(5)));
  EXPECT_EQ(substitute(terms, t, {terms.integer(1), terms.integer(2)}), terms.boolean(true));
  EXPECT_EQ(substitute(terms, t, {}), t);
}

// The named functions against base::Integer, for all combinations of signs.
TEST(Evaluator, DividesLikeTheInterpreter) {
  Terms terms(Terms::Rewrite::Off);
  Term x = terms.variable(Sort::Int, "x");
  Term y = terms.variable(Sort::Int, "y");
  Term quotient = terms.div(x, y);
  Term rest = terms.rem(x, y);
  for (std::int64_t a = -8; a <= 8; ++a) {
    for (std::int64_t b = -4; b <= 4; ++b) {
      term::Assignment assignment;
      assignment.set(terms.variable_of(x), Integer(a));
      assignment.set(terms.variable_of(y), Integer(b));
      auto value = [&](Term t) { return std::get<Integer>(evaluate(terms, t, assignment)); };
      EXPECT_EQ(value(quotient), b == 0 ? Integer(0) : Integer(a / b));
      EXPECT_EQ(value(rest), b == 0 ? Integer(a) : Integer(a % b));
      EXPECT_EQ(value(terms.sub(x, y)), Integer(a - b));
      EXPECT_EQ(evaluate_bool(terms, terms.lt(x, y), assignment), a < b);
      EXPECT_EQ(evaluate_bool(terms, terms.ge(x, y), assignment), a >= b);
    }
  }
}

TEST(Evaluator, ComputesWordsModuloTheirWidth) {
  Terms terms(Terms::Rewrite::Off);
  for (Sort sort : {Sort::Bits32, Sort::Bits64}) {
    std::int64_t top = sort == Sort::Bits32 ? INT32_MIN : INT64_MIN;
    const Integer numbers[] = {0, 1, -1, 3, -3, top, Integer(top) + 1, -(Integer(top) + 1), 100};
    for (const Integer& a : numbers) {
      for (const Integer& b : numbers) {
        Term x = terms.bits(sort, a);
        Term y = terms.bits(sort, b);
        auto expect = [&](Term t, const Integer& expected) {
          term::Word found = std::get<term::Word>(evaluate(terms, t, {}));
          EXPECT_EQ(found, to_word(expected, sort)) << a.to_string() << " " << b.to_string();
        };
        Integer ua = a.wrap(width(sort), false);
        Integer ub = b.wrap(width(sort), false);
        expect(terms.add(x, y), a + b);
        expect(terms.sub(x, y), a - b);
        expect(terms.mul(x, y), a * b);
        expect(terms.neg(x), -a);
        if (!b.is_zero()) {
          expect(terms.div(x, y), a / b);
          expect(terms.rem(x, y), a % b);
          expect(terms.div(x, y, term::Sign::Unsigned), ua / ub);
          expect(terms.rem(x, y, term::Sign::Unsigned), ua % ub);
        }
        EXPECT_EQ(evaluate_bool(terms, terms.lt(x, y), {}), a < b);
        EXPECT_EQ(evaluate_bool(terms, terms.lt(x, y, term::Sign::Unsigned), {}), ua < ub);
      }
    }
  }
}

TEST(Evaluator, RemembersValuesUntilRollback) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  term::Evaluator evaluator(terms, {});
  Terms::Mark mark = terms.mark();
  Term old = terms.mul(x, terms.fresh(Sort::Int, "y"));
  EXPECT_EQ(std::get<Integer>(evaluator.value(old)), Integer(0));
  evaluator.rollback(mark);
  terms.rollback(mark);
  Term again = terms.mul(terms.fresh(Sort::Int, "z"), terms.fresh(Sort::Int, "w"));
  Term sum = terms.add(again, terms.integer(5));
  EXPECT_EQ(std::get<Integer>(evaluator.value(sum)), Integer(5));
}

TEST(Print, ReadsLikeSource) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  Term y = terms.variable(Sort::Int, "y");
  Term a = terms.variable(Sort::Bool, "a");
  auto text = [&](Term t) { return to_string(terms, t); };
  EXPECT_EQ(text(terms.sub(terms.mul(terms.integer(2), x), terms.add(y, terms.integer(3)))),
            "(2*x - y - 3)");
  EXPECT_EQ(text(terms.lt(x, y)), "((x - y) <= -1)");
  EXPECT_EQ(text(terms.ge(x, y)), "((x - y) > -1)");
  EXPECT_EQ(text(terms.disjunction(a, terms.ne(x, y))), "(((x - y) != 0) || a)");
  EXPECT_EQ(text(terms.ite(a, x, terms.integer(1))), "(a ? x : 1)");
  EXPECT_EQ(text(terms.length(terms.variable(Sort::String, "s"))), "#s");
}

TEST(Print, WritesSmtlib) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  Term c = terms.variable(Sort::Char, "c");
  Term s = terms.variable(Sort::String, "s|");
  std::vector<Term> assertions{
      terms.eq(terms.div(x, terms.integer(-7)), terms.integer(2)),
      terms.eq(c, terms.character(U'\ue000')),
      terms.eq(s, terms.string("a\"\\\xc3\xa9")),
  };
  std::string script = to_smtlib(terms, assertions);
  EXPECT_NE(script.find("(~div |x| 7)"), std::string::npos) << script;
  EXPECT_NE(script.find("(assert (<= 0 |c| 1112063))"), std::string::npos) << script;
  EXPECT_NE(script.find("(= |c| 55296)"), std::string::npos) << script;
  EXPECT_NE(script.find(R"((= |variable 2| "a""\u{5c}\u{e9}"))"), std::string::npos) << script;
}

TEST(Print, CharRanksSkipTheSurrogates) {
  for (char32_t c : {U'\0', U'\ud7ff', U'\ue000', U'\U0010ffff'}) {
    EXPECT_EQ(term::char_of_rank(term::char_rank(c)), c);
  }
  EXPECT_EQ(term::char_rank(U'\ud7ff') + 1, term::char_rank(U'\ue000'));
  EXPECT_EQ(term::char_rank(U'\U0010ffff'), term::kMaxCharRank);
}

}  // namespace
