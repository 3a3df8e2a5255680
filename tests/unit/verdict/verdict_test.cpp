#include "result/verdict/verdict.h"

#include <gtest/gtest.h>

namespace {

using verdict::Result;
using verdict::VerdictKind;
using verdict::ViolationKind;

Result violating(ViolationKind kind) {
  Result result;
  result.verdict = verdict::verdict_of(kind);
  result.violation = verdict::Violation{.kind = kind};
  return result;
}

TEST(Verdict, ExitCodesFollowTheViolation) {
  EXPECT_EQ(exit_code(violating(ViolationKind::Assert)), 10);
  EXPECT_EQ(exit_code(violating(ViolationKind::Requires)), 10);
  EXPECT_EQ(exit_code(violating(ViolationKind::Ensures)), 10);
  EXPECT_EQ(exit_code(violating(ViolationKind::Deadlock)), 11);
  EXPECT_EQ(exit_code(violating(ViolationKind::Exceptional)), 12);
  EXPECT_EQ(exit_code(violating(ViolationKind::Race)), 13);
  EXPECT_EQ(exit_code(violating(ViolationKind::Limit)), 10);
  EXPECT_EQ(exit_code(violating(ViolationKind::Error)), 10);
}

TEST(Verdict, ValidIsZeroUnlessStrictAndCut) {
  Result result;
  result.verdict = VerdictKind::Valid;
  EXPECT_EQ(exit_code(result), 0);
  EXPECT_EQ(exit_code(result, true), 5);
  result.complete = true;
  EXPECT_EQ(exit_code(result, true), 0);
}

TEST(Verdict, UnknownIsFive) { EXPECT_EQ(exit_code(Result{}), 5); }

TEST(Verdict, OnlyADeadlockHasItsOwnVerdict) {
  EXPECT_EQ(verdict::verdict_of(ViolationKind::Deadlock), VerdictKind::Deadlock);
  EXPECT_EQ(verdict::verdict_of(ViolationKind::Exceptional), VerdictKind::Invalid);
  EXPECT_EQ(keyword(VerdictKind::Deadlock), "deadlock");
  EXPECT_EQ(keyword(ViolationKind::Exceptional), "exceptional");
}

}  // namespace
