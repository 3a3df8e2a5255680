#include "base/integer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace base {
namespace {

__extension__ typedef __int128 Wide;

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

std::string to_string(Wide value) {
  if (value == 0) return "0";
  bool negative = value < 0;
  std::string digits;
  for (; value != 0; value /= 10) {
    auto digit = static_cast<int>(value % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
  }
  return negative ? "-" + digits : digits;
}

Integer big(const std::string& text) {
  auto value = Integer::parse(text);
  EXPECT_TRUE(value.has_value()) << text;
  return value.value_or(Integer());
}

// Values where words overflow, and some between.
std::vector<std::int64_t> edge_values() {
  std::vector<std::int64_t> values{kMin, kMin + 1, kMax, kMax - 1, 0};
  for (std::int64_t v : {1LL, 2LL, 3LL, 7LL, 10LL, 0x7fffffffLL, 0x80000000LL, 0xffffffffLL,
                         0x100000000LL, 3037000499LL, 3037000500LL}) {
    values.push_back(v);
    values.push_back(-v);
  }
  return values;
}

void expect_like_wide(std::int64_t x, std::int64_t y) {
  Integer a(x);
  Integer b(y);
  EXPECT_EQ((a + b).to_string(), to_string(Wide{x} + y)) << x << " + " << y;
  EXPECT_EQ((a - b).to_string(), to_string(Wide{x} - y)) << x << " - " << y;
  EXPECT_EQ((a * b).to_string(), to_string(Wide{x} * y)) << x << " * " << y;
  if (y != 0) {
    EXPECT_EQ((a / b).to_string(), to_string(Wide{x} / y)) << x << " / " << y;
    EXPECT_EQ((a % b).to_string(), to_string(Wide{x} % y)) << x << " % " << y;
  }
  EXPECT_EQ(a < b, x < y);
  EXPECT_EQ(a == b, x == y);
  EXPECT_EQ((-a).to_string(), to_string(-Wide{x}));
}

TEST(Integer, EdgesAgreeWithWideArithmetic) {
  for (std::int64_t x : edge_values()) {
    for (std::int64_t y : edge_values()) expect_like_wide(x, y);
  }
}

TEST(Integer, RandomValuesAgreeWithWideArithmetic) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    // All magnitudes, not only the largest.
    auto x = static_cast<std::int64_t>(random()) >> (random() % 64);
    auto y = static_cast<std::int64_t>(random()) >> (random() % 64);
    expect_like_wide(x, y);
  }
}

TEST(Integer, DivisionTruncatesTowardZeroForEverySign) {
  struct Case {
    std::int64_t a, b, quotient, remainder;
  };
  for (Case c : {Case{7, 2, 3, 1}, Case{-7, 2, -3, -1}, Case{7, -2, -3, 1}, Case{-7, -2, 3, -1},
                 Case{6, 3, 2, 0}, Case{-6, 3, -2, 0}, Case{1, 2, 0, 1}, Case{-1, 2, 0, -1},
                 Case{1, -2, 0, 1}, Case{-1, -2, 0, -1}, Case{0, 5, 0, 0}, Case{0, -5, 0, 0}}) {
    EXPECT_EQ(Integer(c.a) / Integer(c.b), Integer(c.quotient)) << c.a << " / " << c.b;
    EXPECT_EQ(Integer(c.a) % Integer(c.b), Integer(c.remainder)) << c.a << " % " << c.b;
  }
}

TEST(Integer, DivisionOfBigValuesTruncatesTowardZeroForEverySign) {
  std::string a = "100000000000000000000000000000007";
  std::string b = "10000000000000000000000000";
  EXPECT_EQ(big(a) / big(b), big("10000000"));
  EXPECT_EQ(big("-" + a) / big(b), big("-10000000"));
  EXPECT_EQ(big(a) / big("-" + b), big("-10000000"));
  EXPECT_EQ(big("-" + a) / big("-" + b), big("10000000"));
  EXPECT_EQ(big(a) % big(b), Integer(7));
  EXPECT_EQ(big("-" + a) % big(b), Integer(-7));
  EXPECT_EQ(big(a) % big("-" + b), Integer(7));
  EXPECT_EQ(big("-" + a) % big("-" + b), Integer(-7));
}

TEST(Integer, TheOneOverflowingQuotient) {
  EXPECT_EQ(Integer(kMin) / Integer(-1), big("9223372036854775808"));
  EXPECT_EQ(Integer(kMin) % Integer(-1), Integer(0));
  EXPECT_EQ(-Integer(kMin), big("9223372036854775808"));
}

