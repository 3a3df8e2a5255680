// Ctrl-C and SIGTERM end a run, not the process: the partial result is reported.
#pragma once

#include "run/run.h"

namespace driver {

// While it lives, the first SIGINT or SIGTERM cancels the run; a second one ends
// the process. At most one exists at a time.
class InterruptGuard {
 public:
  explicit InterruptGuard(run::Run& run);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

}  // namespace driver
