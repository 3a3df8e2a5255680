// What depth-first and breadth-first search share: limits and the result.
#pragma once

#include <optional>
#include <string>

#include "engine/mc/engine.h"
#include "engine/mc/tally.h"

namespace mc {

// What a store holds.
struct Stored {
  std::uint64_t states = 0;
  std::uint64_t bytes = 0;       // taken from the system
  std::uint64_t used_bytes = 0;  // of the arenas only what is written
  double fill = 0;               // of the table
  double odds = 0;               // that some two states were taken for one
};

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
  virtual Stored stored() const = 0;
  virtual void limit_store(std::uint64_t bytes) = 0;
  // Of the search as far as it came, with the steps and checks of its machines.
  virtual Tally tally() const = 0;

  // What the store may take at first, to be asked once; 0: no limit.
  static std::uint64_t store_limit(const run::Run& run, std::uint64_t least);

  // Looks at the limits. Called at every step, it does so now and then.
  bool must_stop() {
    if (++ticks_ % kTicks == 0) look_at_limits();
    return is_stopped_;
  }
  void look_at_limits();

  // Notes in the tally how the step that the machine just took ended. True if the search goes on
  // with the successor.
  bool goes_on();
  // The path ends in the violation.
  void report_violation(Failure failure, std::vector<Step> path);
  void stop(std::string why);
  void stop_full();  // the store takes no more states

  run::Run& run_;
  const Model& model_;
  Machine machine_;
  Tally tally_;
  bool is_stopped_ = false;
  std::uint64_t max_depth_ = 0;
  bool has_cycle_ = false;  // an execution can come back to a state of its own

 private:
  static constexpr std::uint64_t kTicks = 1024;

  void judge(verdict::Result& result);
  void update_statistics();

  std::uint64_t ticks_ = 0;
  std::string stop_reason_;
  std::optional<Failure> failure_;
  std::vector<Step> failing_path_;
};

}  // namespace mc
