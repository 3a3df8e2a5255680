#include "lang/oox/lexer.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace oox {
namespace {

// All tokens of a text, and what was reported.
struct Lexed {
  base::Sources sources;
  base::Symbols symbols;
  std::vector<Comment> comments;
  diag::Sink sink;
  Reporter reporter{sink};
  std::vector<Token> tokens;  // without End

  explicit Lexed(const std::string& text) {
    base::FileId file = sources.add("test.oox", text);
    Lexer lexer(file, sources.file(file).text(), symbols, comments, reporter);
    for (Token t = lexer.next(); t.kind != TokenKind::End; t = lexer.next()) tokens.push_back(t);
    EXPECT_EQ(lexer.next().kind, TokenKind::End);
  }

  std::string kinds() const {
    std::string out;
    for (const Token& t : tokens) {
      if (!out.empty()) out += ' ';
      out += describe(t.kind);
    }
    return out;
  }
  std::string codes() const {
    std::string out;
    for (const diag::Diagnostic& d : sink.all()) {
      if (!out.empty()) out += ' ';
      out += diag::info(d.kind).code;
    }
    return out;
  }
  std::string_view string_value(std::size_t i) const { return symbols.text(tokens[i].symbol); }
};

TEST(Lexer, EveryKeywordAndPunctuatorIsItsOwnToken) {
  struct Row {
    TokenKind kind;
    std::string_view spelling;
  };
  const Row rows[] = {
#define TOKEN(name, text)
#define PUNCTUATOR(name, spelling) {TokenKind::name, spelling},
#define KEYWORD(name, spelling) {TokenKind::name, spelling},
#include "lang/oox/tokens.def"
  };
  std::string all;
  for (const Row& row : rows) {
    Lexed alone{std::string(row.spelling)};
    ASSERT_EQ(alone.tokens.size(), 1u) << row.spelling;
    EXPECT_EQ(alone.tokens[0].kind, row.kind) << row.spelling;
    EXPECT_FALSE(alone.sink.has_errors()) << row.spelling;
    all += std::string(row.spelling) + " ";
  }
  EXPECT_EQ(Lexed(all).tokens.size(), std::size(rows));
}

TEST(Lexer, NamesContainLettersDigitsUnderscores) {
  Lexed lexed("a A9_z classes whileX If");
  EXPECT_EQ(lexed.kinds(), "a name a name a name a name a name");
  EXPECT_EQ(lexed.string_value(1), "A9_z");
  EXPECT_EQ(Lexed("_x").codes(), "");
}

TEST(Lexer, LongestOperatorWins) {
  EXPECT_EQ(Lexed("==>").kinds(), "`==>`");
  EXPECT_EQ(Lexed("==").kinds(), "`==`");
  EXPECT_EQ(Lexed("= =>").kinds(), "`=` `=` `>`");
  EXPECT_EQ(Lexed("a:=b:c").kinds(), "a name `:=` a name `:` a name");
  EXPECT_EQ(Lexed("<=<!=!").kinds(), "`<=` `<` `!=` `!`");
  EXPECT_EQ(Lexed("--").kinds(), "`-` `-`");
}

TEST(Lexer, HalfOperatorsAreReadAsWhole) {
  Lexed lexed("a & b | c");
  EXPECT_EQ(lexed.kinds(), "a name `&&` a name `||` a name");
  EXPECT_EQ(lexed.codes(), "OOX0011 OOX0011");
}

TEST(Lexer, Numbers) {
  EXPECT_EQ(Lexed("0 007 12345678901234567890123").codes(), "");
  Lexed floats("1.5 2e10 3.25E-2 4e+1");
  EXPECT_EQ(floats.codes(), "");
  for (const Token& t : floats.tokens) EXPECT_EQ(t.kind, TokenKind::FloatLiteral);
  EXPECT_EQ(Lexed("1e5x").codes(), "OOX0008");
  for (const char* bad : {"1.", "0x1F", "12ab", "1_000", "10L", "1.5f", "1e", "1.e5"}) {
    EXPECT_EQ(Lexed(bad).codes(), "OOX0008") << bad;
    EXPECT_EQ(Lexed(bad).tokens.size(), 1u) << bad;
  }
  EXPECT_EQ(Lexed("1e400").codes(), "OOX0009");
  EXPECT_EQ(Lexed("1e-400").codes(), "");
  EXPECT_EQ(Lexed(std::string(10'000, '9')).codes(), "");
  EXPECT_EQ(Lexed(std::string(10'001, '9')).codes(), "OOX0010");
}

TEST(Lexer, StringsResolveEscapes) {
  Lexed lexed(R"("a\n\t\r\\\"\'\0z" "" "\u{20ac}\u{1F600}" "ü€")");
  EXPECT_EQ(lexed.codes(), "");
  ASSERT_EQ(lexed.tokens.size(), 4u);
  EXPECT_EQ(lexed.string_value(0), std::string_view("a\n\t\r\\\"'\0z", 9));
  EXPECT_EQ(lexed.string_value(1), "");
  EXPECT_EQ(lexed.string_value(2), "€😀");
  EXPECT_EQ(lexed.string_value(3), "ü€");
}

TEST(Lexer, Characters) {
  Lexed lexed(R"('a' '"' '\'' '\\' '\0' '€' '\u{10ffff}')");
  EXPECT_EQ(lexed.codes(), "");
  const char32_t expected[] = {'a', '"', '\'', '\\', 0, 0x20ac, 0x10ffff};
  ASSERT_EQ(lexed.tokens.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(lexed.tokens[i].character, expected[i]) << i;
  }
}

TEST(Lexer, MalformedStringsAndCharacters) {
  EXPECT_EQ(Lexed("\"abc\nx").codes(), "OOX0002");
  EXPECT_EQ(Lexed("\"abc").codes(), "OOX0002");
  EXPECT_EQ(Lexed("\"abc\\").codes(), "OOX0002");
  EXPECT_EQ(Lexed("\"abc\\\n").codes(), "OOX0002");
  EXPECT_EQ(Lexed("'a\n").codes(), "OOX0003");
  EXPECT_EQ(Lexed("'").codes(), "OOX0003");
  EXPECT_EQ(Lexed("'\\").codes(), "OOX0003");
  EXPECT_EQ(Lexed("''").codes(), "OOX0004");
  EXPECT_EQ(Lexed("'ab'").codes(), "OOX0004");
  EXPECT_EQ(Lexed(R"("\q")").codes(), "OOX0006");
  EXPECT_EQ(Lexed(R"("\€")").codes(), "OOX0006");
  for (const char* bad : {R"("\u")", R"("\u{}")", R"("\u{20ac")", R"("\u{110000}")",
                          R"("\u{d800}")", R"("\u{1234567}")", R"("\u{xy}")", R"("\u20ac")"}) {
    EXPECT_EQ(Lexed(bad).codes(), "OOX0007") << bad;
    EXPECT_EQ(Lexed(bad).tokens.size(), 1u) << bad;
  }
}

TEST(Lexer, CommentsAreCollected) {
  Lexed lexed("a // one\r\nb /* two\n2 */ /**/ c //");
  EXPECT_EQ(lexed.kinds(), "a name a name a name");
  ASSERT_EQ(lexed.comments.size(), 4u);
  EXPECT_EQ(lexed.sources.text(lexed.comments[0].span), "// one");
  EXPECT_EQ(lexed.sources.text(lexed.comments[1].span), "/* two\n2 */");
  EXPECT_EQ(lexed.sources.text(lexed.comments[2].span), "/**/");
  EXPECT_EQ(lexed.sources.text(lexed.comments[3].span), "//");
  EXPECT_FALSE(lexed.comments[0].is_block);
  EXPECT_TRUE(lexed.comments[1].is_block);
  EXPECT_TRUE(lexed.tokens[2].starts_line);  // the break is inside the comment
}

TEST(Lexer, UnterminatedCommentEndsTheFile) {
  Lexed lexed("a /* b */ c /* d");
  EXPECT_EQ(lexed.kinds(), "a name a name");
  EXPECT_EQ(lexed.codes(), "OOX0005");
  EXPECT_EQ(lexed.sink.all()[0].span.begin, 12u);
  EXPECT_EQ(Lexed("/*/").codes(), "OOX0005");
}

TEST(Lexer, StrayCharactersAreReportedInRuns) {
  Lexed lexed("a @@@ b äöü c $");
  EXPECT_EQ(lexed.kinds(), "a name a name a name");
  EXPECT_EQ(lexed.codes(), "OOX0001 OOX0001 OOX0001");
  EXPECT_FALSE(lexed.tokens[0].after_error);
  EXPECT_TRUE(lexed.tokens[1].after_error);
  EXPECT_TRUE(lexed.tokens[2].after_error);
}

TEST(Lexer, ByteOrderMarkIsSkipped) {
  EXPECT_EQ(Lexed("\xef\xbb\xbf class").kinds(), "`class`");
  EXPECT_EQ(Lexed("\xef\xbb\xbf class").codes(), "");
}

TEST(Lexer, StopsAfterFiftyErrors) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "@ x ";
  Lexed lexed(text);
  EXPECT_EQ(lexed.sink.error_count(), Reporter::kErrorLimit);
  EXPECT_LT(lexed.tokens.size(), 60u);
  ASSERT_EQ(lexed.sink.all().back().notes.size(), 1u);
  EXPECT_NE(lexed.sink.all().back().notes[0].find("too many errors"), std::string::npos);
}

TEST(Lexer, QuotedTextReadsBack) {
  using namespace std::string_literals;
  const std::string text = "tab\t nul\0 quote\" back\\ bell\a €"s;
  Lexed lexed(base::quote_string(text));
  EXPECT_EQ(lexed.codes(), "");
  ASSERT_EQ(lexed.tokens.size(), 1u);
  EXPECT_EQ(lexed.string_value(0), text);
}

}  // namespace
}  // namespace oox
