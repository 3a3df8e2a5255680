#include "base/diag/diagnostic.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace diag {
namespace {

base::Span span(std::size_t file, std::uint32_t begin, std::uint32_t end) {
  return {base::FileId(file), begin, end};
}

TEST(Table, RowsAreWellFormed) {
  std::set<std::string_view> codes;
  for (std::size_t i = 0; i < kind_count(); ++i) {
    const KindInfo& row = info(static_cast<Kind>(i));
    EXPECT_TRUE(codes.insert(row.code).second) << row.code << " is used twice";
    // Two or three letters, for the language or the command, and four digits.
    std::size_t letters = row.code.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    EXPECT_TRUE(letters == 2 || letters == 3) << row.code;
    ASSERT_EQ(row.code.size(), letters + 4) << row.code;
    EXPECT_EQ(row.code.find_first_not_of("0123456789", letters), std::string_view::npos)
        << row.code;
    EXPECT_FALSE(row.message.empty()) << row.code;
    EXPECT_FALSE(row.message.ends_with('.')) << row.code;
    EXPECT_GT(row.explanation.size(), 40U) << row.code << " needs a real explanation";
    for (std::string_view word : {"TODO", "FIXME", "XXX"}) {
      EXPECT_EQ(row.explanation.find(word), std::string_view::npos) << row.code;
    }
  }
}

TEST(Table, FindsEveryCodeInAnyCase) {
  for (std::size_t i = 0; i < kind_count(); ++i) {
    auto kind = static_cast<Kind>(i);
    std::string code(info(kind).code);
    EXPECT_EQ(find_code(code), kind);
    for (char& c : code) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    EXPECT_EQ(find_code(code), kind);
  }
  EXPECT_FALSE(find_code("").has_value());
  EXPECT_FALSE(find_code("BRD0000").has_value());
  EXPECT_FALSE(find_code("BRD00011").has_value());
  EXPECT_FALSE(find_code("BRD000").has_value());
}

TEST(Sink, FillsTheMessageAndCounts) {
  Sink sink;
  EXPECT_FALSE(sink.has_errors());
  sink.report(Kind::CannotRead, {}, "a.oox", "no such file");
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.all()[0].message, "cannot read a.oox: no such file");
  EXPECT_EQ(sink.error_count(), 1U);
  EXPECT_EQ(sink.warning_count(), 0U);
  EXPECT_TRUE(sink.has_errors());
}

TEST(Sink, DropsEchoesOfOneKindAtOnePlace) {
  Sink sink;
  sink.report(Kind::InvalidUtf8, span(0, 3, 4)).note("first");
  sink.report(Kind::InvalidUtf8, span(0, 3, 4)).note("echo").label(span(0, 0, 1), "x").help("y");
  EXPECT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.error_count(), 1U);
  EXPECT_EQ(sink.all()[0].notes, std::vector<std::string>{"first"});
  EXPECT_TRUE(sink.all()[0].labels.empty());
  EXPECT_TRUE(sink.all()[0].helps.empty());

  sink.report(Kind::InvalidUtf8, span(0, 3, 5));
  sink.report(Kind::InvalidUtf8, span(0, 2, 4));
  sink.report(Kind::InvalidUtf8, span(1, 3, 4));
  sink.report(Kind::BinaryFile, span(0, 3, 4));
  EXPECT_EQ(sink.error_count(), 5U);
}

TEST(Sink, KeepsReportsWithoutAPlaceApart) {
  Sink sink;
  sink.report(Kind::CannotRead, {}, "a.oox", "no such file");
  sink.report(Kind::CannotRead, {}, "b.oox", "no such file");
  EXPECT_EQ(sink.all().size(), 2U);
}

TEST(Sink, CountsMoreThanItKeeps) {
  Sink sink;
  for (std::uint32_t i = 0; i < 5000; ++i) sink.report(Kind::InvalidUtf8, span(0, i, i + 1));
  EXPECT_EQ(sink.error_count(), 5000U);
  EXPECT_EQ(sink.all().size(), Sink::kKept);
}

TEST(Nearest, FindsMisspellings) {
  EXPECT_EQ(nearest("cuont", {"total", "count", "index"}), "count");   // swapped
  EXPECT_EQ(nearest("cont", {"total", "count", "index"}), "count");    // missing
  EXPECT_EQ(nearest("couunt", {"total", "count", "index"}), "count");  // doubled
  EXPECT_EQ(nearest("covnt", {"total", "count", "index"}), "count");   // replaced
  EXPECT_EQ(nearest("COUNT", {"total", "count", "index"}), "count");   // letter case
  EXPECT_EQ(nearest("X", {"y", "x"}), "x");
}

TEST(Nearest, IsSilentIfNothingIsNear) {
  EXPECT_FALSE(nearest("count", {}).has_value());
  EXPECT_FALSE(nearest("count", {"total", "", "index"}).has_value());
  EXPECT_FALSE(nearest("x", {"y", "z", "i"}).has_value());
  EXPECT_FALSE(nearest("ab", {"xy", "a", "b"}).has_value());
  EXPECT_FALSE(nearest("", {"a", "abc"}).has_value());
  EXPECT_FALSE(nearest("count", {"count"}).has_value());  // a misspelling of itself helps nobody
}

TEST(Nearest, LongerNamesMayDifferMore) {
  EXPECT_EQ(nearest("numberOfElments", {"numberOfElements"}), "numberOfElements");
  EXPECT_EQ(nearest("nubmerOfElments", {"numberOfElements"}), "numberOfElements");
  EXPECT_FALSE(nearest("cat", {"dot"}).has_value());
}

TEST(Nearest, PrefersLetterCaseThenTheAlphabet) {
  EXPECT_EQ(nearest("Node", {"mode", "node"}), "node");
  EXPECT_EQ(nearest("bat", {"cat", "hat", "fat"}), "cat");
  EXPECT_EQ(nearest("bat", {"hat", "fat", "cat"}), "cat");
}

TEST(Nearest, DoesNotLoseTimeOnHugeNames) {
  std::string huge(1 << 20, 'x');
  std::string other = huge + "y";
  EXPECT_FALSE(nearest(huge, {other}).has_value());
  EXPECT_FALSE(nearest("x", {other}).has_value());
}

}  // namespace
}  // namespace diag
