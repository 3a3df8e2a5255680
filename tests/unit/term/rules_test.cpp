// Each rule where it applies and where it must not, and what the normal forms are good
// for. That what they do is right is shown in tests/unit/solve/rules_test.cpp, by Z3 and
// the evaluator.
#include <gtest/gtest.h>

#include <set>

#include "logic/term/print.h"
#include "logic/term/terms.h"
#include "unit/term/rule_cases.h"

namespace {

using term::Rule;
using term::Sort;
using term::Term;
using term::Terms;

class Checked : public term_test::RuleCases {
 public:
  using RuleCases::RuleCases;

  std::set<Rule> applied;
  std::set<Rule> not_applied;

 protected:
  void applies(Rule rule, Term expected, const std::function<Term()>& make) override {
    applied.insert(rule);
    std::uint64_t before = terms.applied(rule);
    Term made = make();
    EXPECT_GT(terms.applied(rule), before) << name(rule);
    EXPECT_EQ(made, expected) << name(rule) << ": " << to_string(terms, made) << " is not "
                              << to_string(terms, expected);
  }
  void not_applies(Rule rule, const std::function<Term()>& make) override {
    not_applied.insert(rule);
    std::uint64_t before = terms.applied(rule);
    make();
    EXPECT_EQ(terms.applied(rule), before) << name(rule);
  }
};

TEST(RuleCases, EachRuleAppliesWhereItShouldAndNowhereElse) {
  Terms terms;
  Checked cases(terms);
  cases.all();
  for (std::size_t i = 0; i < term::kRuleCount; ++i) {
    auto rule = static_cast<Rule>(i);
    EXPECT_TRUE(cases.applied.contains(rule)) << "no case for " << name(rule);
    EXPECT_TRUE(cases.not_applied.contains(rule)) << "no opposite case for " << name(rule);
  }
}

class Rules : public ::testing::Test {
 protected:
  Term number(std::int64_t value) { return terms.integer(value); }
  Term text(const char* utf8) { return terms.string(utf8); }
  Term word(std::int64_t value) { return terms.bits(Sort::Bits32, base::Integer(value)); }

  Terms terms;
  Term no = terms.boolean(false);
  Term a = terms.variable(Sort::Bool, "a");
  Term x = terms.variable(Sort::Int, "x"), y = terms.variable(Sort::Int, "y");
  Term u = terms.variable(Sort::Bits32, "u");
  Term s = terms.variable(Sort::String, "s");
};

TEST_F(Rules, EqualSumsAreOneTerm) {
  EXPECT_EQ(terms.sub(terms.add(x, y), terms.add(y, x)), number(0));
  EXPECT_EQ(terms.sub(u, u), word(0));
  EXPECT_EQ(terms.add(terms.mul(word(0x7fffffff), u), terms.mul(word(0x7fffffff), u)),
            terms.mul(word(-2), u));
  EXPECT_EQ(terms.mul(number(0), terms.mul(x, y)), number(0));
}

TEST_F(Rules, EqualComparisonsAreOneTerm) {
  Term less = terms.lt(x, y);
  EXPECT_EQ(terms.gt(y, x), less);
  EXPECT_EQ(terms.le(terms.add(x, number(1)), y), less);
  EXPECT_EQ(terms.lt(terms.mul(number(2), x), terms.mul(number(2), y)), less);
  EXPECT_EQ(terms.le(terms.mul(number(2), x), number(5)), terms.le(x, number(2)));
  EXPECT_EQ(terms.le(terms.mul(number(2), x), number(-5)), terms.le(x, number(-3)));
  EXPECT_EQ(terms.ge(terms.mul(number(2), x), number(-5)), terms.ge(x, number(-2)));
  EXPECT_EQ(terms.eq(terms.sub(y, x), number(0)), terms.eq(x, y));
}

TEST_F(Rules, AFloatNeedNotEqualItself) {
  Term f = terms.variable(Sort::Float, "f");
  EXPECT_FALSE(terms.is_true(terms.eq(f, f)));  // it may be NaN
}

TEST_F(Rules, StringsDifferByCharactersNotByBytes) {
  // Two characters of which only the first or last bytes agree.
  EXPECT_EQ(terms.eq(terms.concat(text("\xc3\xa9"), s), terms.concat(text("\xc3\xa8"), s)), no);
  EXPECT_EQ(terms.eq(terms.concat(s, text("\xc3\xa9")), terms.concat(s, text("\xc4\xa9"))), no);
}

TEST_F(Rules, AndIsNotFlattenedBeyondItsLimit) {
  std::vector<Term> many;
  for (std::size_t i = 0; i < Terms::kMaxAnd; ++i) many.push_back(terms.fresh(Sort::Bool, "m"));
  Term large = terms.conjunction(many);
  Term larger = terms.conjunction(large, a);
  EXPECT_EQ(terms.args(larger).size(), 2U);
  std::vector<Term> flat;
  append_conjuncts(terms, larger, flat);
  EXPECT_EQ(flat.size(), Terms::kMaxAnd + 1);
}

TEST_F(Rules, SumsHaveALimit) {
  Term sum = terms.fresh(Sort::Int, "m");
  for (int i = 0; i < 1000; ++i) sum = terms.add(sum, terms.fresh(Sort::Int, "m"));
  EXPECT_LE(terms.args(sum).size(), Terms::kMaxSum + 1);
  EXPECT_EQ(terms.sub(sum, sum), number(0));
}

}  // namespace
