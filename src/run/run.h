// The context of one run: its limits, its way to be cancelled, its seed and its
// statistics. It is passed explicitly, so that several runs can share a process.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "run/statistics.h"

namespace run {

// Absent: no limit.
struct Limits {
  std::optional<double> seconds;              // wall-clock time from the start of the run
  std::optional<std::uint64_t> memory_bytes;  // resident set of the process
  std::optional<std::uint64_t> steps;         // Statistics::transitions
};

class Run {
 public:
  // A run may be a part of another, which must outlive it: cancelling `whole`
  // cancels the part, too.
  explicit Run(Limits limits = {}, std::uint64_t seed = 0, const Run* whole = nullptr);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const Limits& limits() const { return limits_; }
  std::uint64_t seed() const { return seed_; }

  // Asks the run to end soon. Safe in a signal handler and from any thread.
  void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
  // Safe from any thread.
  bool is_cancelled() const noexcept {
    return cancelled_.load(std::memory_order_relaxed) || (whole_ && whole_->is_cancelled());
  }

  // Why the run must end now, as a reason for the verdict; nullopt: go on. To be
  // asked at every step: the clock and the memory are looked at only now and then.
  std::optional<std::string> stop_reason();
  // The same, and the clock and the memory are looked at now: for slow steps.
  std::optional<std::string> stop_reason_now();

  // Has `report` called about every so many seconds while the run is asked for its
  // stop reason, on the thread that asks, which is the one that counts: so that the
  // statistics can be read. An empty function ends it.
  void on_progress(double seconds, std::function<void(const Run&)> report);

  double elapsed_seconds() const;
  // The statistics with the time and the memory used so far.
  Statistics finished_statistics() const;

  Statistics stats;

 private:
  Limits limits_;
  std::uint64_t seed_;
  const Run* whole_;
  std::chrono::steady_clock::time_point start_;
  // Parts of a run look at `cancelled_` of the whole at every step, on other threads than
  // the one that counts: the two are not to share a line of the cache.
  alignas(64) std::atomic<bool> cancelled_{false};
  alignas(64) std::uint32_t polls_ = 0;  // calls of stop_reason
  std::function<void(const Run&)> report_progress_;
  double progress_interval_ = 0;  // seconds between two reports
  double next_progress_ = 0;      // in seconds from the start
};

// Memory of this process; 0 if the system does not tell.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

}  // namespace run
