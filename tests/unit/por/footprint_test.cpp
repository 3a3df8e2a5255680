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

// Of terms it is known that 7 and 8 differ, and that 8 and 9 are one value.
class Known : public por::Equality {
 public:
  bool may_be_equal(std::uint32_t a, std::uint32_t b) override {
    auto is = [&](std::size_t term, std::uint32_t index) {
      return index == Access::unknown_index(term);
    };
    return !(is(7, a) && is(8, b)) && !(is(8, a) && is(7, b));
  }
  bool are_equal(std::uint32_t a, std::uint32_t b) override {
    return (a == 8 && b == 9) || (a == 9 && b == 8);
  }
};

TEST(Footprint, what_is_known_of_terms_tells_elements_apart) {
  auto write = [](std::uint32_t index) {
    return Access(AccessKind::Write, PlaceKind::Element, 3, index);
  };
  Access seven = write(Access::unknown_index(7));
  Access eight = write(Access::unknown_index(8));
  Known known;
  EXPECT_TRUE(conflict(seven, eight));
  EXPECT_FALSE(conflict(seven, eight, &known));
  EXPECT_FALSE(conflict(eight, seven, &known));
  EXPECT_TRUE(conflict(seven, seven, &known));
  EXPECT_TRUE(conflict(seven, write(Access::unknown_index(6)), &known));
  EXPECT_TRUE(conflict(seven, write(0), &known));
  EXPECT_TRUE(conflict(write(0), seven, &known));
  EXPECT_TRUE(conflict(seven, write(Access::kAny), &known));
  EXPECT_FALSE(conflict(write(0), write(1), &known));
  EXPECT_FALSE(conflict(seven, Access(AccessKind::Write, PlaceKind::Element, 4, seven.index())));
}

TEST(Footprint, writes_of_one_value_commute) {
  Access write(AccessKind::Write, PlaceKind::Field, 3, 1);
  Access read(AccessKind::Read, PlaceKind::Field, 3, 1);
  Known known;
  EXPECT_FALSE(conflict(write.writing(0), write.writing(0)));
  EXPECT_TRUE(conflict(write.writing(8), write.writing(9)));
  EXPECT_FALSE(conflict(write.writing(8), write.writing(9), &known));
  EXPECT_TRUE(conflict(write.writing(7), write.writing(8), &known));
  EXPECT_TRUE(conflict(write, write.writing(8), &known));
  EXPECT_TRUE(conflict(write.writing(8), write, &known));
  EXPECT_TRUE(conflict(write, write, &known));
  EXPECT_TRUE(conflict(write.writing(8), read, &known));
}

// They race all the same, and so do two steps of which one writes something else, too.
TEST(Footprint, writes_of_one_value_race) {
  Access write = Access(AccessKind::Write, PlaceKind::Field, 3, 1).writing(5);
  por::Footprint a;
  por::Footprint b;
  a.add(write);
  b.add(write);
  EXPECT_FALSE(conflict(a, b));
  EXPECT_TRUE(conflict_on_data(a, b));
  b.add(Access(AccessKind::Write, PlaceKind::Field, 3, 1).writing(6));
  EXPECT_TRUE(conflict(a, b));
}

// What does not fit the bits must not look like something else.
TEST(Footprint, large_terms_and_indices_are_any_element) {
  EXPECT_NE(Access::unknown_index((std::size_t{1} << 29) - 2), Access::kAny);
  EXPECT_EQ(Access::unknown_index((std::size_t{1} << 29) - 1), Access::kAny);
  EXPECT_EQ(Access::unknown_index(std::size_t{1} << 40), Access::kAny);
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
