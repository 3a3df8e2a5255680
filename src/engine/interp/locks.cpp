#include "engine/interp/locks.h"

#include <fmt/format.h>

#include <iterator>

#include "base/check.h"
#include "engine/interp/failure.h"

namespace interp {

namespace {

// Locks of objects are re-entrant; lock fields and variables if declared so.
bool is_reentrant(const Model& model, const LockKey& key) {
  if (!key.field && !key.global) return true;
  const ir::Program& program = model.program();
  ir::TypeId type = key.global ? program.global(key.global).type : program.field(key.field).type;
  return program.type(type).kind != ir::TypeKind::Lock || program.type(type).reentrant;
}

Lock owned_lock(const State& state, const LockKey& key, ThreadId self) {
  Lock lock = state.lock(key);
  if (!lock.is_owned_by(self)) {
    throw UndefinedOperation{"illegal monitor state: the thread does not own the monitor"};
  }
  return lock;
}

void free(Lock& lock) {
  lock.holder = Lock::Holder::Free;
  lock.owner = {};
  lock.taken = {};
  lock.depth = 0;
}

}  // namespace

bool can_enter(const State& state, const LockKey& key, ThreadId self) {
  Lock lock = state.lock(key);
  return lock.is_free() || lock.is_owned_by(self);
}

bool can_acquire(const State& state, const LockKey& key) { return state.lock(key).is_free(); }

bool can_unwait(const State& state, const LockKey& key, ThreadId self, bool may_give_up) {
  Lock lock = state.lock(key);
  if (lock.waiting.contains(self)) return may_give_up && lock.is_free();
  return lock.is_free() || !lock.notified.contains(self);
}

void enter(const Model& model, State& state, const LockKey& key, ThreadId self, base::Span span) {
  Lock lock = state.lock(key);
  CHECK(lock.is_free() || lock.is_owned_by(self), "entering a monitor that is not free");
  if (!lock.is_free() && !is_reentrant(model, key)) {
    throw UndefinedOperation{"a lock that is not re-entrant is entered again by its owner"};
  }
  const auto& deepest = model.options().bounds.lock_depth;
  if (deepest && lock.depth >= *deepest) {
    throw BoundExceeded{fmt::format("a lock is taken more than {} times", *deepest)};
  }
  if (lock.is_free()) lock.taken = span;
  lock.holder = Lock::Holder::Monitor;
  lock.owner = self;
  ++lock.depth;
  state.set_lock(key, std::move(lock));
}

void exit(State& state, const LockKey& key, ThreadId self) {
  Lock lock = owned_lock(state, key, self);
  if (--lock.depth == 0) free(lock);
  state.set_lock(key, std::move(lock));
}

void acquire(State& state, const LockKey& key, ThreadId self, base::Span span) {
  Lock lock = state.lock(key);
  CHECK(lock.is_free(), "acquiring a semaphore that is not free");
  lock.holder = Lock::Holder::Semaphore;
  lock.owner = self;
  lock.taken = span;
  state.set_lock(key, std::move(lock));
}

void release(State& state, const LockKey& key) {
  Lock lock = state.lock(key);
  if (lock.holder != Lock::Holder::Semaphore) {
    throw UndefinedOperation{"illegal monitor state: the semaphore is not held"};
  }
  free(lock);
  state.set_lock(key, std::move(lock));
}

void wait(State& state, const LockKey& key, ThreadId self) {
  Lock lock = owned_lock(state, key, self);
  lock.waiting[self] = lock.depth;
  free(lock);
  state.set_lock(key, std::move(lock));
}

void unwait(State& state, const LockKey& key, ThreadId self, base::Span span, bool may_give_up) {
  Lock lock = state.lock(key);
  bool gives_up = may_give_up && lock.waiting.contains(self);
  auto& set = gives_up ? lock.waiting : lock.notified;
  auto entry = set.find(self);
  if (entry == set.end()) {
    throw UndefinedOperation{"illegal monitor state: the thread did not wait"};
  }
  CHECK(lock.is_free(), "returning to a monitor that is not free");
  lock.holder = Lock::Holder::Monitor;
  lock.owner = self;
  lock.taken = span;
  lock.depth = entry->second;
  set.erase(entry);
  state.set_lock(key, std::move(lock));
}

void notify(State& state, const LockKey& key, ThreadId self, Chooser& chooser) {
  Lock lock = owned_lock(state, key, self);
  if (lock.waiting.empty()) return;
  std::size_t chosen = chooser.choose(run::DecisionKind::Notify, lock.waiting.size());
  auto entry = std::next(lock.waiting.begin(), static_cast<std::ptrdiff_t>(chosen));
  lock.notified.insert(*entry);
  lock.waiting.erase(entry);
  state.set_lock(key, std::move(lock));
}

void notify_all(State& state, const LockKey& key, ThreadId self) {
  Lock lock = owned_lock(state, key, self);
  lock.notified.insert(lock.waiting.begin(), lock.waiting.end());
  lock.waiting.clear();
  state.set_lock(key, std::move(lock));
}

bool test(const State& state, ir::LockTest test, const LockKey& key, ThreadId self) {
  Lock lock = state.lock(key);
  switch (test) {
    case ir::LockTest::Available: return lock.is_free() || lock.is_owned_by(self);
    case ir::LockTest::HasLock: return lock.is_owned_by(self);
    case ir::LockTest::WasNotified: return lock.notified.contains(self);
    case ir::LockTest::Acquired: return lock.holder == Lock::Holder::Semaphore;
  }
  UNREACHABLE("lock test");
}

}  // namespace interp
