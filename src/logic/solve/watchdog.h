// Ends questions to a solver that take too long, too much memory, or are no longer
// wanted. Solvers do not keep their own time limits reliably, so a thread looks every
// few milliseconds and interrupts again and again until the question ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "base/run/run.h"

namespace solve {

class Watchdog {
 public:
  // The thread starts with the first question.
  explicit Watchdog(const run::Run& run) : run_(run) {}
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

  // From now on `interrupt` may be called, from another thread. The limits of the run
  // apply as well.
  void arm(std::function<void()> interrupt, double seconds, std::uint64_t megabytes);
  // No call of `interrupt` is under way or follows. Returns why the question was
  // interrupted; empty if it was not.
  std::string disarm();

 private:
  using Clock = std::chrono::steady_clock;
  void watch();
  void look(bool at_memory);

  const run::Run& run_;
  std::mutex mutex_;  // guards all below
  std::condition_variable wake_;
  bool is_armed_ = false;
  bool is_ending_ = false;
  std::function<void()> interrupt_;
  Clock::time_point deadline_;
  std::string deadline_reason_;
  std::uint64_t most_bytes_ = 0;
  std::string memory_reason_;
  std::string fired_;  // the reason of the first interrupt
  std::thread thread_;
};

}  // namespace solve
