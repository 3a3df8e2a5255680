// Locks: monitors, semaphores, waiting and notifying. Each object has one lock for
// both uses; BIR has lock fields and lock variables besides.
//
// Illegal uses (leaving a monitor that is not owned, releasing a free semaphore)
// throw UndefinedOperation; lowered programs test before.
#pragma once

#include "engine/interp/chooser.h"
#include "engine/interp/state.h"

namespace interp {

// Would the action block? An illegal one does not block: it fails.
bool can_enter(const State& state, const LockKey& key, ThreadId self);
bool can_acquire(const State& state, const LockKey& key);
// `may_give_up`: also while nobody has notified the thread.
bool can_unwait(const State& state, const LockKey& key, ThreadId self, bool may_give_up);

// `span` is the statement that takes the lock.
void enter(const Model& model, State& state, const LockKey& key, ThreadId self, base::Span span);
void exit(State& state, const LockKey& key, ThreadId self);
void acquire(State& state, const LockKey& key, ThreadId self, base::Span span);
void release(State& state, const LockKey& key);
void wait(State& state, const LockKey& key, ThreadId self);
void unwait(State& state, const LockKey& key, ThreadId self, base::Span span, bool may_give_up);
// Which thread is notified is a decision among the wait set, by thread number.
void notify(State& state, const LockKey& key, ThreadId self, Chooser& chooser);
void notify_all(State& state, const LockKey& key, ThreadId self);

bool test(const State& state, ir::LockTest test, const LockKey& key, ThreadId self);

}  // namespace interp
