#include "logic/solve/watchdog.h"

#include <fmt/format.h>

#include <algorithm>

namespace solve {

namespace {

constexpr std::chrono::milliseconds kTick{5};
// Looking at the memory means reading a file of the system.
constexpr int kTicksPerMemoryLook = 8;

}  // namespace

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::arm(std::function<void()> interrupt, double seconds, std::uint64_t megabytes) {
  std::string reason = "the time limit for one solver query";
  if (run_.limits().seconds) {
    double left = *run_.limits().seconds - run_.elapsed_seconds();
    if (left < seconds) {
      seconds = std::max(left, 0.0);
      reason = run::time_limit_text(run_.limits().seconds);
    }
  }
  std::lock_guard lock(mutex_);
  is_armed_ = true;
  interrupt_ = std::move(interrupt);
  fired_.clear();
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(std::min(seconds, 1e8)));
  deadline_reason_ = std::move(reason);
  most_bytes_ = run::resident_bytes() + (megabytes << 20);
  memory_reason_ = fmt::format("the memory limit of {} MiB for one solver query", megabytes);
  if (auto limit = run_.limits().memory_bytes; limit && *limit < most_bytes_) {
    most_bytes_ = *limit;
    memory_reason_ = run::memory_limit_text(limit);
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { watch(); });
}

std::string Watchdog::disarm() {
  std::lock_guard lock(mutex_);
  is_armed_ = false;
  interrupt_ = nullptr;
  return std::move(fired_);
}

void Watchdog::look(bool at_memory) {
  if (fired_.empty()) {
    if (run_.is_cancelled()) {
      fired_ = run_.cancel_reason();
    } else if (Clock::now() >= deadline_) {
      fired_ = deadline_reason_;
    } else if (at_memory && run::resident_bytes() >= most_bytes_) {
      fired_ = memory_reason_;
    }
  }
  // Repeated until the question ends: a solver may overlook one.
  if (!fired_.empty()) interrupt_();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  for (int tick = 0; !is_ending_; ++tick) {
    if (is_armed_) look(tick % kTicksPerMemoryLook == 0);
    wake_.wait_for(lock, kTick, [this] { return is_ending_; });
  }
}

}  // namespace solve
