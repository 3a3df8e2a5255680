#include "ts/access.h"

#include <gtest/gtest.h>

namespace {

using ts::Access;
using ts::AccessKind;
using ts::Place;

const ts::ObjectId kA(0);
const ts::ObjectId kB(1);
const ir::FieldId kF(0);
const ir::FieldId kG(1);

Access read(const Place& place) { return {AccessKind::Read, place}; }
Access write(const Place& place) { return {AccessKind::Write, place}; }
Access add(const Place& place) { return {AccessKind::Add, place}; }

// Conflicts are symmetric.
bool conflict(const Access& a, const Access& b) {
  EXPECT_EQ(ts::conflicts(a, b), ts::conflicts(b, a));
  return ts::conflicts(a, b);
}

TEST(Access, ConflictsNeedOnePlaceAndAWrite) {
  Place af = Place::field_of(kA, kF);
  EXPECT_FALSE(conflict(read(af), read(af)));
  EXPECT_TRUE(conflict(read(af), write(af)));
  EXPECT_TRUE(conflict(write(af), write(af)));
  EXPECT_FALSE(conflict(write(af), write(Place::field_of(kA, kG))));
  EXPECT_FALSE(conflict(write(af), write(Place::field_of(kB, kF))));
  EXPECT_FALSE(conflict(write(Place::element_of(kA, 0)), write(Place::element_of(kA, 1))));
  EXPECT_TRUE(conflict(write(Place::element_of(kA, 1)), read(Place::element_of(kA, 1))));
}

TEST(Access, LocksOfAnObjectAndOfItsFieldsDiffer) {
  Place object = Place::lock_of(kA, {}, {});
  Place field = Place::lock_of(kA, kF, {});
  EXPECT_FALSE(conflict(write(object), write(field)));
  EXPECT_TRUE(conflict(write(field), write(field)));
  EXPECT_FALSE(conflict(write(field), write(Place::field_of(kA, kF))));
}

TEST(Access, AllocationsCommuteWithEachOtherOnly) {
  EXPECT_FALSE(conflict(add(Place::instances()), add(Place::instances())));
  EXPECT_TRUE(conflict(add(Place::instances()), read(Place::instances())));
}

// The order of two forks decides which thread has which number.
TEST(Access, ForksConflict) {
  EXPECT_TRUE(conflict(write(Place::next_thread()), write(Place::next_thread())));
  EXPECT_FALSE(conflict(write(Place::next_thread()), read(Place::status_of(ts::ThreadId(1)))));
}

TEST(Access, EverythingConflictsWithAnyChange) {
  Place af = Place::field_of(kA, kF);
  EXPECT_TRUE(conflict(write(Place::everything()), read(af)));
  EXPECT_TRUE(conflict(read(Place::everything()), write(af)));
  EXPECT_FALSE(conflict(read(Place::everything()), read(af)));
  EXPECT_TRUE(conflict(read(Place::everything()), add(Place::instances())));
}

TEST(Access, TheEndOfTheExecutionConflictsWithLocalSteps) {
  EXPECT_TRUE(ts::conflicts({write(Place::everything())}, ts::Accesses{}));
  EXPECT_FALSE(ts::conflicts({read(Place::everything())}, ts::Accesses{}));
  EXPECT_FALSE(ts::conflicts(ts::Accesses{}, ts::Accesses{}));
}

TEST(Access, CoversTheSameAndWeaker) {
  Place af = Place::field_of(kA, kF);
  EXPECT_TRUE(ts::covers(write(af), read(af)));
  EXPECT_FALSE(ts::covers(read(af), write(af)));
  EXPECT_TRUE(ts::covers(write(Place::everything()), write(af)));
  EXPECT_FALSE(ts::covers(read(Place::everything()), write(af)));
  ts::Accesses declared = {read(af)};
  ts::Accesses happened = {read(af), write(af)};
  EXPECT_EQ(ts::find_undeclared(declared, happened), &happened[1]);
  EXPECT_EQ(ts::find_undeclared(happened, declared), nullptr);
}

}  // namespace
