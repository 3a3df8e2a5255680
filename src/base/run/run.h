// The context of one run: its limits, its way to be cancelled, its seed and its
// statistics. It is passed explicitly, so that several runs can share a process.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "base/run/statistics.h"

namespace run {

using Clock = std::chrono::steady_clock;

// Absent: no limit.
struct Limits {
  std::optional<Clock::time_point> since;     // when its time began; absent: with the run
  std::optional<double> seconds;              // wall-clock time
  std::optional<std::uint64_t> memory_bytes;  // resident set of the process
  std::optional<std::uint64_t> steps;         // Statistics::transitions
};

// Why somebody else asks a run to end.
enum class Cause : std::uint8_t {
  None,
  Interrupted,  // the user, or whoever started the run, no longer wants it
  Time,         // a time limit was reached
  Memory,       // a memory limit was reached
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

  // Asks the run to end soon; the first cause counts. Safe in a signal handler and from any
  // thread.
  void cancel(Cause cause = Cause::Interrupted) noexcept;
  // Safe from any thread.
  bool is_cancelled() const noexcept {
    return cancelled_.load(std::memory_order_relaxed) != Cause::None ||
           (whole_ && whole_->is_cancelled());
  }
  // Why it was cancelled, as a reason for the verdict. Safe from any thread.
  std::string cancel_reason() const;

  // Why the run must end now, as a reason for the verdict; nullopt: go on. To be
  // asked at every step: the clock and the memory are looked at only now and then.
  std::optional<std::string> stop_reason() {
    if (!is_look_due()) return std::nullopt;
    return look();
  }
  // The same in two parts, for where it is asked most often: whether there is something to look
  // at, and what it is.
  bool is_look_due() {
    bool is_over = limits_.steps && stats.transitions >= *limits_.steps;
    return is_cancelled() || is_over || polls_++ % kPollsPerLook == 0;
  }
  std::optional<std::string> look();
  // The same, and the clock and the memory are looked at now: for slow steps.
  std::optional<std::string> stop_reason_now();

  // Has `report` called about every so many seconds while the run is asked for its
  // stop reason, on the thread that asks, which is the one that counts: so that the
  // statistics can be read. An empty function ends it.
  void on_progress(double seconds, std::function<void(const Run&)> report);

  Clock::time_point start() const { return start_; }
  double elapsed_seconds() const;
  // The statistics with the time and the memory used so far.
  Statistics finished_statistics() const;
  // The counters as they were at the latest look at the clock. Safe from any thread.
  Statistics latest_statistics() const;

  Statistics stats;

 private:
  // How many polls share one look at the clock and at the memory.
  static constexpr std::uint32_t kPollsPerLook = 64;

  Limits limits_;
  std::uint64_t seed_;
  const Run* whole_;
  Clock::time_point start_;
  // Parts of a run look at `cancelled_` of the whole at every step, on other threads than
  // the one that counts: the two are not to share a line of the cache.
  alignas(64) std::atomic<Cause> cancelled_{Cause::None};
  alignas(64) std::uint32_t polls_ = 0;  // calls of stop_reason
  std::function<void(const Run&)> report_progress_;
  double progress_interval_ = 0;     // seconds between two reports
  double next_progress_ = 0;         // in seconds from the start
  mutable std::mutex latest_mutex_;  // guards latest_
  Statistics latest_;
};

// The sentences of verdicts that a limit ended.
std::string time_limit_text(std::optional<double> seconds);
std::string memory_limit_text(std::optional<std::uint64_t> bytes);

// Memory of this process; 0 if the system does not tell.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

}  // namespace run
