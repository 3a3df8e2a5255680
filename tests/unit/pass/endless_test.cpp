#include "ir/pass/endless.h"

#include <gtest/gtest.h>

#include "support/oox.h"

namespace {

bool is_endless(const std::string& body, const std::string& main = "fork Main.work();") {
  support::Oox oox("class Main { static int x; static void work() {" + body +
                   "} static void main() {" + main + "} }");
  return pass::has_endless_thread(oox.program);
}

TEST(Endless, a_loop_that_nothing_leaves) {
  EXPECT_TRUE(is_endless("while (true) { Main.x := 1; }"));
}

TEST(Endless, loops_that_end_or_may_end) {
  EXPECT_FALSE(is_endless("Main.x := 1;"));
  EXPECT_FALSE(is_endless("int i := 0; while (i < 3) { i := i + 1; }"));
  EXPECT_FALSE(is_endless("while (true) { int x := Main.x; if (x == 1) return; }"));
}

TEST(Endless, only_threads_that_are_started_count) {
  EXPECT_FALSE(is_endless("while (true) { Main.x := 1; }", "Main.x := 2;"));
}

}  // namespace
