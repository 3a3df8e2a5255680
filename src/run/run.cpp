#include "run/run.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace run {

namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "cancel() must be safe in signal handlers");

// How many polls share one look at the clock and at the memory.
constexpr std::uint32_t kPollsPerLook = 64;

}  // namespace

Run::Run(Limits limits, std::uint64_t seed, const Run* whole)
    : limits_(limits), seed_(seed), whole_(whole), start_(std::chrono::steady_clock::now()) {}

double Run::elapsed_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::optional<std::string> Run::stop_reason() {
  if (is_cancelled()) return "cancelled";
  if (limits_.steps && stats.transitions >= *limits_.steps) {
    return fmt::format("the limit of {} steps was reached", *limits_.steps);
  }
  if (polls_++ % kPollsPerLook != 0) return std::nullopt;
  return stop_reason_now();
}

std::optional<std::string> Run::stop_reason_now() {
  if (is_cancelled()) return "cancelled";
  if (report_progress_ && elapsed_seconds() >= next_progress_) {
    report_progress_(*this);
    next_progress_ = elapsed_seconds() + progress_interval_;
  }
  if (limits_.seconds && elapsed_seconds() >= *limits_.seconds) {
    return fmt::format("the time limit of {} s was reached", *limits_.seconds);
  }
  if (limits_.memory_bytes && resident_bytes() >= *limits_.memory_bytes) {
    return fmt::format("the memory limit of {} MiB was reached", *limits_.memory_bytes >> 20);
  }
  return std::nullopt;
}

void Run::on_progress(double seconds, std::function<void(const Run&)> report) {
  report_progress_ = std::move(report);
  progress_interval_ = seconds;
  next_progress_ = elapsed_seconds() + seconds;
}

Statistics Run::finished_statistics() const {
  Statistics result = stats;
  result.seconds = elapsed_seconds();
  result.peak_memory_bytes = peak_resident_bytes();
  return result;
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  if (!(file >> total >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_resident_bytes() {
  struct rusage usage {};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace run
