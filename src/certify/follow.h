// The loop that executes what somebody else has found. A guide says who moves and how, as far as
// it knows; what it leaves open is tried, one alternative after the other, until the execution
// can go on to its end.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "engine/interp/system.h"
#include "result/verdict/claim.h"

namespace certify {

// One step of one thread, with the decisions inside of it.
struct TakenStep {
  interp::ThreadId thread;
  run::Decisions inner;
  ir::ProcId proc;
  ir::TransId transition;
};

struct Execution {
  std::vector<TakenStep> steps;
  run::Decisions decisions;  // the same, for a replay

  std::size_t switches() const;  // how often another thread goes on
  // Fewer steps; among as many, fewer switches.
  bool is_better_than(const Execution& other) const;
  // With everything told.
  verdict::Steps told() const;
};

// Who moves next.
struct Turn {
  std::optional<interp::ThreadId> thread;  // nobody, without a problem: it is over
  std::string problem;                     // the execution cannot go on like this

  static Turn of(interp::ThreadId thread) { return {thread, {}}; }
  static Turn over() { return {}; }
  static Turn failed(std::string why) { return {std::nullopt, std::move(why)}; }
};

class Guide {
 public:
  Guide() = default;
  Guide(const Guide&) = delete;
  Guide& operator=(const Guide&) = delete;
  virtual ~Guide() = default;

  // Who moves in this state, `taken` steps after the start. The thread is one of the enabled ones.
  virtual Turn next(const interp::State& state, const std::vector<interp::ThreadId>& enabled,
                    std::size_t taken) = 0;
  // A decision inside of the step; nothing: any alternative will do.
  virtual std::optional<std::size_t> pick(run::DecisionKind kind, std::size_t count) = 0;
  // The very value that the next arbitrary one is to be; nothing: it is picked.
  virtual std::optional<std::string> told_value() { return std::nullopt; }
  // After the step: what was wrong with it; empty: nothing.
  virtual std::string problem(const interp::State& after) {
    static_cast<void>(after);
    return {};
  }
  // Whether `pick` ever says nothing. Then `next` is asked again for a step that is taken in
  // another way.
  virtual bool leaves_open() const { return false; }
};

// The execution, or the problem of the one that came farthest. `last` becomes its last state.
tl::expected<Execution, std::string> follow(const interp::System& system, Guide& guide,
                                            interp::State* last = nullptr);

// Adds the step to the execution, which has come to the state, and takes it with this chooser.
void take(const interp::System& system, interp::State& state, interp::ThreadId thread,
          const std::vector<interp::ThreadId>& enabled, interp::Chooser& chooser,
          Execution& execution);

}  // namespace certify
