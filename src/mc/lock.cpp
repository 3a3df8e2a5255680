// Monitors, semaphores, waiting and notifying, as in interp/locks.cpp.
#include <bit>

#include "base/check.h"
#include "mc/system.h"

namespace mc {

namespace {

std::int32_t bit(std::uint32_t thread) { return static_cast<std::int32_t>(1U << thread); }

const char* const kNotOwned = "illegal monitor state: the thread does not own the monitor";

}  // namespace

// False if there is no object; `bad_` tells.
bool Machine::find_lock(const Instr& i, SlotId& slot) {
  if (i.lock == LockSort::Global) {
    slot = i.place;
    return true;
  }
  const Part* object = object_at(i.a);
  if (!object) return false;
  slot = i.lock == LockSort::Own ? object->lock : object->slots + i.place;
  CHECK(slot != kNone, "an object without a lock is locked");
  return true;
}

Machine::Status Machine::run_lock(const Instr& i) {
  SlotId lock = 0;
  if (!find_lock(i, lock)) return error(bad_);
  std::int32_t holder = slots_[lock + kHolder];
  bool is_owner = holder == static_cast<std::int32_t>(self_ + 1);
  auto release = [&] {
    write(lock + kHolder, 0);
    write(lock + kDepth, 0);
  };
  switch (i.code) {
    case Code::TestLock: return assign(i, test_lock(i, lock));
    case Code::Enter: return enter(i, lock);
    case Code::Exit:
      if (!is_owner) return error(kNotOwned);
      if (slots_[lock + kDepth] > 1) {
        write(lock + kDepth, slots_[lock + kDepth] - 1);
      } else {
        release();
      }
      return Status::Done;
    case Code::Acquire:
      if (holder != 0) return Status::Blocked;
      write(lock + kHolder, kSemaphore);
      return Status::Done;
    case Code::Release:
      if (holder != kSemaphore) return error("illegal monitor state: the semaphore is not held");
      release();
      return Status::Done;
    case Code::Wait:
      if (!is_owner) return error(kNotOwned);
      write(lock + kWaiting, slots_[lock + kWaiting] | bit(self_));
      if (i.reentrant) write(lock + kSaved + self_, slots_[lock + kDepth]);
      release();
      return Status::Done;
    case Code::Unwait: return unwait(i, lock);
    case Code::Notify:
      if (!is_owner) return error(kNotOwned);
      return notify(i, lock);
    case Code::NotifyAll:
      if (!is_owner) return error(kNotOwned);
      write(lock + kNotified, slots_[lock + kNotified] | slots_[lock + kWaiting]);
      write(lock + kWaiting, 0);
      return Status::Done;
    default: break;
  }
  UNREACHABLE("lock instruction");
}

Machine::Status Machine::enter(const Instr& i, SlotId lock) {
  std::int32_t holder = slots_[lock + kHolder];
  if (holder == 0) {
    write(lock + kHolder, static_cast<std::int32_t>(self_ + 1));
    write(lock + kDepth, 1);
    return Status::Done;
  }
  if (holder != static_cast<std::int32_t>(self_ + 1)) return Status::Blocked;
  if (!i.reentrant) return error("a lock that is not re-entrant is entered again by its owner");
  if (slots_[lock + kDepth] >= kMaxDepth) return limit("lock-depth", false);
  write(lock + kDepth, slots_[lock + kDepth] + 1);
  return Status::Done;
}

Machine::Status Machine::unwait(const Instr& i, SlotId lock) {
  bool is_waiting = (slots_[lock + kWaiting] & bit(self_)) != 0;
  bool is_notified = (slots_[lock + kNotified] & bit(self_)) != 0;
  bool is_free = slots_[lock + kHolder] == 0;
  if (is_waiting || (is_notified && !is_free)) return Status::Blocked;
  if (!is_notified) return error("illegal monitor state: the thread did not wait");
  write(lock + kNotified, slots_[lock + kNotified] & ~bit(self_));
  write(lock + kHolder, static_cast<std::int32_t>(self_ + 1));
  write(lock + kDepth, i.reentrant ? slots_[lock + kSaved + self_] : 1);
  if (i.reentrant) write(lock + kSaved + self_, 0);
  return Status::Done;
}

Machine::Status Machine::notify(const Instr&, SlotId lock) {
  auto waiting = static_cast<std::uint32_t>(slots_[lock + kWaiting]);
  if (waiting == 0) return Status::Done;
  std::uint32_t chosen = pick(static_cast<std::uint32_t>(std::popcount(waiting)));
  for (; chosen > 0; --chosen) waiting &= waiting - 1;
  std::int32_t woken = bit(static_cast<std::uint32_t>(std::countr_zero(waiting)));
  write(lock + kWaiting, slots_[lock + kWaiting] & ~woken);
  write(lock + kNotified, slots_[lock + kNotified] | woken);
  return Status::Done;
}

bool Machine::test_lock(const Instr& i, SlotId lock) const {
  std::int32_t holder = slots_[lock + kHolder];
  bool is_owner = holder == static_cast<std::int32_t>(self_ + 1);
  switch (i.test) {
    case ir::LockTest::Available: return holder == 0 || is_owner;
    case ir::LockTest::HasLock: return is_owner;
    case ir::LockTest::WasNotified: return (slots_[lock + kNotified] & bit(self_)) != 0;
    case ir::LockTest::Acquired: return holder == kSemaphore;
  }
  UNREACHABLE("lock test");
}

// A thread comes after its parent.
bool Machine::is_joined() const {
  std::uint32_t family = 1U << self_;
  for (std::uint32_t t = self_ + 1; t < thread_count(); ++t) {
    auto parent = static_cast<std::uint32_t>(slots_[base_of(t) + kParent] - 1);
    if ((family >> parent & 1) == 0) continue;
    if (parent != self_ && model_.options.join_children) continue;
    if (!has_ended(t)) return false;
    family |= 1U << t;
  }
  return true;
}

}  // namespace mc
