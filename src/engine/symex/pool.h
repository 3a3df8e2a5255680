// Work that several searches share. A search that has nothing left to do asks for a
// piece; the others give away the oldest of what they have put aside, which is likely to
// be the largest. The pool also writes checkpoints: all searches come to rest, tell what
// they have left, and go on.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/symex/options.h"
#include "engine/symex/script.h"

namespace symex {

class Pool {
 public:
  Pool(const Options& options, std::string subject, std::uint32_t workers);

  // ---- at the start
  void add(Script script) { scripts_.push_back(std::move(script)); }
  // What was found before the search was resumed.
  void set_past(Checkpoint past) { past_ = std::move(past); }

  // ---- from the workers, with what each has found so far and has left to do
  // The next piece; nullopt: there is none and never will be. Waits. The last of these
  // calls is the last word of a worker.
  std::optional<Script> take(std::uint32_t worker, const Checkpoint& own);
  void give(Script script);
  bool wants_work() const { return hungry_.load(std::memory_order_relaxed) > 0; }
  // Everyone is to stop: an answer is found, or a limit is reached.
  void stop();
  bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
  // Whether a checkpoint is due. Then everyone who works calls `rest`.
  bool wants_rest();
  void rest(std::uint32_t worker, const Checkpoint& own);

  // ---- when all have left
  // All of it: what has been found, and what is left.
  Checkpoint total() const;
  // Writes the checkpoint a last time, or removes the file if nothing is left.
  void finish();
  const std::string& error() const { return error_; }  // why one could not be written

 private:
  void write();

  const Options& options_;
  Checkpoint past_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Script> scripts_;
  std::vector<Checkpoint> latest_;  // of each worker
  std::uint32_t working_;           // neither waiting for work nor gone
  std::uint32_t rested_ = 0;
  std::uint64_t round_ = 0;  // of checkpoints
  std::atomic<std::uint32_t> hungry_{0};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> resting_{false};
  std::atomic<std::chrono::steady_clock::time_point> next_write_;
  std::string error_;
};

// Of two places the one that comes first, so that it does not matter who has found it.
void keep_first(std::optional<base::Span>& known, base::Span place);
// The two together.
void add_up(Checkpoint& total, const Checkpoint& part);

}  // namespace symex
