#include "engine/por/footprint.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using interp::AccessKind;
using interp::PlaceKind;
using por::Access;

TEST(Footprint, reads_of_one_place_commute) {
  Access read(AccessKind::Read, PlaceKind::Field, 3, 1);
  Access write(AccessKind::Write, PlaceKind::Field, 3, 1);
  EXPECT_FALSE(conflict(read, read));
  EXPECT_TRUE(conflict(read, write));
  EXPECT_TRUE(conflict(write, read));
  EXPECT_TRUE(conflict(write, write));
}

TEST(Footprint, other_places_do_not_conflict) {
  Access write(AccessKind::Write, PlaceKind::Field, 3, 1);
  EXPECT_FALSE(conflict(write, Access(AccessKind::Write, PlaceKind::Field, 3, 2)));
  EXPECT_FALSE(conflict(write, Access(AccessKind::Write, PlaceKind::Field, 4, 1)));
  EXPECT_FALSE(conflict(write, Access(AccessKind::Write, PlaceKind::Lock, 3, 1)));
}

TEST(Footprint, an_unknown_index_is_any_element_of_that_array) {
  Access any(AccessKind::Write, PlaceKind::Element, 3, Access::kAny);
  EXPECT_TRUE(conflict(any, Access(AccessKind::Read, PlaceKind::Element, 3, 7)));
  EXPECT_FALSE(conflict(any, Access(AccessKind::Read, PlaceKind::Element, 4, 7)));
  Access read(AccessKind::Read, PlaceKind::Element, 3, Access::kAny);
  EXPECT_FALSE(conflict(read, Access(AccessKind::Read, PlaceKind::Element, 3, 7)));
}

TEST(Footprint, offsets_from_one_unknown_tell_elements_apart) {
  auto write = [](std::uint32_t index) {
    return Access(AccessKind::Write, PlaceKind::Element, 3, index);
  };
  Access i = write(Access::unknown_index(7, 0));
  Access next = write(Access::unknown_index(7, 1));
  Access previous = write(Access::unknown_index(7, -1));
  Access other = write(Access::unknown_index(8, 1));
  EXPECT_TRUE(conflict(i, i));
  EXPECT_FALSE(conflict(i, next));
  EXPECT_FALSE(conflict(previous, next));
  EXPECT_TRUE(conflict(next, other));
  EXPECT_TRUE(conflict(other, next));
  EXPECT_TRUE(conflict(i, write(0)));
  EXPECT_TRUE(conflict(write(0), i));
  EXPECT_TRUE(conflict(i, write(Access::kAny)));
  EXPECT_FALSE(conflict(write(0), write(1)));
  EXPECT_FALSE(conflict(i, Access(AccessKind::Write, PlaceKind::Element, 4, i.index())));
}

// What does not fit the bits must not look like something else.
TEST(Footprint, large_unknowns_and_offsets_are_any_element) {
  EXPECT_EQ(Access::unknown_index(7, 512), Access::kAny);
  EXPECT_EQ(Access::unknown_index(7, -513), Access::kAny);
  EXPECT_NE(Access::unknown_index(7, 511), Access::kAny);
  EXPECT_EQ(Access::unknown_index(std::uint64_t{1} << 19, 0), Access::kAny);
  EXPECT_EQ(Access::known_index(std::size_t{1} << 29), Access::kAny);
  EXPECT_EQ(Access::known_index(std::size_t{1} << 40), Access::kAny);
}

// An index too large for its bits must not look like another one.
TEST(Footprint, a_huge_index_counts_as_unknown) {
  Access huge(AccessKind::Write, PlaceKind::Element, 3, 0xffffffffU);
  EXPECT_EQ(huge.index(), Access::kAny);
  EXPECT_TRUE(conflict(huge, Access(AccessKind::Read, PlaceKind::Element, 3, 0)));
}

TEST(Footprint, the_end_of_everything_conflicts_with_all) {
  Access end(AccessKind::Write, PlaceKind::Everything);
  EXPECT_TRUE(conflict(end, Access(AccessKind::Read, PlaceKind::Global, 0)));
  EXPECT_TRUE(conflict(Access(AccessKind::Read, PlaceKind::Thread, 1), end));
}

TEST(Footprint, additions_commute_with_each_other_only) {
  Access add(AccessKind::Add, PlaceKind::Instances);
  EXPECT_FALSE(conflict(add, add));
  EXPECT_TRUE(conflict(add, Access(AccessKind::Read, PlaceKind::Instances)));
}

TEST(Footprint, the_mark_of_a_release_conflicts_with_no_lock_operation) {
  Access mark = Access::release_of(5);
  EXPECT_FALSE(conflict(mark, Access(AccessKind::Write, PlaceKind::Lock, 5)));
}

// The masks of footprints are compared first.
TEST(Footprint, accesses_that_conflict_have_a_bit_in_common) {
  std::vector<Access> all;
  for (auto place : {PlaceKind::Field, PlaceKind::Element, PlaceKind::Global, PlaceKind::Lock,
                     PlaceKind::Thread, PlaceKind::Instances, PlaceKind::Everything}) {
    for (std::uint32_t object : {0U, 1U, 77U}) {
      for (std::uint32_t index : {0U, 1U, 5U, Access::kAny}) {
        for (auto kind : {AccessKind::Read, AccessKind::Write, AccessKind::Add}) {
          all.emplace_back(kind, place, object, index);
        }
      }
    }
  }
  int conflicts = 0;
  for (Access a : all) {
    for (Access b : all) {
      if (!conflict(a, b)) continue;
      ++conflicts;
      EXPECT_NE(a.mask() & b.mask(), 0U) << a.bits() << " " << b.bits();
    }
  }
  EXPECT_GT(conflicts, 1000);
}

TEST(Footprint, only_data_can_race) {
  por::Footprint a;
  por::Footprint b;
  a.add(Access(AccessKind::Write, PlaceKind::Lock, 1));
  b.add(Access(AccessKind::Write, PlaceKind::Lock, 1));
  EXPECT_TRUE(conflict(a, b));
  EXPECT_FALSE(conflict_on_data(a, b));
  a.add(Access(AccessKind::Write, PlaceKind::Global, 1));
  b.add(Access(AccessKind::Read, PlaceKind::Global, 1));
  EXPECT_TRUE(conflict_on_data(a, b));
}

}  // namespace
