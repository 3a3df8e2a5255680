// Whatever a command does, it ends within its limits and when the user wants it to.
//
// A thread looks at the clock, at the memory and for signals every few milliseconds. At a limit,
// or after Ctrl-C, it cancels the runs that are under way: they end soon, and the command reports
// what it found. Work that does not look at its run (reading, lowering, passes, a solver deep in
// a step) does not notice. After a grace period the thread itself writes the verdict `unknown`
// with what is known, and ends the process with status 5. So does an allocation that fails.
// Either the command or this thread writes the result, never both.
//
// docs/decisions/0020-watchdog.md says why a thread, and not limits of the system.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/run/run.h"
#include "result/report/report.h"

namespace cli {

struct WatchOptions {
  std::string command;                        // "verify"
  std::vector<std::string> input;             // the files, as given
  std::string entry;                          // empty: not given
  std::string engine;                         // as given, or empty
  std::optional<double> seconds;              // from the start of the process
  std::optional<std::uint64_t> memory_bytes;  // resident set
  report::Format format = report::Format::Text;
  std::string output;  // file for the result; empty: standard output
  bool stats = false;
};

class Watch {
 public:
  // Watches until it is destroyed. There is one at most: signals reach it through a global.
  Watch(run::Clock::time_point start, WatchOptions options);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Null outside of commands.
  static Watch* current();
  // In a process that was forked from one with a watch: its thread is not here, so there is none.
  // `on_no_memory` ends the process.
  static void leave_in_fork(void (*on_no_memory)());

  run::Clock::time_point start() const { return start_; }

  // A run that is cancelled at a limit, its own or that of the process.
  void attach(run::Run& run);
  void detach(run::Run& run);

  // What is known by now, for a result that this has to write.
  void tell(report::Subject subject);
  // A result so far, written as it stands if there will be no other.
  void keep(std::string text);
  // The exit status, once the result is written: what is left to do does not matter.
  void settle(int status);

  // Memory could not be allocated.
  [[noreturn]] void end_without_memory();

 private:
  friend class OutputClaim;

  struct Attached {
    run::Run* run = nullptr;
    std::optional<run::Clock::time_point> deadline;
  };

  void watch();
  void look();
  void look_at_signals();
  void look_at_time();
  void look_at_memory();
  // All runs are to end, and the process at `hard` at the latest.
  void stop(run::Cause cause, run::Clock::time_point hard);
  // Does not return, unless somebody is writing just now.
  void try_to_end(run::Cause cause);
  void write_last_words(const std::string& reason);
  std::string reason_of(run::Cause cause) const;
  verdict::Result last_result(const std::string& reason) const;

  const run::Clock::time_point start_;
  const WatchOptions options_;
  std::string spare_;  // what is written if there is no memory even for that

  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  bool is_ending_ = false;          // the command is done
  std::vector<Attached> attached_;  // the outermost run first
  bool had_run_ = false;            // one was attached some time
  report::Subject subject_;
  std::string kept_;
  bool said_stopping_ = false;
  run::Cause cause_ = run::Cause::None;  // why all runs are to end
  run::Clock::time_point hard_;          // with a cause: when the process ends

  // Held by who writes to standard output or to the file of the result. The process ends
  // with it.
  std::recursive_timed_mutex output_;
  bool is_writing_ = false;           // by the command
  bool has_result_ = false;           // the command has written one
  std::atomic<int> status_{-1};       // of settle
  std::atomic<bool> is_last_{false};  // somebody ends the process
  std::thread thread_;
};

// While it lives, nobody else writes results. If the process is being ended, it waits for that.
class OutputClaim {
 public:
  // `is_result`: the command has nothing more important to say.
  explicit OutputClaim(bool is_result);
  ~OutputClaim();
  OutputClaim(const OutputClaim&) = delete;
  OutputClaim& operator=(const OutputClaim&) = delete;

 private:
  Watch* watch_;
  bool is_result_;
};

// The limits of a run that ends with the process; its time began with the process.
run::Limits limits_of(const std::optional<double>& seconds,
                      const std::optional<std::uint64_t>& mebibytes);

// What a command that was ended writes instead of its result: on standard output if it gives
// verdicts, else on standard error, which `is_error` tells.
struct LastWords {
  std::string text;
  bool is_error = false;
};
LastWords last_words(const WatchOptions& options, const report::Subject& subject,
                     const verdict::Result& result);

}  // namespace cli
