#include "base/check.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "base/check_hook.h"

namespace base {

namespace {

std::atomic<CheckHandler> check_handler = nullptr;

}  // namespace

void on_failed_check(CheckHandler handler) { check_handler = handler; }

void check_failed(const char* file, int line, const char* condition, const std::string& message) {
  std::fflush(stdout);
  std::string text =
      fmt::format("internal error at {}:{}: {} ({})", file, line, message, condition);
  fmt::print(stderr, "braid: {}\n", text);
  std::fflush(stderr);
  // The first one only: a handler that fails itself must not come back here.
  if (CheckHandler handler = check_handler.exchange(nullptr)) {
    handler(text);
    std::fflush(stdout);
  }
  std::_Exit(6);
}

}  // namespace base
