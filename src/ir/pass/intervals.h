// Which integers a variable may hold, whatever the order of the statements: one interval per
// variable, grown by every assignment to it. What still grows after a few rounds is taken to
// grow for ever (Cousot and Cousot, "Abstract interpretation", POPL 1977, with a widening that
// jumps to infinity at once). Guards are not looked at.
//
// The result guides the choice of bounds, nothing else: it need not be sharp, and the work is
// bounded by a number of rounds over the program.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/pass/hierarchy.h"
#include "ir/program.h"

namespace pass {

struct Interval {
  static constexpr std::int64_t kInfinity = std::int64_t{1} << 40;

  std::int64_t lo = 1;  // lo > hi: nothing
  std::int64_t hi = 0;

  bool is_empty() const { return lo > hi; }
  bool is_finite() const { return !is_empty() && lo > -kInfinity && hi < kInfinity; }
  static Interval all() { return {-kInfinity, kInfinity}; }
  static Interval of(std::int64_t n) { return {n, n}; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

// What a call or a fork may run, looked up once.
struct CallSite {
  ir::ProcId caller;
  std::size_t transition = 0;
  bool is_fork = false;
  std::vector<ir::ProcId> targets;
};

class Intervals {
 public:
  Intervals(const ir::Program& program, const Hierarchy& hierarchy);

  // Empty for what holds no integers.
  Interval local(ir::ProcId proc, ir::LocalId id) const {
    return locals_[proc.index()][id.index()];
  }
  Interval value(ir::ProcId proc, ir::ExprId expr) const;
  // All variables that hold a value.
  std::vector<Interval> all() const;
  const std::vector<CallSite>& calls() const { return calls_; }

 private:
  void find_calls(const Hierarchy& hierarchy);
  void start();
  bool round(bool widens);
  void action(ir::ProcId proc, const ir::Action& action);
  void call(const CallSite& site, const std::vector<ir::ExprId>& args, ir::LocalId target);
  void grow(Interval& variable, Interval by);
  Interval of_type(ir::TypeId type) const;
  Interval operation(ir::BinaryOp op, Interval a, Interval b) const;
  static Interval bits(ir::BinaryOp op, Interval a, Interval b);
  static Interval conversion(ir::UnaryOp op, Interval a);

  const ir::Program& program_;
  std::vector<CallSite> calls_;                // in the order of the program
  std::vector<std::vector<Interval>> locals_;  // by procedure and local
  std::vector<Interval> globals_;
  std::vector<Interval> fields_;
  std::vector<Interval> results_;  // by procedure
  Interval elements_;              // of all arrays
  std::size_t next_call_ = 0;      // of the round
  bool grew_ = false;
  bool widens_ = false;
};

}  // namespace pass
