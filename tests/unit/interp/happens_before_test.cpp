#include "engine/interp/happens_before.h"

#include <gtest/gtest.h>

#include "ir/program.h"

namespace interp {
namespace {

using ir::AccessMode;

const ThreadId kOne(0);
const ThreadId kTwo(1);
const ThreadId kThree(2);

// Three threads, data and a flag.
class Order {
 public:
  Order() {
    order_.start();
    order_.fork(kOne, kTwo);
    order_.fork(kOne, kThree);
  }

  bool read(ThreadId thread, AccessMode mode = AccessMode::Plain) {
    return race(thread, AccessKind::Read, mode, false);
  }
  bool write(ThreadId thread, AccessMode mode = AccessMode::Plain, bool has_read = false) {
    return race(thread, AccessKind::Write, mode, has_read);
  }

 private:
  // Of plain accesses the place is the data, of others the flag.
  bool race(ThreadId thread, AccessKind kind, AccessMode mode, bool has_read) {
    Place place = Place::global_variable(ir::GlobalId(ir::is_atomic(mode) ? 1 : 0));
    ModedAccess access{.kind = kind, .place = place, .mode = mode, .has_read = has_read};
    return order_.access(thread, access, {}).has_value();
  }

  HappensBefore order_;
};

TEST(HappensBefore, reads_do_not_race_and_writes_do) {
  Order order;
  EXPECT_FALSE(order.read(kOne));
  EXPECT_FALSE(order.read(kTwo));
  EXPECT_TRUE(order.write(kThree));
}

TEST(HappensBefore, a_release_comes_before_who_acquires_it) {
  Order order;
  EXPECT_FALSE(order.write(kTwo));
  order.write(kTwo, AccessMode::Release);
  order.read(kOne, AccessMode::Acquire);
  order.read(kThree, AccessMode::Opaque);
  EXPECT_FALSE(order.read(kOne));
  EXPECT_TRUE(order.read(kThree));
}

TEST(HappensBefore, an_acquire_sees_the_last_release_alone) {
  Order order;
  order.write(kTwo);
  order.write(kTwo, AccessMode::Release);
  order.write(kThree, AccessMode::Release);
  order.read(kOne, AccessMode::Acquire);
  EXPECT_TRUE(order.read(kOne));
}

TEST(HappensBefore, one_step_that_reads_and_writes_goes_on_with_a_release) {
  Order order;
  order.write(kTwo);
  order.write(kTwo, AccessMode::Release);
  order.write(kThree, AccessMode::Opaque, true);
  order.read(kOne, AccessMode::Acquire);
  EXPECT_FALSE(order.read(kOne));
}

TEST(HappensBefore, a_volatile_read_comes_after_all_volatile_writes) {
  Order order;
  order.write(kTwo);
  order.write(kTwo, AccessMode::Volatile);
  order.write(kThree, AccessMode::Volatile);
  order.read(kOne, AccessMode::Volatile);
  EXPECT_FALSE(order.read(kOne));
}

TEST(HappensBefore, other_writes_come_in_between) {
  Order order;
  order.write(kTwo);
  order.write(kTwo, AccessMode::Volatile);
  order.write(kThree, AccessMode::Release);
  order.read(kOne, AccessMode::Volatile);
  EXPECT_TRUE(order.read(kOne));
}

TEST(HappensBefore, plain_and_atomic_accesses_of_one_place_race) {
  HappensBefore order;
  order.start();
  order.fork(kOne, kTwo);
  ModedAccess access{.kind = AccessKind::Write,
                     .place = Place::global_variable(ir::GlobalId(0)),
                     .mode = AccessMode::Volatile,
                     .is_mixed = true};
  EXPECT_FALSE(order.access(kOne, access, {}));
  EXPECT_FALSE(order.access(kTwo, access, {}));
  access.mode = AccessMode::Plain;
  EXPECT_TRUE(order.access(kTwo, access, {}));
}

}  // namespace
}  // namespace interp
