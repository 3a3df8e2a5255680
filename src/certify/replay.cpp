#include "certify/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "engine/interp/execute.h"
#include "engine/interp/inputs.h"
#include "engine/interp/system.h"
#include "result/verdict/json.h"

namespace certify {

namespace {

// Takes the decisions inside a step as the schedule says.
class MoveChooser : public interp::Chooser {
 public:
  explicit MoveChooser(const run::Decisions& values) : values_(values) {}
  std::size_t notified = 0;

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override {
    if (kind == run::DecisionKind::Notify) return notified < count ? notified : 0;
    if (next_ == values_.size()) return 0;
    const run::Decision& value = values_[next_++];
    return value.kind == kind && value.count == count ? value.chosen : 0;
  }

  const run::Decisions& values_;  // arbitrary ones, in the order in which they are taken
  std::size_t next_ = 0;
};

// The schedule as decisions of the interpreter: which of the enabled threads.
tl::expected<run::Decisions, std::string> decisions_of(const interp::Model& model,
                                                       const interp::GivenInputs& inputs,
                                                       const run::Decisions& values,
                                                       const verdict::Schedule& schedule) {
  interp::System system(model, inputs);
  MoveChooser inner(values);
  interp::RecordingChooser chooser(inner);
  interp::State state = system.initial(chooser);
  run::Decisions decisions;
  std::size_t next = 0;
  for (std::size_t step = 1;; ++step) {
    std::vector<interp::ThreadId> enabled = system.enabled(state);
    if (enabled.empty()) return decisions;
    std::size_t chosen = 0;
    if (state.threads.size() > 1 && next < schedule.size()) {
      interp::ThreadId wanted(schedule[next].thread);
      inner.notified = schedule[next++].notified;
      auto found = std::find(enabled.begin(), enabled.end(), wanted);
      if (found == enabled.end()) {
        return tl::make_unexpected(
            fmt::format("thread {} cannot move in step {}", wanted.index() + 1, step));
      }
      chosen = static_cast<std::size_t>(found - enabled.begin());
    } else if (state.threads.size() > 1) {
      return decisions;  // the violation ended the schedule
    }
    if (enabled.size() > 1) {
      decisions.push_back({run::DecisionKind::Schedule, static_cast<std::uint32_t>(chosen),
                           static_cast<std::uint32_t>(enabled.size())});
    }
    std::size_t before = chooser.decisions().size();
    system.step(state, enabled[chosen], chooser);
    for (std::size_t i = before; i < chooser.decisions().size(); ++i) {
      decisions.push_back(chooser.decisions()[i]);
    }
  }
}

}  // namespace

tl::expected<verdict::Result, std::string> replay(run::Run& run, const interp::Model& model,
                                                  const verdict::Result& claimed,
                                                  const verdict::Schedule& schedule) {
  auto json = verdict::inputs_json(*claimed.counterexample).dump();
  auto parsed = interp::parse_inputs(model, json);
  if (const auto* error = std::get_if<interp::InputError>(&parsed)) {
    return tl::make_unexpected("the inputs do not fit: " + error->text);
  }
  const auto& inputs = std::get<interp::GivenInputs>(parsed);
  auto decisions = decisions_of(model, inputs, claimed.counterexample->decisions, schedule);
  if (!decisions) return tl::make_unexpected(decisions.error());
  verdict::Result result = interp::replay(run, model, *decisions, inputs);
  if (!result.violation) {
    return tl::make_unexpected(fmt::format("the execution ended without a violation ({})",
                                           verdict::keyword(result.verdict)));
  }
  if (result.violation->kind != claimed.violation->kind) {
    return tl::make_unexpected(fmt::format("the execution ended otherwise: {}: {}",
                                           verdict::keyword(result.violation->kind),
                                           result.violation->message));
  }
  bool has_place = claimed.violation->kind != verdict::ViolationKind::Deadlock &&
                   claimed.violation->span.is_valid();
  if (has_place && !(result.violation->span == claimed.violation->span)) {
    return tl::make_unexpected(fmt::format("the execution ended elsewhere: {}: {}",
                                           verdict::keyword(result.violation->kind),
                                           result.violation->message));
  }
  return result;
}

}  // namespace certify
