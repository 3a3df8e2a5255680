// The interpreter as a transition system, for any search to drive.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "interp/inputs.h"
#include "interp/state.h"
#include "interp/step.h"
#include "ts/transition_system.h"

namespace interp {

class System final : public ts::TransitionSystem {
 public:
  // With `inputs` the entry procedure starts with those; else they are drawn.
  explicit System(const Model& model, std::optional<GivenInputs> inputs = std::nullopt)
      : model_(model), inputs_(std::move(inputs)) {}

  const Model& model() const { return model_; }

  std::unique_ptr<ts::State> initial(ts::Chooser& chooser) const override;
  std::vector<ThreadId> enabled(const ts::State& state) const override;
  ts::Outcome outcome(const ts::State& state) const override;
  bool is_cut(const ts::State& state) const override { return of(state).is_cut; }
  std::size_t thread_count(const ts::State& state) const override;
  ts::Accesses accesses(const ts::State& state, ThreadId thread) const override;
  bool is_invisible(const ts::State& state, ThreadId thread) const override;
  void step(ts::State& state, ThreadId thread, ts::Chooser& chooser) const override;
  std::string encode(const ts::State& state) const override;

  // The same as `step`, and tells what happened.
  Effects traced_step(State& state, ThreadId thread, ts::Chooser& chooser) const;

  // The states of this system behind the interface.
  static const State& of(const ts::State& state) { return static_cast<const State&>(state); }
  static State& of(ts::State& state) { return static_cast<State&>(state); }

 private:
  const Model& model_;
  std::optional<GivenInputs> inputs_;
};

}  // namespace interp
