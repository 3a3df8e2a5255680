#include "ir/pass/spin_loops.h"

#include <gtest/gtest.h>

#include "ir/pass/shared_guards.h"
#include "ir/verify.h"
#include "support/bir.h"

namespace {

// A thread with this body; `end` is where it leaves.
std::string thread(const std::string& body) {
  return "system s()\n"
         "class Cell { f : int; constant c : int; next : ref Cell; }\n"
         "x : int; y : int; z : float; flag : boolean; constant home : ref Cell; other : ref "
         "Cell;\n"
         "procedure read(o : ref Cell) returns int\n"
         "  retval : result int; k : int; entry a; exit z; except bad;\n"
         "  loc a: when true do { k := o.f; } goto b;\n"
         "  loc b: when true do { return k; } goto z;\n"
         "  loc z:\n  loc bad:\nend read;\n"
         "procedure try(o : ref Cell; was : int; now : int) returns boolean\n"
         "  retval : result boolean; k : int; entry a; exit z; except bad;\n"
         "  loc a: when true do { k := o.f; o.f := (k == was ? now : k); return k == was; } goto "
         "z;\n"
         "  loc z:\n  loc bad:\nend try;\n"
         "main thread Main()\n"
         "  k : int; n : int; d : float; b : boolean; o : ref Cell;\n" +
         body + "  loc end:\nend Main;\nend s;\n";
}

// How many steps wait when the loops have been looked at.
int waiting(const std::string& body) {
  support::Bir bir(thread(body));
  pass::await_in_spin_loops(bir.program(), pass::Spins::All);
  EXPECT_TRUE(ir::verify(bir.program()).empty());
  int count = 0;
  for (const ir::Transition& t : bir.program().proc(bir.program().entry).transitions) {
    count += pass::has_shared_guard(t) ? 1 : 0;
  }
  return count;
}

TEST(SpinLoops, reading_until_it_is_so) {
  EXPECT_EQ(waiting("  loc a: when true do { k := x; } goto b;\n"
                    "  loc b: when k == 1 do { } goto end;\n"
                    "    when k != 1 do { } goto a;\n"),
            1);
}

TEST(SpinLoops, a_round_that_counts_does_more) {
  EXPECT_EQ(waiting("  loc a: when true do { k := x; } goto b;\n"
                    "  loc b: when k == 1 || n > 9 do { } goto end;\n"
                    "    when !(k == 1 || n > 9) do { n := n + 1; } goto a;\n"),
            0);
}

TEST(SpinLoops, a_round_that_writes_does_more) {
  EXPECT_EQ(waiting("  loc a: when true do { k := x; } goto b;\n"
                    "  loc b: when k == 1 do { } goto end;\n"
                    "    when k != 1 do { y := 1; } goto a;\n"),
            0);
}

TEST(SpinLoops, a_round_that_reads_two_variables_is_left_alone) {
  EXPECT_EQ(waiting("  loc a: when true do { k := x; } goto b;\n"
                    "  loc b: when true do { n := y; } goto c;\n"
                    "  loc c: when k == n do { } goto end;\n"
                    "    when k != n do { } goto a;\n"),
            0);
}

TEST(SpinLoops, a_round_that_may_leave_anyway_is_left_alone) {
  EXPECT_EQ(waiting("  loc a: when true do { k := x; } goto b;\n"
                    "  loc b: when k == 1 do { } goto end;\n"
                    "    when true do { } goto a;\n"),
            0);
}

TEST(SpinLoops, what_the_round_leaves_behind_counts) {
  // `k` is read behind the loop, but each round reads it anew.
  EXPECT_EQ(waiting("  loc a: when true do { k := x; } goto b;\n"
                    "  loc b: when k >= 1 do { y := k; } goto end;\n"
                    "    when k < 1 do { } goto a;\n"),
            1);
  // Here the value of the round before is.
  EXPECT_EQ(waiting("  loc a: when true do { n := x; } goto b;\n"
                    "  loc b: when n >= 1 do { y := k; } goto end;\n"
                    "    when n < 1 do { k := n; } goto a;\n"),
            0);
}

TEST(SpinLoops, methods_that_read) {
  EXPECT_EQ(waiting("  loc s: when true do { o := home; } goto a;\n"
                    "  loc a: when o != null do { k := call read(o); } goto b except end;\n"
                    "    when o == null do { } goto end;\n"
                    "  loc b: when k == 1 do { } goto end;\n"
                    "    when k != 1 do { } goto a;\n"),
            1);
}

TEST(SpinLoops, a_compare_and_set_that_fails_changes_nothing) {
  EXPECT_EQ(waiting("  loc s: when true do { o := home; } goto a;\n"
                    "  loc a: when o != null do { b := call try(o, 0, 1); } goto c except end;\n"
                    "    when o == null do { } goto end;\n"
                    "  loc c: when b do { } goto end;\n"
                    "    when !b do { } goto a;\n"),
            1);
  // This one goes round when it has succeeded.
  EXPECT_EQ(waiting("  loc s: when true do { o := home; } goto a;\n"
                    "  loc a: when o != null do { b := call try(o, 0, 1); } goto c except end;\n"
                    "    when o == null do { } goto end;\n"
                    "  loc c: when !b do { } goto end;\n"
                    "    when b do { } goto a;\n"),
            0);
}

TEST(SpinLoops, a_constant_is_loaded_again) {
  EXPECT_EQ(waiting("  loc s: when true do { o := home; } goto a;\n"
                    "  loc a: when o != null do { k := call read(o); } goto b except end;\n"
                    "    when o == null do { } goto end;\n"
                    "  loc b: when k == 1 do { } goto end;\n"
                    "    when k != 1 do { } goto s;\n"),
            1);
}

TEST(SpinLoops, a_variable_that_tells_the_object_is_another_one) {
  EXPECT_EQ(waiting("  loc s: when true do { o := other; } goto a;\n"
                    "  loc a: when o != null do { k := call read(o); } goto b except end;\n"
                    "    when o == null do { } goto end;\n"
                    "  loc b: when k == 1 do { } goto end;\n"
                    "    when k != 1 do { } goto s;\n"),
            0);
}

TEST(SpinLoops, writing_what_was_read) {
  EXPECT_EQ(
      waiting("  loc a: when true do { k := x; x := (k == 0 ? 0 : 1); b := k == 0; } goto b;\n"
              "  loc b: when !b do { } goto end;\n"
              "    when b do { } goto a;\n"),
      1);
  // Zeros of both signs compare as equal, so this may write something else.
  EXPECT_EQ(waiting("  loc a: when true do { d := z; z := (d == 0.0 ? 0.0 : 1.0); b := d == 0.0; } "
                    "goto b;\n"
                    "  loc b: when !b do { } goto end;\n"
                    "    when b do { } goto a;\n"),
            0);
}

// As a tree, the value of the condition has 2^60 leaves.
TEST(SpinLoops, a_value_that_doubles_is_too_large) {
  std::string doubled;
  for (int i = 0; i < 60; ++i) doubled += "n := n + n; ";
  EXPECT_EQ(waiting("  loc a: when true do { k := x; n := k; " + doubled +
                    "} goto b;\n"
                    "  loc b: when n > 9 do { } goto end;\n"
                    "    when n <= 9 do { } goto a;\n"),
            0);
}

}  // namespace
