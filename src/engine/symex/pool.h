// Work items that several workers share. A worker whose frontier is empty asks for one; the others
// give away the oldest of theirs, which is likely to be the largest. The pool also writes
// checkpoints: all workers stop for it, tell what they have left, and go on. With a team (team.h),
// work comes from other processes and goes to them, and one more thread acts for those.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
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
  void add(WorkItem work) {
    frontier_.push_back(std::move(work));
    ++offered_;
  }
  // What was found before the search was resumed.
  void set_past(Checkpoint past) { past_ = std::move(past); }

  // ---- from the workers, with what each has found so far and has left to do
  // The next work item; nullopt: there is none and never will be. Waits. The last of these
  // calls is the last word of a worker.
  std::optional<WorkItem> take(std::uint32_t worker, const Checkpoint& own);
  void give(WorkItem work);
  // More workers wait than there are items for them: one that was given wakes up only after a
  // while, in which it would be given one item after the other, each of which has to be replayed.
  bool wants_work() const {
    return idle_.load(std::memory_order_relaxed) > offered_.load(std::memory_order_relaxed) ||
           is_asked_.load(std::memory_order_relaxed);
  }
  // Everyone is to stop: an answer is found, or a limit is reached.
  void stop();
  bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
  // Whether a checkpoint is due. Then everyone who works calls `join_checkpoint`.
  bool is_checkpoint_due();
  void join_checkpoint(std::uint32_t worker, const Checkpoint& own);

  // ---- from the thread that acts for other processes
  // From now on, what is done here need not be all. `wake` is called when that thread may have
  // something to do.
  void open(std::function<void()> wake);
  bool is_open() const { return wake_ != nullptr; }
  // A worker waits, and there is nothing for it here.
  bool is_hungry();
  // Nobody works, and nothing is left. It stays so until something is received.
  bool is_idle();
  // The oldest item for somebody else. None: the workers are asked for one.
  std::optional<WorkItem> hand_out();
  // Nobody else wants work any more.
  void ask_no_more() { is_asked_.store(false, std::memory_order_relaxed); }
  void receive(WorkItem work);
  // There is no work anywhere, and never will be.
  void close();
  // A picture of what has been found and is left here: all who work stop for it. It is there
  // when they have.
  void ask_for_picture();
  std::optional<Checkpoint> picture();
  // Writes such a picture, or several that were added up, as a checkpoint.
  void write(const Checkpoint& all);

  // ---- when all have left
  // What another process has found and left.
  void add_past(const Checkpoint& part);
  // All of it: what has been found, and what is left.
  Checkpoint total() const;
  // Writes the checkpoint a last time, or removes the file if nothing is left.
  void finish();
  const std::string& error() const { return error_; }  // why one could not be written

 private:
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
  std::atomic<std::size_t> offered_{0};  // the size of frontier_, for those without the mutex
  std::atomic<bool> stopped_{false};
  std::atomic<bool> is_due_{false};
  std::function<void()> wake_;         // empty: there are no other processes
  bool is_closed_ = false;             // ... and none has work
  std::atomic<bool> is_asked_{false};  // one of them wants an item
  std::atomic<std::chrono::steady_clock::time_point> next_write_;
  std::string error_;
};

// Of two places the one that comes first, so that it does not matter who has found it.
void keep_first(std::optional<base::Span>& known, base::Span place);
// The two together.
void add_up(Checkpoint& total, const Checkpoint& part);

}  // namespace symex
