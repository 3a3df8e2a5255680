// Gives one of several threads something for itself: the others stop between two operations on it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace mc {

class Gate {
 public:
  // A thread that works on what the gate is for, until the pass ends.
  class Pass {
   public:
    explicit Pass(Gate& gate) : gate_(gate) { gate_.enter(); }
    ~Pass() { gate_.leave(); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

   private:
    Gate& gate_;
  };

  // To be called by threads with a pass between two operations.
  void let_others_in() {
    if (is_wanted_.load(std::memory_order_relaxed)) step_aside();
  }

  // Calls `body` while all other threads with a pass have stopped; this one has a pass, too.
  // Another thread may have been the first to do so: `body` looks what there is to do.
  template <class Body>
  void alone(Body body) {
    std::unique_lock lock(mutex_);
    while (is_wanted_.load(std::memory_order_relaxed)) wait_outside(lock);
    is_wanted_.store(true, std::memory_order_relaxed);
    changed_.wait(lock, [&] { return inside_ == 1; });
    struct Reopen {
      Gate& gate;
      ~Reopen() {
        gate.is_wanted_.store(false, std::memory_order_relaxed);
        gate.changed_.notify_all();
      }
    } reopen{*this};
    body();
  }

 private:
  void enter() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !is_wanted_.load(std::memory_order_relaxed); });
    ++inside_;
  }
  void leave() {
    std::lock_guard lock(mutex_);
    --inside_;
    changed_.notify_all();
  }
  void step_aside() {
    std::unique_lock lock(mutex_);
    if (is_wanted_.load(std::memory_order_relaxed)) wait_outside(lock);
  }
  void wait_outside(std::unique_lock<std::mutex>& lock) {
    --inside_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !is_wanted_.load(std::memory_order_relaxed); });
    ++inside_;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint32_t inside_ = 0;  // threads with a pass that have not stopped
  std::atomic<bool> is_wanted_{
      false};  // a thread is alone, or waits for it; written under the lock
};

}  // namespace mc
