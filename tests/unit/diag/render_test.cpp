#include "base/diag/render.h"

#include <gtest/gtest.h>

#include <string>

namespace diag {
namespace {

class RenderTest : public testing::Test {
 protected:
  // The span of the first occurrence of `part` in the file.
  base::Span find(base::FileId file, std::string_view part) const {
    std::size_t at = sources_.file(file).text().find(part);
    EXPECT_NE(at, std::string_view::npos) << part;
    return {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size())};
  }
  std::string show(const RenderOptions& options = {}) { return render(sources_, sink_, options); }

  base::Sources sources_;
  Sink sink_;
};

TEST_F(RenderTest, MarksThePlace) {
  base::FileId file = sources_.add("a.oox", "class A {\n  int x := yy;\n}\n");
  sink_.report(Kind::InvalidUtf8, find(file, "yy"));
  EXPECT_EQ(show(),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:2:12\n"
            "  |\n"
            "2 |   int x := yy;\n"
            "  |            ^^\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, MarksPlacesWithoutADiagnostic) {
  base::FileId file = sources_.add("a.oox", "one\ntwo\nthree\n");
  std::vector<Label> places{
      {find(file, "three"), "first"}, {{}, "nowhere"}, {find(file, "one"), ""}};
  EXPECT_EQ(render_places(sources_, places, 1, {}),
            " --> a.oox:3:1\n"
            "  |\n"
            "1 | one\n"
            "  | ---\n"
            "...\n"
            "3 | three\n"
            "  | ^^^^^ first\n");
  EXPECT_EQ(render_places(sources_, {{{}, "nowhere"}}, 1, {}), "");
}

TEST_F(RenderTest, WithoutAPlaceThereIsNoSnippet) {
  sink_.report(Kind::CannotRead, {}, "a.oox", "it is a directory").note("look").help("go");
  EXPECT_EQ(show(),
            "error[BRD0001]: cannot read a.oox: it is a directory\n"
            "  = note: look\n"
            "  = help: go\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, NothingToSayIsEmpty) { EXPECT_EQ(show(), ""); }

TEST_F(RenderTest, ExpandsTabsAndCountsCharacters) {
  base::FileId file = sources_.add("a.oox", "\té\t😀bad;");
  sink_.report(Kind::InvalidUtf8, find(file, "bad"));
  EXPECT_EQ(show(),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:5\n"
            "  |\n"
            "1 |     é   😀bad;\n"
            "  |          ^^^\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, ReplacesWhatCannotBePrinted) {
  base::FileId file = sources_.add("a.oox", "a\x01\xff\x1b[31m b");
  sink_.report(Kind::InvalidUtf8, find(file, "\xff"));
  EXPECT_EQ(show(),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:3\n"
            "  |\n"
            "1 | a���[31m b\n"
            "  |   ^\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, SortsLabelsByLine) {
  std::string text = "first\nsecond\nthird\n4\n5\n6\n7\n8\n9\ntenth one\n";
  base::FileId file = sources_.add("a.oox", text);
  sink_.report(Kind::InvalidUtf8, find(file, "third"))
      .label(find(file, "one"), "last")
      .label(find(file, "second"), "before")
      .label(find(file, "ird"), "inside")
      .note("two\nlines");
  EXPECT_EQ(show(),
            "error[BRD0002]: invalid UTF-8\n"
            "  --> a.oox:3:1\n"
            "   |\n"
            " 2 | second\n"
            "   | ------ before\n"
            " 3 | third\n"
            "   | ^^^^^\n"
            "   |   --- inside\n"
            "...\n"
            "10 | tenth one\n"
            "   |       --- last\n"
            "   = note: two\n"
            "           lines\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, ShowsOtherFilesAfterItsOwn) {
  base::FileId other = sources_.add("other.oox", "\n  int count;\n");
  base::FileId file = sources_.add("a.oox", "int count;");
  sink_.report(Kind::InvalidUtf8, find(file, "count")).label(find(other, "count"), "first here");
  EXPECT_EQ(show(),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:5\n"
            "  |\n"
            "1 | int count;\n"
            "  |     ^^^^^\n"
            " ::: other.oox:2:7\n"
            "  |\n"
            "2 |   int count;\n"
            "  |       ----- first here\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, LongSpansShowTheirFirstLine) {
  base::FileId file = sources_.add("a.oox", "x {\n  a\n}\n");
  sink_.report(Kind::InvalidUtf8, find(file, "{\n  a\n}"));
  EXPECT_EQ(show(),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:3\n"
            "  |\n"
            "1 | x {\n"
            "  |   ^\n"
            "...\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, ASpanMayEndWithItsLine) {
  base::FileId file = sources_.add("a.oox", "ab\r\ncd");
  sink_.report(Kind::InvalidUtf8, find(file, "b\r\n"));
  EXPECT_EQ(show(),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:2\n"
            "  |\n"
            "1 | ab\n"
            "  |  ^\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, EmptySpansAndTheEndGetACaret) {
  base::FileId file = sources_.add("a.oox", "ab\n");
  sink_.report(Kind::InvalidUtf8, {file, 2, 2});
  sink_.report(Kind::InvalidUtf8, {file, 3, 3});
  sink_.report(Kind::InvalidUtf8, {sources_.add("empty.oox", ""), 0, 0});
  EXPECT_EQ(show(),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:3\n"
            "  |\n"
            "1 | ab\n"
            "  |   ^\n"
            "\n"
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:2:1\n"
            "  |\n"
            "2 |\n"
            "  | ^\n"
            "\n"
            "error[BRD0002]: invalid UTF-8\n"
            " --> empty.oox:1:1\n"
            "  |\n"
            "1 |\n"
            "  | ^\n"
            "\n"
            "3 errors\n");
}

TEST_F(RenderTest, CutsLongLinesToAWindow) {
  std::string text = std::string(50, 'a') + "HERE" + std::string(50, 'b');
  base::FileId file = sources_.add("a.oox", text);
  sink_.report(Kind::InvalidUtf8, find(file, "HERE"))
      .label({file, 0, 1}, "left of it")
      .label({file, 103, 104}, "right of it");
  RenderOptions options;
  options.line_width = 12;
  EXPECT_EQ(show(options),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:51\n"
            "  |\n"
            "1 | …aaaaHEREbbbb…\n"
            "  |      ^^^^\n"
            "  |  - left of it\n"
            "  |              - right of it\n"
            "\n"
            "1 error\n");
}

TEST_F(RenderTest, TheWindowTouchesTheEndsOfALongLine) {
  std::string text = "START";
  for (int i = 0; i < 50; ++i) text += "é";
  text += "END";
  base::FileId file = sources_.add("a.oox", text);
  sink_.report(Kind::InvalidUtf8, find(file, "START"));
  sink_.report(Kind::InvalidUtf8, find(file, "END"));
  RenderOptions options;
  options.line_width = 9;
  EXPECT_EQ(show(options),
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:1\n"
            "  |\n"
            "1 | STARTéééé…\n"
            "  | ^^^^^\n"
            "\n"
            "error[BRD0002]: invalid UTF-8\n"
            " --> a.oox:1:56\n"
            "  |\n"
            "1 | …ééééééEND\n"
            "  |        ^^^\n"
            "\n"
            "2 errors\n");
}

TEST_F(RenderTest, ColoursOnlyIfAsked) {
  base::FileId file = sources_.add("a.oox", "bad");
  sink_.report(Kind::InvalidUtf8, find(file, "bad")).note("n");
  EXPECT_EQ(show().find('\033'), std::string::npos);
  RenderOptions options;
  options.color = true;
  std::string colored = show(options);
  EXPECT_NE(colored.find("\033[1;31merror[BRD0002]\033[0m"), std::string::npos);
  EXPECT_NE(colored.find("\033[1;31m^^^\033[0m"), std::string::npos);
  // Without its colours it is the same text.
  std::string plain;
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\033') {
      i = colored.find('m', i);
    } else {
      plain += colored[i];
    }
  }
  EXPECT_EQ(plain, show());
}

TEST_F(RenderTest, ShowsSomeAndCountsTheRest) {
  base::FileId file = sources_.add("a.oox", std::string(5000, 'x'));
  for (std::uint32_t i = 0; i < 3000; ++i) sink_.report(Kind::InvalidUtf8, {file, i, i + 1});
  RenderOptions options;
  std::string text = show(options);
  std::size_t shown = 0;
  for (std::size_t at = text.find("error["); at != std::string::npos;
       at = text.find("error[", at + 1)) {
    ++shown;
  }
  EXPECT_EQ(shown, 50U);
  EXPECT_TRUE(text.ends_with("\nand 2950 more errors\n\n3000 errors\n"))
      << text.substr(text.size() - 80);
}

TEST_F(RenderTest, CountsErrorsAndWarnings) {
  std::optional<Kind> warning;
  for (std::size_t i = 0; i < kind_count() && !warning; ++i) {
    const KindInfo& row = info(static_cast<Kind>(i));
    bool plain = row.message.find('{') == std::string_view::npos;
    if (row.severity == Severity::Warning && plain) warning = static_cast<Kind>(i);
  }
  ASSERT_TRUE(warning.has_value()) << "no warning without arguments in the table";
  base::FileId file = sources_.add("a.oox", "abc");
  sink_.report(Kind::InvalidUtf8, {file, 0, 1});
  sink_.report(*warning, {file, 1, 2});
  sink_.report(Kind::InvalidUtf8, {file, 2, 3});
  std::string text = show();
  EXPECT_NE(text.find("\nwarning["), std::string::npos);
  EXPECT_TRUE(text.ends_with("\n2 errors, 1 warning\n")) << text;
  RenderOptions options;
  options.max_shown = 0;
  EXPECT_EQ(show(options), "and 2 more errors, 1 more warning\n\n2 errors, 1 warning\n");
}

}  // namespace
}  // namespace diag
