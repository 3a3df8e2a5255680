#include "base/scanner.h"

#include <gtest/gtest.h>

#include <array>

namespace {

base::Scanner scanner(std::string_view text) { return {base::FileId(0), text}; }

TEST(Scanner, LooksBehindTheEndWithoutHarm) {
  base::Scanner in = scanner("ab");
  EXPECT_EQ(in.peek(), 'a');
  EXPECT_EQ(in.peek(1), 'b');
  EXPECT_EQ(in.peek(2), '\0');
  in.skip(5);
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(in.at(), 2U);
  EXPECT_FALSE(in.is_at("a"));
  EXPECT_TRUE(in.since(2).empty());
}

TEST(Scanner, TakesTheFirstPieceThatFits) {
  base::Scanner in = scanner("<=>=");
  constexpr std::array<std::string_view, 3> kMarks = {"<=>", "<=", "="};
  EXPECT_EQ(in.take_one_of(kMarks), "<=>");
  EXPECT_EQ(in.take_one_of(kMarks), "=");
  EXPECT_EQ(in.take_one_of(kMarks), "");
}

TEST(Scanner, SkipsComments) {
  base::Scanner in = scanner("/* a */b// c\nd/* e");
  EXPECT_TRUE(in.skip_block_comment());
  EXPECT_EQ(in.peek(), 'b');
  in.skip();
  in.skip_line();
  EXPECT_EQ(in.peek(), '\n');
  in.skip(2);
  EXPECT_FALSE(in.skip_block_comment());
  EXPECT_TRUE(in.at_end());
}

TEST(Scanner, ReadsCodePoints) {
  base::Scanner good = scanner("{1F600}x");
  EXPECT_EQ(good.take_code_point(6), char32_t{0x1f600});
  EXPECT_EQ(good.peek(), 'x');
  for (std::string_view bad : {"", "1f}", "{}", "{d800}", "{110000}", "{1f", "{1234567}"}) {
    base::Scanner in = scanner(bad);
    EXPECT_EQ(in.take_code_point(6), std::nullopt) << bad;
  }
}

TEST(Scanner, PositionsAreThoseOfTheFile) {
  base::Scanner in("part", base::Span{base::FileId(3), 10, 14});
  in.skip(2);
  EXPECT_EQ(in.span_since(1), (base::Span{base::FileId(3), 11, 12}));
}

TEST(Scanner, SkipsAByteOrderMark) {
  base::Scanner in = scanner("\xef\xbb\xbfx");
  in.skip_byte_order_mark();
  EXPECT_EQ(in.peek(), 'x');
}

}  // namespace
