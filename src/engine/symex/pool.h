// Work items that several workers share. A worker whose frontier is empty asks for one; the others
// give away the oldest of theirs, which is likely to be the largest. The pool also writes
// checkpoints: all workers stop for it, tell what they have left, and go on.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/symex/checkpoint.h"
#include "engine/symex/options.h"

namespace symex {

class Pool {
 public:
  Pool(const Options& options, std::string subject, std::uint32_t workers);

  // ---- at the start
  void add(WorkItem work) { frontier_.push_back(std::move(work)); }
  // What was found before the search was resumed.
  void set_past(Checkpoint past) { past_ = std::move(past); }

  // ---- from the workers, with what each has found so far and has left to do
  // The next work item; nullopt: there is none and never will be. Waits. The last of these
  // calls is the last word of a worker.
  std::optional<WorkItem> take(std::uint32_t worker, const Checkpoint& own);
  void give(WorkItem work);
  bool wants_work() const { return idle_.load(std::memory_order_relaxed) > 0; }
  // Everyone is to stop: an answer is found, or a limit is reached.
  void stop();
  bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
  // Whether a checkpoint is due. Then everyone who works calls `join_checkpoint`.
  bool is_checkpoint_due();
  void join_checkpoint(std::uint32_t worker, const Checkpoint& own);

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
  std::vector<WorkItem> frontier_;
  std::vector<Checkpoint> latest_;  // of each worker
  std::uint32_t working_;           // neither waiting for work nor gone
  std::uint32_t joined_ = 0;
  std::uint64_t round_ = 0;  // of checkpoints
  std::atomic<std::uint32_t> idle_{0};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> is_due_{false};
  std::atomic<std::chrono::steady_clock::time_point> next_write_;
  std::string error_;
};

// Of two places the one that comes first, so that it does not matter who has found it.
void keep_first(std::optional<base::Span>& known, base::Span place);
// The two together.
void add_up(Checkpoint& total, const Checkpoint& part);

}  // namespace symex
