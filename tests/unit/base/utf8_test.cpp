#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace base {
namespace {

TEST(Utf8, EveryCharacterSurvivesARoundTrip) {
  for (char32_t c = 0; c <= 0x10ffff; ++c) {
    if (c >= 0xd800 && c <= 0xdfff) continue;
    std::string text = utf8_encode(c);
    std::size_t at = 0;
    auto back = utf8_decode(text, at);
    ASSERT_TRUE(back.has_value()) << static_cast<unsigned>(c);
    ASSERT_EQ(*back, c);
    ASSERT_EQ(at, text.size());
  }
}

TEST(Utf8, RefusesWhatIsNotWellFormed) {
  using namespace std::string_literals;
  for (std::string text : {"\x80"s, "\xff"s, "\xc3"s, "\xe2\x82"s, "\xf0\x9f\x98"s,
                           "\xc0\x80"s,          // overlong zero
                           "\xe0\x80\xaf"s,      // overlong slash
                           "\xed\xa0\x80"s,      // a surrogate
                           "\xf4\x90\x80\x80"s,  // beyond the last character
                           "\xf8\x88\x80\x80\x80"s, "\xc3("s}) {
    std::size_t at = 0;
    EXPECT_FALSE(utf8_decode(text, at).has_value());
    EXPECT_EQ(at, 1U);
    EXPECT_EQ(utf8_invalid_at(text), 0U);
    EXPECT_EQ(utf8_invalid_at("0123456789abc" + text), 13U);
  }
}

TEST(Utf8, FindsNothingWrongInGoodText) {
  EXPECT_FALSE(utf8_invalid_at("").has_value());
  EXPECT_FALSE(utf8_invalid_at("plain").has_value());
  EXPECT_FALSE(utf8_invalid_at("zażółć gęślą jaźń, 日本語, 😀").has_value());
}

TEST(Utf8, CountsCharacters) {
  EXPECT_EQ(utf8_length(""), 0U);
  EXPECT_EQ(utf8_length("abc"), 3U);
  EXPECT_EQ(utf8_length("äöü"), 3U);
  EXPECT_EQ(utf8_length("12345678é12345678😀"), 18U);
  EXPECT_EQ(utf8_length("a\xff\xff z"), 5U);
  for (std::size_t size = 0; size < 40; ++size) {
    EXPECT_EQ(utf8_length(std::string(size, 'x') + "é" + std::string(size, 'y')), 2 * size + 1);
  }
}

TEST(Utf8, QuotesStrings) {
  EXPECT_EQ(quote_string("plain"), R"("plain")");
  EXPECT_EQ(quote_string("a\"b\\c\n\t\r'"), R"("a\"b\\c\n\t\r'")");
  EXPECT_EQ(quote_string(std::string_view("\0\x1f", 2)), R"("\u{0}\u{1f}")");
  EXPECT_EQ(quote_string("é😀"), "\"é😀\"");
}

TEST(Utf8, QuotesCharacters) {
  EXPECT_EQ(quote_char('x'), "'x'");
  EXPECT_EQ(quote_char('\''), R"('\'')");
  EXPECT_EQ(quote_char('"'), R"('"')");
  EXPECT_EQ(quote_char('\n'), R"('\n')");
  EXPECT_EQ(quote_char(U'😀'), "'😀'");
}

}  // namespace
}  // namespace base
