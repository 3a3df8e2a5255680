#include "base/source.h"

#include <gtest/gtest.h>

namespace base {
namespace {

void expect_position(const SourceFile& file, std::uint32_t offset, std::uint32_t line,
                     std::uint32_t column) {
  LineColumn at = file.position(offset);
  EXPECT_EQ(at.line, line) << "offset " << offset;
  EXPECT_EQ(at.column, column) << "offset " << offset;
  EXPECT_EQ(file.line_at(offset), line) << "offset " << offset;
}

TEST(SourceFile, FindsLinesAndColumns) {
  SourceFile file("f", "ab\n\ncd");
  expect_position(file, 0, 1, 1);
  expect_position(file, 1, 1, 2);
  expect_position(file, 2, 1, 3);  // the line break itself
  expect_position(file, 3, 2, 1);
  expect_position(file, 4, 3, 1);
  expect_position(file, 6, 3, 3);  // the end
}

TEST(SourceFile, OffsetsBeyondTheEndMeanTheEnd) {
  SourceFile file("f", "ab\n");
  LineColumn at = file.position(1000);
  EXPECT_EQ(at.line, 2U);
  EXPECT_EQ(at.column, 1U);
}

TEST(SourceFile, CountsCharactersNotBytes) {
  SourceFile file("f", "é😀x");
  expect_position(file, 2, 1, 2);
  expect_position(file, 6, 1, 3);
}

TEST(SourceFile, LinesComeWithoutTheirBreaks) {
  SourceFile file("f", "one\r\ntwo\n\nfour");
  EXPECT_EQ(file.line_count(), 4U);
  EXPECT_EQ(file.line(1), "one");
  EXPECT_EQ(file.line(2), "two");
  EXPECT_EQ(file.line(3), "");
  EXPECT_EQ(file.line(4), "four");
  EXPECT_EQ(file.line(0), "");
  EXPECT_EQ(file.line(5), "");
  EXPECT_EQ(file.line_start(2), 5U);
}

TEST(SourceFile, AnEmptyFileHasOneEmptyLine) {
  SourceFile file("f", "");
  EXPECT_EQ(file.line_count(), 1U);
  EXPECT_EQ(file.line(1), "");
  expect_position(file, 0, 1, 1);
}

TEST(Sources, KeepsFilesApart) {
  Sources sources;
  FileId a = sources.add("a.oox", "aaa");
  FileId b = sources.add("b.oox", "x\nbbb");
  EXPECT_EQ(sources.size(), 2U);
  EXPECT_EQ(sources.text({a, 1, 3}), "aa");
  EXPECT_EQ(sources.text({b, 2, 5}), "bbb");
  EXPECT_EQ(sources.text({b, 3, 100}), "bb");
  EXPECT_EQ(sources.text({b, 100, 101}), "");
  EXPECT_EQ(sources.text({}), "");
  EXPECT_EQ(sources.describe({a, 1, 3}), "a.oox:1:2");
  EXPECT_EQ(sources.describe({b, 3, 4}), "b.oox:2:2");
  EXPECT_EQ(sources.describe({}), "<unknown>");
}

TEST(Sources, ReferencesStayValid) {
  Sources sources;
  const SourceFile& first = sources.file(sources.add("first", "text"));
  for (int i = 0; i < 1000; ++i) sources.add("more", "");
  EXPECT_EQ(&first, &sources.file(FileId(0)));
  EXPECT_EQ(first.text(), "text");
}

TEST(Span, JoinCoversBoth) {
  FileId file(0);
  EXPECT_EQ(join({file, 2, 4}, {file, 8, 9}), (Span{file, 2, 9}));
  EXPECT_EQ(join({file, 8, 9}, {file, 2, 4}), (Span{file, 2, 9}));
  EXPECT_EQ(join({file, 1, 9}, {file, 2, 4}), (Span{file, 1, 9}));
  EXPECT_EQ(join({}, {file, 2, 4}), (Span{file, 2, 4}));
  EXPECT_EQ(join({file, 2, 4}, {}), (Span{file, 2, 4}));
}

TEST(SpanDeathTest, JoinOfTwoFilesIsOurFault) {
  EXPECT_EXIT(join({FileId(0), 0, 1}, {FileId(1), 0, 1}), testing::ExitedWithCode(6), "two files");
}

}  // namespace
}  // namespace base
