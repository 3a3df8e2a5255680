#include "base/token_stream.h"

#include <gtest/gtest.h>

#include "base/nesting.h"

namespace {

enum class Kind { End, Word, Mark };
struct Token {
  Kind kind = Kind::End;
  std::string_view text;
};

TEST(TokenStream, NeverPassesTheEnd) {
  base::TokenStream<Token> tokens({{Kind::Word, "a"}, {Kind::Mark, ";"}, {}});
  EXPECT_TRUE(tokens.is(Kind::Mark, ";", 1));
  EXPECT_EQ(tokens.peek(9).kind, Kind::End);
  EXPECT_EQ(tokens.take().text, "a");
  EXPECT_FALSE(tokens.accept(Kind::Word, ";"));
  EXPECT_TRUE(tokens.accept(Kind::Mark, ";"));
  EXPECT_TRUE(tokens.at_end());
  EXPECT_EQ(tokens.take().kind, Kind::End);
  EXPECT_EQ(tokens.position(), 2U);
  EXPECT_EQ(tokens[0].text, "a");
}

TEST(NestingLevel, CountsWhileItLives) {
  std::uint32_t depth = 0;
  {
    base::NestingLevel first(depth, 1);
    base::NestingLevel second(depth, 1);
    EXPECT_TRUE(first.fits());
    EXPECT_FALSE(second.fits());
    EXPECT_EQ(depth, 2U);
  }
  EXPECT_EQ(depth, 0U);
}

}  // namespace
