#include "engine/symex/pool.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "base/file.h"

namespace symex {

namespace {

constexpr auto kBetweenWrites = std::chrono::seconds(1);

}  // namespace

void keep_first(std::optional<base::Span>& known, base::Span place) {
  auto order = [](base::Span s) { return std::tuple(s.file.index(), s.begin, s.end); };
  if (!known || order(place) < order(*known)) known = place;
}

void add_up(Checkpoint& total, const Checkpoint& part) {
  run::Statistics& a = total.stats;
  const run::Statistics& b = part.stats;
  a.paths += b.paths;
  a.pruned += b.pruned;
  a.cut += b.cut;
  a.discarded += b.discarded;
  a.checks += b.checks;
  a.transitions += b.transitions;
  a.max_depth = std::max(a.max_depth, b.max_depth);
  a.live_states += b.live_states;
  a.solver_queries += b.solver_queries;
  a.cache_hits += b.cache_hits;
  a.evaluated += b.evaluated;
  a.differences += b.differences;
  a.unanswered += b.unanswered;
  a.solver_seconds += b.solver_seconds;
  for (const std::string& bound : part.bounds_hit) {
    auto& all = total.bounds_hit;
    if (std::find(all.begin(), all.end(), bound) == all.end()) all.push_back(bound);
  }
  if (part.never_ends) keep_first(total.never_ends, *part.never_ends);
  total.frontier.insert(total.frontier.end(), part.frontier.begin(), part.frontier.end());
}

Pool::Pool(const Options& options, std::string subject, std::uint32_t workers)
    : options_(options),
      latest_(workers),
      working_(workers),
      next_write_(std::chrono::steady_clock::now() + kBetweenWrites) {
  past_.subject = std::move(subject);
  past_.own_unlocks_only = options.own_unlocks_only;
}

std::optional<WorkItem> Pool::take(std::uint32_t worker, const Checkpoint& own) {
  std::unique_lock lock(mutex_);
  latest_[worker] = own;
  --working_;
  ++idle_;
  changed_.notify_all();  // someone may be waiting for all to join a checkpoint
  if (wake_) wake_();
  auto is_over = [&] { return wake_ ? is_closed_ : working_ == 0; };
  changed_.wait(lock, [&] { return stopped_ || (!is_due_ && (!frontier_.empty() || is_over())); });
  --idle_;
  if (stopped_ || frontier_.empty()) {
    changed_.notify_all();
    return std::nullopt;
  }
  ++working_;
  WorkItem work = std::move(frontier_.back());
  frontier_.pop_back();
  --offered_;
  return work;
}

void Pool::give(WorkItem work) {
  std::lock_guard lock(mutex_);
  frontier_.push_back(std::move(work));
  ++offered_;
  if (is_asked_.exchange(false)) return wake_();
  changed_.notify_one();
}

void Pool::stop() {
  std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
  if (wake_) wake_();
}

bool Pool::is_checkpoint_due() {
  if (options_.checkpoint.empty()) return false;
  if (wake_) return is_due_;
  if (!is_due_ && std::chrono::steady_clock::now() >= next_write_.load()) is_due_ = true;
  return is_due_;
}

void Pool::join_checkpoint(std::uint32_t worker, const Checkpoint& own) {
  std::unique_lock lock(mutex_);
  if (!is_due_) return;
  latest_[worker] = own;
  ++joined_;
  std::uint64_t round = round_;
  if (wake_) {
    wake_();
    changed_.wait(lock, [&] { return round_ != round || stopped_; });
    if (round_ == round) --joined_;
    return;
  }
  changed_.wait(lock, [&] { return round_ != round || joined_ == working_; });
  if (round_ != round) return;  // another one has written it
  write(total());
  ++round_;
  joined_ = 0;
  is_due_ = false;
  next_write_ = std::chrono::steady_clock::now() + kBetweenWrites;
  changed_.notify_all();
}

// ---------------------------------------------------------------- other processes

void Pool::open(std::function<void()> wake) {
  std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

bool Pool::is_hungry() {
  std::lock_guard lock(mutex_);
  return !stopped_ && frontier_.empty() && working_ < latest_.size();
}

// A worker that has left a stopped pool may have left work, too.
bool Pool::is_idle() {
  std::lock_guard lock(mutex_);
  return !stopped_ && frontier_.empty() && working_ == 0;
}

std::optional<WorkItem> Pool::hand_out() {
  std::lock_guard lock(mutex_);
  if (stopped_ || is_due_) return std::nullopt;
  if (frontier_.empty()) {
    is_asked_ = true;
    return std::nullopt;
  }
  WorkItem work = std::move(frontier_.front());
  frontier_.erase(frontier_.begin());
  --offered_;
  return work;
}

void Pool::receive(WorkItem work) {
  std::lock_guard lock(mutex_);
  frontier_.push_back(std::move(work));
  ++offered_;
  changed_.notify_one();
}

void Pool::close() {
  std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

void Pool::ask_for_picture() {
  std::lock_guard lock(mutex_);
  is_due_ = true;
}

std::optional<Checkpoint> Pool::picture() {
  std::lock_guard lock(mutex_);
  if (!is_due_ || stopped_ || joined_ != working_) return std::nullopt;
  Checkpoint result = total();
  ++round_;
  joined_ = 0;
  is_due_ = false;
  changed_.notify_all();
  return result;
}

void Pool::add_past(const Checkpoint& part) {
  std::lock_guard lock(mutex_);
  add_up(past_, part);
}

// ---------------------------------------------------------------- checkpoints

Checkpoint Pool::total() const {
  Checkpoint result = past_;
  for (const Checkpoint& own : latest_) add_up(result, own);
  result.frontier.insert(result.frontier.end(), frontier_.begin(), frontier_.end());
  return result;
}

void Pool::write(const Checkpoint& all) {
  auto written = base::write_output(options_.checkpoint, to_text(all));
  if (!written) error_ = written.error();
}

void Pool::finish() {
  if (options_.checkpoint.empty()) return;
  if (total().frontier.empty()) {
    std::remove(options_.checkpoint.c_str());
  } else {
    write(total());
  }
}

}  // namespace symex
