#include "pipeline/entry.h"

#include <gtest/gtest.h>

#include "support/oox.h"

namespace {

std::string chosen(support::Oox& oox, const std::string& wanted, diag::Sink& sink) {
  bool found = pipeline::choose_entry(wanted, oox.program, sink);
  return found ? oox.program.proc(oox.program.entry).name : "none";
}

TEST(Entry, PrefersTheStaticMain) {
  support::Oox oox(
      "class A { static void main() { } static void f(int x) requires (x > 0) { } void g() { } }");
  diag::Sink sink;
  EXPECT_EQ(chosen(oox, "", sink), "A.main");
  EXPECT_EQ(chosen(oox, "A.g", sink), "A.g");
}

TEST(Entry, FallsBackToTheOnlyMethodWithAContract) {
  support::Oox oox("class A { void main() { } static void f(int x) requires (x > 0) { } }");
  diag::Sink sink;
  EXPECT_EQ(chosen(oox, "", sink), "A.f");  // main is not static
}

TEST(Entry, SaysWhyThereIsNone) {
  support::Oox none("class A { void f() { } }");
  diag::Sink sink;
  EXPECT_EQ(chosen(none, "", sink), "none");
  ASSERT_EQ(sink.error_count(), 1U);
  EXPECT_EQ(sink.all()[0].kind, diag::Kind::NoEntry);

  support::Oox two("class A { static void main() { } } class B { static void main() { } }");
  diag::Sink ambiguous;
  EXPECT_EQ(chosen(two, "", ambiguous), "none");
  ASSERT_EQ(ambiguous.error_count(), 1U);
  EXPECT_EQ(ambiguous.all()[0].kind, diag::Kind::AmbiguousEntry);
  EXPECT_EQ(ambiguous.all()[0].labels.size(), 2U);

  diag::Sink unknown;
  EXPECT_EQ(chosen(none, "A.g", unknown), "none");
  ASSERT_EQ(unknown.error_count(), 1U);
  ASSERT_EQ(unknown.all()[0].helps.size(), 1U);
  EXPECT_EQ(unknown.all()[0].helps[0], "did you mean `A.f`?");
}

}  // namespace
