#include "engine/symex/step_table.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "ir/pass/hierarchy.h"
#include "support/bir.h"

namespace symex {
namespace {

using Guard = TransitionRow::Guard;

// The rows of a procedure with these locations.
struct Table {
  explicit Table(const std::string& locations)
      : file(
            "system program() integers math; entry C.p; class C { x : int; } procedure C.p(a : ref "
            "C; b : int; c : ref C; f : float) t : temp boolean; entry s0; exit done; except "
            "raised; " +
            locations + " loc done: live { } loc raised: live { } end C.p; end program;"),
        watched(file.program(), pass::Hierarchy(file.program())),
        steps(file.program(), file.program().entry, watched) {}
  std::vector<Guard> guards() const {
    std::vector<Guard> result;
    for (const TransitionRow& row : steps.leaving(ir::LocId(0))) result.push_back(row.guard);
    return result;
  }
  support::Bir file;
  pass::Watched watched;
  StepTable steps;
};

// Guards of two transitions of one location.
std::vector<Guard> guards(const std::string& first, const std::string& second) {
  return Table("loc s0: live { a, b, f } when " + first + " do { b := 1; } goto done; when " +
               second + " do { b := 2; } goto done;")
      .guards();
}

TEST(StepTable, the_second_of_two_guards_may_be_the_opposite_of_the_first) {
  EXPECT_EQ(guards("a == null", "a != null"), (std::vector{Guard::IsNull, Guard::Otherwise}));
  EXPECT_EQ(guards("b < 3", "b >= 3"), (std::vector{Guard::Condition, Guard::Otherwise}));
  EXPECT_EQ(guards("b > 3", "b <= 3"), (std::vector{Guard::Condition, Guard::Otherwise}));
  EXPECT_EQ(guards("b == 3", "b != 3"), (std::vector{Guard::Condition, Guard::Otherwise}));
}

TEST(StepTable, guards_that_may_both_hold_or_neither_are_no_opposites) {
  EXPECT_EQ(guards("b < 3", "b >= 4"), (std::vector{Guard::Condition, Guard::Condition}));
  EXPECT_EQ(guards("b < 3", "b > 3"), (std::vector{Guard::Condition, Guard::Condition}));
  EXPECT_EQ(guards("b <= 3", "b >= 3"), (std::vector{Guard::Condition, Guard::Condition}));
  EXPECT_EQ(guards("b == 3", "a != null"), (std::vector{Guard::Condition, Guard::IsNotNull}));
  EXPECT_EQ(guards("true", "b == 3")[1], Guard::Condition);
}

// What is no number is neither less than another one nor not less.
TEST(StepTable, floating_point_numbers_have_no_opposites_but_of_equality) {
  EXPECT_EQ(guards("f < 1.5", "f >= 1.5"), (std::vector{Guard::Condition, Guard::Condition}));
  EXPECT_EQ(guards("f == 1.5", "f != 1.5"), (std::vector{Guard::Condition, Guard::Otherwise}));
}

TEST(StepTable, one_test_of_a_lock_is_made_once) {
  auto reads = [](const std::string& first, const std::string& second) {
    Table table("loc s0: live { a } read { t := isAcquired(" + first +
                "); } when !t do { throw monitor \"\"; } goto raised; read { t := isAcquired(" +
                second + "); } when t do { release(a); } goto done;");
    return std::pair(table.steps.leaving(ir::LocId(0))[1].repeats_reads, table.guards()[1]);
  };
  EXPECT_EQ(reads("a", "a"), std::pair(true, Guard::Otherwise));
  EXPECT_EQ(reads("a", "c"), std::pair(false, Guard::Condition));
}

TEST(StepTable, loops_and_ends_are_arrived_at) {
  Table table(
      "loc s0: live { b } when b < 3 do { b := b + 1; } goto s1; when b >= 3 do { } goto done; "
      "loc s1: live { b } when true do { } goto s2; "
      "loc s2: live { b } when true do { } goto s0;");
  EXPECT_TRUE(table.steps.at(ir::LocId(0)).is_loop_head);
  EXPECT_FALSE(table.steps.at(ir::LocId(1)).is_loop_head);
  EXPECT_TRUE(table.steps.leaving(ir::LocId(0))[0].goes_on);
  EXPECT_FALSE(table.steps.leaving(ir::LocId(0))[1].goes_on);
  EXPECT_TRUE(table.steps.leaving(ir::LocId(0))[1].leaves);
  EXPECT_TRUE(table.steps.leaving(ir::LocId(1))[0].goes_on);
  EXPECT_FALSE(table.steps.leaving(ir::LocId(2))[0].goes_on);
  EXPECT_TRUE(table.steps.leaving(ir::LocId(2))[0].closes_loop);
}

}  // namespace
}  // namespace symex
