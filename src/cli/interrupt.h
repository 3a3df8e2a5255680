// Ctrl-C, SIGTERM and limits end a run, not the process: the partial result is reported.
#pragma once

#include "base/run/run.h"
#include "cli/watch.h"

namespace cli {

// While it lives, the watch of the command, if there is one, cancels the run when it is time to
// end. They may be nested.
class InterruptGuard {
 public:
  explicit InterruptGuard(run::Run& run) : run_(run) {
    if (Watch* watch = Watch::current()) watch->attach(run_);
  }
  ~InterruptGuard() {
    if (Watch* watch = Watch::current()) watch->detach(run_);
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  run::Run& run_;
};

}  // namespace cli
