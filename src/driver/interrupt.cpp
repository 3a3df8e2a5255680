#include "driver/interrupt.h"

#include <atomic>
#include <csignal>

#include "base/check.h"

namespace driver {

namespace {

// A signal handler can reach nothing but a global.
std::atomic<run::Run*> current{nullptr};

extern "C" void on_signal(int number) {
  if (run::Run* run = current.load()) run->cancel();
  std::signal(number, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard(run::Run& run) {
  run::Run* expected = nullptr;
  CHECK(current.compare_exchange_strong(expected, &run), "two interruptible runs");
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  current.store(nullptr);
}

}  // namespace driver
