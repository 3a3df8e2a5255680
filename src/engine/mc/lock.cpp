// Monitors, semaphores, waiting and notifying, as in interp/locks.cpp.
#include <bit>

#include "base/check.h"
#include "engine/mc/system.h"

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
  auto hold = [&](std::int32_t more) {
    SlotId held = base_of(self_) + kHeld;
    write(held, slots_[held] + more);
  };
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
        hold(-1);
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
      if ((slots_[lock + kWaiting] & bit(self_)) != 0) hold(-1);
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
    write(base_of(self_) + kHeld, slots_[base_of(self_) + kHeld] + 1);
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
  bool gives_up = is_waiting && i.flag && is_free;
  if ((is_waiting && !gives_up) || (is_notified && !is_free)) return Status::Blocked;
  if (!is_notified && !gives_up) {
    return error("illegal monitor state: the thread did not wait");
  }
  write(lock + kWaiting, slots_[lock + kWaiting] & ~bit(self_));
  write(lock + kNotified, slots_[lock + kNotified] & ~bit(self_));
  write(lock + kHolder, static_cast<std::int32_t>(self_ + 1));
  write(lock + kDepth, i.reentrant ? slots_[lock + kSaved + self_] : 1);
  if (i.reentrant) write(lock + kSaved + self_, 0);
  return Status::Done;
}

Machine::Status Machine::notify(const Instr&, SlotId lock) {
  auto waiting = static_cast<std::uint32_t>(slots_[lock + kWaiting]);
  if (waiting == 0) return Status::Done;
  std::uint32_t all = waiting;
  std::uint32_t chosen = pick(static_cast<std::uint32_t>(std::popcount(waiting)));
  for (; chosen > 0; --chosen) waiting &= waiting - 1;
  auto thread = static_cast<std::uint32_t>(std::countr_zero(waiting));
  if (creation_) {
    // The interpreter numbers threads in the order of their starts.
    std::uint32_t before = 0;
    for (std::uint32_t rest = all; rest != 0; rest &= rest - 1) {
      auto other = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (started_[other] < started_[thread]) ++before;
    }
    picks_.back().reported = before;
  }
  std::int32_t woken = bit(thread);
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

// A thread that runs and descends from this one; kNone: there is none.
std::uint32_t Machine::unjoined(std::uint32_t thread) const {
  auto is_daemon = [&](std::uint32_t t) { return model_.points[point_of(t)].is_daemons; };
  for (std::uint32_t t = 1; t < thread_count(); ++t) {
    // Nobody waits for a daemon, nor for what it starts.
    if (t == thread || has_ended(t) || is_daemon(t)) continue;
    std::int32_t up = slots_[base_of(t) + kParent];
    bool is_own = up == static_cast<std::int32_t>(thread + 1);
    while (!is_own && up > 0 && !is_daemon(static_cast<std::uint32_t>(up - 1)) &&
           model_.options.semantics.join != ir::JoinMode::Children) {
      up = slots_[base_of(static_cast<std::uint32_t>(up - 1)) + kParent];
      is_own = up == static_cast<std::int32_t>(thread + 1);
    }
    if (is_own) return t;
  }
  return kNone;
}

}  // namespace mc
