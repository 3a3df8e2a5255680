#include "ir/pass/default_bounds.h"

#include <gtest/gtest.h>

#include "support/finite.h"

namespace {

pass::FiniteBounds chosen(const std::string& members, const std::string& body,
                          pass::FiniteBounds given = {}) {
  support::Prepared subject(members + " class Main { static void main() { " + body + " } }",
                            "Main.main");
  pass::choose_bounds(subject.program, given);
  return given;
}

TEST(DefaultBounds, small_programs_have_small_bounds) {
  pass::FiniteBounds bounds = chosen("", "int x := 2; assert x == 2;");
  EXPECT_EQ(bounds.low, -1);
  EXPECT_EQ(bounds.high, 3);
  EXPECT_EQ(bounds.instances, 3);
  EXPECT_EQ(bounds.threads, 8);
  EXPECT_EQ(bounds.array_size, 3);
  EXPECT_EQ(bounds.recursion, 3);
}

TEST(DefaultBounds, literals_are_in_the_range) {
  pass::FiniteBounds bounds = chosen("", "int x := 100; int y := -40; assert x != y;");
  EXPECT_LE(bounds.low, -40);
  EXPECT_GE(bounds.high, 100);
  EXPECT_LE(bounds.high, 1000);
}

TEST(DefaultBounds, sums_of_variables_are_in_the_range) {
  EXPECT_GE(chosen("", "int x := 7; int y := x + x; assert y > 1;").high, 14);
}

TEST(DefaultBounds, what_threads_add_up_to_is_in_the_range) {
  pass::FiniteBounds bounds =
      chosen("class C { int v; void add(int n) { int x := this.v; this.v := x - n; } }",
             "C c := new C(); fork c.add(20); fork c.add(30); join; int x := c.v; assert x < 0;");
  EXPECT_LE(bounds.low, -50);
}

TEST(DefaultBounds, loops_tell_how_many_objects_threads_and_elements) {
  pass::FiniteBounds bounds = chosen(
      "class C { static void run(C c) { } }",
      "int n := 9; C[] a := new C[n]; int i := 0; while (i < n) { a[i] := new C(); C c := a[i]; "
      "fork C.run(c); i := i + 1; } join;");
  EXPECT_GE(bounds.instances, 9);
  EXPECT_GE(bounds.threads, 10);
  EXPECT_LE(bounds.threads, 12);
  EXPECT_EQ(bounds.array_size, 9);
  EXPECT_EQ(bounds.input_instances, 3);
  EXPECT_EQ(bounds.input_array_size, 3);
}

TEST(DefaultBounds, recursion_is_as_deep_as_its_comparison_tells) {
  std::string down =
      "class R { static int down(int n) { int r := 0; if (n > 0) { r := R.down(n - 1); } "
      "return r; } }";
  EXPECT_GE(chosen(down, "int x := R.down(6); assert x == 0;").recursion, 7);
}

TEST(DefaultBounds, what_is_given_stays) {
  pass::FiniteBounds given;
  given.low = 0;
  given.high = 1;
  given.threads = 2;
  given.given = {"range", "threads"};
  pass::FiniteBounds bounds =
      chosen("class C { static void f() { } }",
             "int x := 50; fork C.f(); fork C.f(); fork C.f(); assert x > 0;", given);
  EXPECT_EQ(bounds.low, 0);
  EXPECT_EQ(bounds.high, 1);
  EXPECT_EQ(bounds.threads, 2);
}

TEST(DefaultBounds, endless_growth_ends_somewhere) {
  pass::FiniteBounds bounds =
      chosen("class C { static void f() { fork C.f(); fork C.f(); } }",
             "int x := 1; while (true) { x := x * 7; C.f(); int[] a := new int[x]; }");
  EXPECT_LE(bounds.high, 1000);
  EXPECT_LE(bounds.instances, 32);
  EXPECT_LE(bounds.threads, 30);
  EXPECT_LE(bounds.array_size, 64);
}

}  // namespace
