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
  total.scripts.insert(total.scripts.end(), part.scripts.begin(), part.scripts.end());
}

Pool::Pool(const Options& options, std::string subject, std::uint32_t workers)
    : options_(options),
      latest_(workers),
      working_(workers),
      next_write_(std::chrono::steady_clock::now() + kBetweenWrites) {
  past_.subject = std::move(subject);
  past_.quiet_unlocks = options.quiet_unlocks;
}

std::optional<Script> Pool::take(std::uint32_t worker, const Checkpoint& own) {
  std::unique_lock lock(mutex_);
  latest_[worker] = own;
  --working_;
  ++hungry_;
  changed_.notify_all();  // someone may be waiting for everybody to rest
  changed_.wait(lock,
                [&] { return !resting_ && (stopped_ || !scripts_.empty() || working_ == 0); });
  --hungry_;
  if (stopped_ || scripts_.empty()) {
    changed_.notify_all();
    return std::nullopt;
  }
  ++working_;
  Script script = std::move(scripts_.back());
  scripts_.pop_back();
  return script;
}

void Pool::give(Script script) {
  std::lock_guard lock(mutex_);
  scripts_.push_back(std::move(script));
  changed_.notify_one();
}

void Pool::stop() {
  std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

bool Pool::wants_rest() {
  if (options_.checkpoint.empty()) return false;
  if (!resting_ && std::chrono::steady_clock::now() >= next_write_.load()) resting_ = true;
  return resting_;
}

void Pool::rest(std::uint32_t worker, const Checkpoint& own) {
  std::unique_lock lock(mutex_);
  if (!resting_) return;
  latest_[worker] = own;
  ++rested_;
  std::uint64_t round = round_;
  changed_.wait(lock, [&] { return round_ != round || rested_ == working_; });
  if (round_ != round) return;  // another one has written it
  write();
  ++round_;
  rested_ = 0;
  resting_ = false;
  next_write_ = std::chrono::steady_clock::now() + kBetweenWrites;
  changed_.notify_all();
}

Checkpoint Pool::total() const {
  Checkpoint result = past_;
  for (const Checkpoint& own : latest_) add_up(result, own);
  result.scripts.insert(result.scripts.end(), scripts_.begin(), scripts_.end());
  return result;
}

void Pool::write() {
  auto written = base::write_output(options_.checkpoint, to_text(total()));
  if (!written) error_ = written.error();
}

void Pool::finish() {
  if (options_.checkpoint.empty()) return;
  if (total().scripts.empty()) {
    std::remove(options_.checkpoint.c_str());
  } else {
    write();
  }
}

}  // namespace symex