TEST(IntegerDeathTest, DivisionByZeroIsOurFault) {
  EXPECT_EXIT(Integer(1) / Integer(0), testing::ExitedWithCode(6), "division by zero");
  EXPECT_EXIT(Integer(1) % Integer(0), testing::ExitedWithCode(6), "remainder by zero");
}

TEST(Integer, ParsesAndPrintsWhatItParsed) {
  for (std::string text :
       {"0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "-9223372036854775809", "123456789012345678901234567890123456789012345678901234567890"}) {
    EXPECT_EQ(big(text).to_string(), text);
  }
  EXPECT_EQ(big("-0").to_string(), "0");
  EXPECT_EQ(big("0007").to_string(), "7");
}

TEST(Integer, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "-", "+1", " 1", "1 ", "0x10", "1e3", "--1", "1-", "one"}) {
    EXPECT_FALSE(Integer::parse(text).has_value()) << '"' << text << '"';
  }
}

TEST(Integer, BigResultsBecomeSmallAgain) {
  Integer above = Integer(kMax) + Integer(1);
  EXPECT_FALSE(above.to_int64().has_value());
  Integer back = above - Integer(1);
  ASSERT_TRUE(back.to_int64().has_value());
  EXPECT_EQ(*back.to_int64(), kMax);
  EXPECT_EQ(back, Integer(kMax));
  EXPECT_EQ(back.hash(), Integer(kMax).hash());
  EXPECT_TRUE((above - above).is_zero());
}

TEST(Integer, EqualBigValuesHaveEqualHashes) {
  Integer a = big("123456789012345678901234567890");
  Integer b = big("123456789012345678901234567889") + Integer(1);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(Integer, CopiesAreIndependent) {
  Integer a = big("123456789012345678901234567890");
  Integer b = a;
  b = b + Integer(1);
  EXPECT_EQ(a.to_string(), "123456789012345678901234567890");
  EXPECT_EQ(b.to_string(), "123456789012345678901234567891");
  b = a;
  EXPECT_EQ(a, b);
  const Integer& self = b;
  b = self;
  EXPECT_EQ(a, b);
}

TEST(Integer, OrdersBigAndSmall) {
  std::vector<Integer> rising{big("-99999999999999999999"),
                              Integer(kMin),
                              Integer(-1),
                              Integer(0),
                              Integer(1),
                              Integer(kMax),
                              big("99999999999999999999"),
                              big("99999999999999999999999")};
  for (std::size_t i = 0; i < rising.size(); ++i) {
    for (std::size_t j = 0; j < rising.size(); ++j) {
      EXPECT_EQ(rising[i] < rising[j], i < j);
      EXPECT_EQ(rising[i] == rising[j], i == j);
    }
    EXPECT_EQ(rising[i].is_negative(), i < 3);
  }
}

TEST(Integer, WrapsAt32Bits) {
  for (std::int64_t value : edge_values()) {
    EXPECT_EQ(Integer(value).wrap(32, true),
              Integer(static_cast<std::int32_t>(static_cast<std::uint32_t>(value))));
    EXPECT_EQ(Integer(value).wrap(32, false),
              Integer(std::int64_t{static_cast<std::uint32_t>(value)}));
  }
  EXPECT_EQ(big("4294967296000000000000000001").wrap(32, true).to_string(),
            to_string(static_cast<std::int32_t>(
                static_cast<std::uint32_t>(Wide{4294967296} * 1000000000 * 1000000000 + 1))));
}

TEST(Integer, WrapsAt64Bits) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    auto x = static_cast<std::int64_t>(random());
    auto y = static_cast<std::int64_t>(random());
    Integer product = Integer(x) * Integer(y);
    std::uint64_t low = static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y);
    EXPECT_EQ(product.wrap(64, true), Integer(static_cast<std::int64_t>(low)));
    EXPECT_EQ(product.wrap(64, false).to_string(), std::to_string(low));
  }
  EXPECT_EQ(Integer(-1).wrap(64, false).to_string(), "18446744073709551615");
  EXPECT_EQ(Integer(kMin).wrap(64, true), Integer(kMin));
}

TEST(Integer, WrapsAtOtherWidths) {
  for (std::int64_t value = -600; value <= 600; ++value) {
    EXPECT_EQ(Integer(value).wrap(8, true),
              Integer(static_cast<std::int8_t>(static_cast<std::uint8_t>(value))));
    EXPECT_EQ(Integer(value).wrap(8, false), Integer(static_cast<std::uint8_t>(value)));
  }
}

}  // namespace
}  // namespace base
