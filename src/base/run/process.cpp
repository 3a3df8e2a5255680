#include "base/run/process.h"

#include <algorithm>

namespace run {

base::ProcessOptions process_options(const Run& run) {
  base::ProcessOptions options;
  if (auto seconds = run.limits().seconds) {
    options.seconds = std::max(0.0, *seconds - run.elapsed_seconds());
  }
  options.is_cancelled = [&run] { return run.is_cancelled(); };
  return options;
}

}  // namespace run
