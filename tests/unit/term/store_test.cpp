// Hash-consing, constants, variables and rollback.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "logic/term/eval.h"
#include "logic/term/terms.h"

namespace {

using base::Integer;
using term::Sort;
using term::Term;
using term::Terms;

// They are found by their words, and forgotten one by one.
TEST(Store, LargeIntegersComeAndGo) {
  Terms terms;
  Terms::Mark mark = terms.mark();
  for (int round = 0; round < 2; ++round) {
    std::vector<Term> made;
    Integer value = 1;
    for (int i = 0; i < 80; ++i) {
      value = value * Integer(1'000'003);
      made.push_back(terms.integer(value));
      made.push_back(terms.integer(-value));
      EXPECT_EQ(terms.integer(value), made[made.size() - 2]);
      EXPECT_NE(terms.integer(-value), terms.integer(value));
    }
    for (Term t : made) EXPECT_EQ(terms.integer(terms.integer_value(t)), t);
    terms.rollback(mark);
    EXPECT_EQ(terms.mark(), mark);
  }
}

TEST(Store, EqualTermsAreOneHandle) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  Term y = terms.variable(Sort::Int, "y");
  EXPECT_EQ(terms.add(x, y), terms.add(y, x));
  EXPECT_EQ(terms.variable(Sort::Int, "x"), x);
  EXPECT_NE(x, y);
  EXPECT_EQ(terms.integer(7), terms.integer(7));
  Integer big = *Integer::parse("123456789012345678901234567890");
  EXPECT_EQ(terms.integer(big), terms.integer(big));
  EXPECT_EQ(terms.integer_value(terms.integer(big)), big);
  EXPECT_EQ(terms.small_value(terms.integer(big)), std::nullopt);
  EXPECT_EQ(terms.string("ab"), terms.string("ab"));
}

TEST(Store, ConstantsKeepTheirValues) {
  Terms terms;
  EXPECT_EQ(terms.bits_value(terms.bits(Sort::Bits32, Integer(-1))), 0xffffffffU);
  EXPECT_EQ(terms.bits_value(terms.bits(Sort::Bits64, Integer(-1))), ~std::uint64_t{0});
  EXPECT_EQ(terms.char_value(terms.character(U'\u00e9')), U'\u00e9');
  EXPECT_EQ(terms.object_value(terms.null()), 0U);
  EXPECT_EQ(terms.string_value(terms.string("h\xc3\xa9")), "h\xc3\xa9");
  EXPECT_NE(terms.floating(0.0), terms.floating(-0.0));
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(terms.floating(nan), terms.floating(-nan));
  for (int i = 0; i < 8; ++i) {
    auto sort = static_cast<Sort>(i);
    EXPECT_TRUE(is_same(terms.value(terms.zero(sort)), term::default_value(sort)));
  }
}

TEST(Store, FreshVariablesAreNew) {
  Terms terms;
  terms.variable(Sort::Int, "x!0");
  Term a = terms.fresh(Sort::Int, "x");
  Term b = terms.fresh(Sort::Int, "x");
  EXPECT_NE(a, b);
  EXPECT_EQ(terms.name(terms.variable_of(a)), "x!1");
  EXPECT_EQ(terms.term_of(terms.variable_of(b)), b);
}

TEST(Store, RollbackForgetsNewTermsAndKeepsOldOnes) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  Term s = terms.string("old");
  Term sum = terms.add(x, terms.integer(3));
  Terms::Mark mark = terms.mark();
  auto fill = [&] {
    Term last;
    for (int i = 0; i < 4'000; ++i) {
      Term v = terms.fresh(Sort::Int, "v");
      std::vector<Term> operands{terms.le(v, x), terms.le(x, sum), terms.eq(v, sum)};
      last = terms.conjunction(operands);
      terms.string(std::to_string(i));
      terms.integer(*Integer::parse("1000000000000000000000" + std::to_string(i)));
    }
    return last;
  };
  Term first = fill();
  std::size_t size = terms.size();
  terms.rollback(mark);
  EXPECT_EQ(terms.mark(), mark);
  EXPECT_EQ(terms.variable(Sort::Int, "x"), x);
  EXPECT_EQ(terms.string("old"), s);
  EXPECT_EQ(terms.add(x, terms.integer(3)), sum);
  EXPECT_EQ(fill(), first);  // the same handles again
  EXPECT_EQ(terms.size(), size);
}

TEST(Store, ManyTermsAreSmall) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  Term y = terms.variable(Sort::Int, "y");
  Term sum = terms.add(x, y);
  for (int i = 0; i < 100'000; ++i) terms.le(sum, terms.integer(i));
  EXPECT_GT(terms.size(), 200'000U);
  EXPECT_LT(terms.memory() / terms.size(), 30U);
}

TEST(Words, WrapAndReadBothWays) {
  EXPECT_EQ(to_integer(term::Word{0xffffffff}, Sort::Bits32, term::Sign::Signed), Integer(-1));
  EXPECT_EQ(to_integer(term::Word{0xffffffff}, Sort::Bits32, term::Sign::Unsigned),
            Integer(0xffffffffLL));
  EXPECT_EQ(to_word(Integer(-1), Sort::Bits64).bits, ~std::uint64_t{0});
  EXPECT_EQ(to_integer(term::Word{~std::uint64_t{0}}, Sort::Bits64, term::Sign::Unsigned),
            *Integer::parse("18446744073709551615"));
}

TEST(Assignment, HasDefaults) {
  Terms terms;
  Term x = terms.variable(Sort::Int, "x");
  Term y = terms.variable(Sort::Int, "y");
  term::Assignment assignment;
  assignment.set(terms.variable_of(y), Integer(4));
  EXPECT_FALSE(assignment.has(terms.variable_of(x)));
  EXPECT_EQ(assignment.find(terms.variable_of(x)), nullptr);
  EXPECT_EQ(std::get<Integer>(evaluate(terms, terms.sub(x, y), assignment)), Integer(-4));
}

}  // namespace
