// The path condition: its constraints as they were added, and as they are under the
// equalities known when they were added. It keeps the accelerators that follow the path
// (equalities, slices, differences) in step with push and pop.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/solve/differences.h"
#include "logic/solve/equalities.h"
#include "logic/solve/options.h"
#include "logic/solve/slicing.h"
#include "logic/term/terms.h"

namespace solve {

class Path {
 public:
  Path(term::Terms& terms, const Options& options);

  void push();
  void pop();
  std::size_t level() const { return levels_.size(); }
  void add(term::Term condition);

  // Conjuncts as they were added.
  std::span<const term::Term> constraints() const { return constraints_; }
  // What each says beyond the earlier ones, at the same positions; true if nothing.
  std::span<const term::Term> reduced() const { return reduced_; }
  // Whether some constraint is false by simplification alone.
  bool is_false() const { return false_at_ != kNever; }

  // The positions of the constraints in the group of the one at `position`, increasing.
  std::vector<std::uint32_t> group(std::uint32_t position);
  Differences& differences() { return differences_; }

  // To be called before Terms::rollback(mark).
  void rollback(term::Terms::Mark mark);

 private:
  static constexpr std::size_t kNever = static_cast<std::size_t>(-1);
  void add_conjunct(term::Term t);

  term::Terms& terms_;
  const Options& options_;
  std::vector<term::Term> constraints_;
  std::vector<term::Term> reduced_;
  std::vector<std::size_t> levels_;  // number of constraints at each push
  std::size_t false_at_ = kNever;    // position of the first constraint that is false
  Equalities equalities_;
  Slicer slicer_;
  Differences differences_;
};

}  // namespace solve
