// A line on the terminal that tells how far a run is.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/run/run.h"

namespace cli {

// While it lives, standard error shows the progress of the run, from the first half
// second on: on a terminal as one line that changes and is gone at the end, else as
// a line now and then. `wanted` absent: only on a terminal.
class ProgressLine {
 public:
  ProgressLine(run::Run& run, std::optional<bool> wanted);
  // With other words: what `text` says, then the time.
  ProgressLine(run::Run& run, std::optional<bool> wanted,
               std::function<std::string(const run::Statistics&)> text);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void show(const run::Run& run);

  run::Run& run_;
  std::function<std::string(const run::Statistics&)> text_;  // empty: progress_text
  bool is_terminal_;
  bool is_shown_ = false;
  double last_seconds_ = 0;         // when the latest line was shown
  std::uint64_t last_queries_ = 0;  // Statistics::solver_queries at that time
};

// "12 paths, 340 steps, depth 61, 9 queries/s, 2 s". The depth is the largest yet.
std::string progress_text(const run::Statistics& stats, double seconds, double queries_per_second);

}  // namespace cli
