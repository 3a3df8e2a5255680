#include "engine/interp/access.h"

#include <gtest/gtest.h>

namespace {

using interp::Access;
using interp::AccessKind;
using interp::Place;

const interp::ObjectId kA(0);
const interp::ObjectId kB(1);
const ir::FieldId kF(0);
const ir::FieldId kG(1);

Access read(const Place& place) { return {AccessKind::Read, place}; }
Access write(const Place& place) { return {AccessKind::Write, place}; }
Access add(const Place& place) { return {AccessKind::Add, place}; }

// Conflicts are symmetric.
bool conflict(const Access& a, const Access& b) {
  EXPECT_EQ(interp::conflicts(a, b), interp::conflicts(b, a));
  return interp::conflicts(a, b);
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
  EXPECT_FALSE(conflict(write(Place::next_thread()), read(Place::status_of(interp::ThreadId(1)))));
}

TEST(Access, EverythingConflictsWithAnyChange) {
  Place af = Place::field_of(kA, kF);
  EXPECT_TRUE(conflict(write(Place::everything()), read(af)));
  EXPECT_TRUE(conflict(read(Place::everything()), write(af)));
  EXPECT_FALSE(conflict(read(Place::everything()), read(af)));
  EXPECT_TRUE(conflict(read(Place::everything()), add(Place::instances())));
}

TEST(Access, TheEndOfTheExecutionConflictsWithLocalSteps) {
  EXPECT_TRUE(interp::conflicts({write(Place::everything())}, interp::Accesses{}));
  EXPECT_FALSE(interp::conflicts({read(Place::everything())}, interp::Accesses{}));
  EXPECT_FALSE(interp::conflicts(interp::Accesses{}, interp::Accesses{}));
}

TEST(Access, CoversTheSameAndWeaker) {
  Place af = Place::field_of(kA, kF);
  EXPECT_TRUE(interp::covers(write(af), read(af)));
  EXPECT_FALSE(interp::covers(read(af), write(af)));
  EXPECT_TRUE(interp::covers(write(Place::everything()), write(af)));
  EXPECT_FALSE(interp::covers(read(Place::everything()), write(af)));
  interp::Accesses declared = {read(af)};
  interp::Accesses happened = {read(af), write(af)};
  EXPECT_EQ(interp::find_undeclared(declared, happened), &happened[1]);
  EXPECT_EQ(interp::find_undeclared(happened, declared), nullptr);
}

}  // namespace
