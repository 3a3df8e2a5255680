// Checked invariants. CHECK aborts in every build: a verifier that goes on with
// a broken invariant may answer "valid" wrongly. DCHECK is for hot paths only.
#pragma once

#include <fmt/format.h>

#include <string>

namespace base {

[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               const std::string& message);

}  // namespace base

#define CHECK(condition, ...)                                                         \
  do {                                                                                \
    if (!(condition)) [[unlikely]] {                                                  \
      ::base::check_failed(__FILE__, __LINE__, #condition, fmt::format(__VA_ARGS__)); \
    }                                                                                 \
  } while (false)

#ifdef BRAID_DCHECK
#define DCHECK(condition, ...) CHECK(condition, __VA_ARGS__)
#else
#define DCHECK(condition, ...) \
  do {                         \
  } while (false)
#endif

#define UNREACHABLE(...) \
  ::base::check_failed(__FILE__, __LINE__, "unreachable", fmt::format(__VA_ARGS__))
