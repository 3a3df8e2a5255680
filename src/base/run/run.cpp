#include "base/run/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>

#include "base/check.h"

namespace run {

static_assert(std::atomic<Cause>::is_always_lock_free, "cancel() must be safe in signal handlers");

Run::Run(Limits limits, std::uint64_t seed, const Run* whole)
    : limits_(limits), seed_(seed), whole_(whole), start_(limits.since.value_or(Clock::now())) {}

void Run::cancel(Cause cause) noexcept {
  Cause none = Cause::None;
  cancelled_.compare_exchange_strong(none, cause, std::memory_order_relaxed);
}

std::string Run::cancel_reason() const {
  switch (cancelled_.load(std::memory_order_relaxed)) {
    case Cause::None: return whole_ ? whole_->cancel_reason() : std::string();
    case Cause::Interrupted: return "interrupted";
    case Cause::Time: return time_limit_text(limits_.seconds);
    case Cause::Memory: return memory_limit_text(limits_.memory_bytes);
  }
  UNREACHABLE("cause");
}

double Run::elapsed_seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::optional<std::string> Run::look() {
  if (is_cancelled()) return cancel_reason();
  if (limits_.steps && stats.transitions >= *limits_.steps) {
    return fmt::format("the limit of {} steps was reached", *limits_.steps);
  }
  return stop_reason_now();
}

std::optional<std::string> Run::stop_reason_now() {
  {
    std::lock_guard lock(latest_mutex_);
    latest_ = stats;
  }
  if (is_cancelled()) return cancel_reason();
  if (report_progress_ && elapsed_seconds() >= next_progress_) {
    report_progress_(*this);
    next_progress_ = elapsed_seconds() + progress_interval_;
  }
  if (limits_.seconds && elapsed_seconds() >= *limits_.seconds) {
    return time_limit_text(limits_.seconds);
  }
  if (limits_.memory_bytes && resident_bytes() >= *limits_.memory_bytes) {
    return memory_limit_text(limits_.memory_bytes);
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

Statistics Run::latest_statistics() const {
  std::lock_guard lock(latest_mutex_);
  return latest_;
}

std::string time_limit_text(std::optional<double> seconds) {
  if (!seconds) return "the time limit was reached";
  return fmt::format("the time limit of {} s was reached", *seconds);
}

std::string memory_limit_text(std::optional<std::uint64_t> bytes) {
  if (!bytes) return "the memory limit was reached";
  return fmt::format("the memory limit of {} MiB was reached", *bytes >> 20);
}

// Called every few milliseconds, also when memory is short: it allocates nothing.
std::uint64_t resident_bytes() {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return 0;
  text[size] = '\0';
  char* resident = nullptr;
  std::strtoull(text, &resident, 10);  // the whole address space
  return std::strtoull(resident, nullptr, 10) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_resident_bytes() {
  struct rusage usage {};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace run
