// What depth-first and breadth-first search share: the store, limits, and the result.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "engine/mc/engine.h"
#include "engine/mc/store.h"

namespace mc {

class Search {
 public:
  Search(run::Run& run, const Model& model);
  virtual ~Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  verdict::Answer run();

 protected:
  // Looks at everything that can be reached from the machine's state.
  virtual void explore() = 0;
  // Whether an execution can go round for ever, once everything was looked at.
  virtual bool finds_cycle() { return has_cycle_; }
  // Memory of the search itself, beside the store: what it has, and what it may take at
  // once when one of its arrays grows.
  virtual std::uint64_t pending_bytes() const = 0;

  // Notes how the step that the machine just took ended. True if the search goes on with
  // the successor.
  bool goes_on();
  // For a state in which no thread can move. False if it is a deadlock.
  bool finish();
  // The machine's path, or the one given, ends in the violation.
  void report_violation(Failure failure, std::vector<Step> path);
  // To be asked at every step.
  bool must_stop() {
    if (++ticks_ % kTicks == 0) look_at_limits();
    return is_stopped_;
  }
  void stop(std::string why);
  void stop_full();              // the store takes no more states
  std::uint32_t first_thread();  // of an expansion

  run::Run& run_;
  const Model& model_;
  Machine machine_;
  Store store_;
  bool is_stopped_ = false;
  std::uint64_t max_depth_ = 0;
  bool depth_cut_ = false;
  bool has_cycle_ = false;  // an execution can come back to a state of its own

 private:
  static constexpr std::uint64_t kTicks = 1024;

  void look_at_limits();
  void judge(verdict::Result& result);
  void update_statistics();
  static std::uint64_t store_limit(const run::Run& run);

  std::uint64_t ticks_ = 0;
  std::uint64_t random_;
  std::set<std::string> bounds_;
  std::string stop_reason_;
  std::string exhausted_;
  std::optional<Failure> failure_;
  std::vector<Step> failing_path_;
};

}  // namespace mc
