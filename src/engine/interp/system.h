// The transition system of a model: where executions start, who can move, and what a step does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/interp/inputs.h"
#include "engine/interp/state.h"
#include "engine/interp/step.h"

namespace interp {

class System {
 public:
  // With `inputs` the entry procedure starts with those; else they are drawn.
  explicit System(const Model& model, std::optional<GivenInputs> inputs = std::nullopt)
      : model_(model), inputs_(std::move(inputs)) {}
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const Model& model() const { return model_; }

  // A state to start from; inputs that are drawn are decisions.
  State initial(Chooser& chooser) const;
  // The threads that can move, in ascending order. Schedule decisions choose among these.
  // Empty: the execution is over and `outcome` tells how.
  std::vector<ThreadId> enabled(const State& state) const;
  Outcome outcome(const State& state) const;
  // Everything that the next step of the thread may touch, whichever decisions it takes. For a
  // thread that cannot move: what its next step would touch once unblocked, as far as it can be
  // said; what it waits for in any case.
  Accesses accesses(const State& state, ThreadId thread) const;
  // True if no other thread can observe or affect the next step of the thread, so that it need
  // not be interleaved.
  bool is_invisible(const State& state, ThreadId thread) const;
  // One atomic step of an enabled thread; tells what happened.
  Effects step(State& state, ThreadId thread, Chooser& chooser) const;
  // Equal for states that behave alike, and only for those: a text that does not depend on the
  // names of heap objects.
  std::string encode(const State& state) const;

 private:
  const Model& model_;
  std::optional<GivenInputs> inputs_;
};

}  // namespace interp
