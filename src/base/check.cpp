#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace base {

void check_failed(const char* file, int line, const char* condition, const std::string& message) {
  std::fflush(stdout);
  fmt::print(stderr, "braid: internal error at {}:{}: {} ({})\n", file, line, message, condition);
  std::fflush(stderr);
  std::_Exit(6);
}

}  // namespace base
