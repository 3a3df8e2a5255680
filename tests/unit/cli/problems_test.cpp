#include "cli/problems.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/check.h"
#include "result/report/problems.h"

namespace {

// A failed CHECK ends the process, so the object goes where the test looks for it.
void fail_with_json() {
  dup2(STDERR_FILENO, STDOUT_FILENO);
  cli::use_format_for_problems(report::Format::Json);
  CHECK(1 + 1 == 3, "arithmetic is broken");
}

TEST(ProblemsDeathTest, AnInternalErrorIsAnObjectToo) {
  EXPECT_EXIT(fail_with_json(), testing::ExitedWithCode(6),
              "\"verdict\": \"error\",\n  \"status\": 6,(.|\n)*arithmetic is broken");
}

TEST(Problems, LabelsNotesAndHelpsAreNotes) {
  base::Sources sources;
  base::FileId file = sources.add("p.oox", "class A\n{ }\n");
  diag::Sink sink;
  sink.report(diag::Kind::NoSuchMethod, {file, 8, 9}, "A.f")
      .label({file, 6, 7}, "the class")
      .note("it has none")
      .help("did you mean `g`?");
  auto problems = report::problems_of(sources, sink);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].code, "BRD0013");
  EXPECT_EQ(problems[0].place.file, "p.oox");
  EXPECT_EQ(problems[0].place.line, 2U);
  EXPECT_EQ(problems[0].place.column, 1U);
  ASSERT_EQ(problems[0].notes.size(), 3U);
  EXPECT_EQ(problems[0].notes[0].kind, "label");
  EXPECT_EQ(problems[0].notes[0].place.column, 7U);
  EXPECT_EQ(problems[0].notes[1].message, "it has none");
  EXPECT_EQ(problems[0].notes[2].kind, "help");
  std::string text = report::problems_json(2, problems);
  EXPECT_NE(text.find("\"verdict\": \"error\""), std::string::npos);
  EXPECT_NE(report::problems_json(0, {}).find("\"accepted\""), std::string::npos);
}

}  // namespace
