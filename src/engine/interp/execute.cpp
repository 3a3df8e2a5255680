#include "engine/interp/execute.h"

#include <algorithm>

#include "base/check.h"
#include "engine/interp/enabled.h"
#include "engine/interp/heap_view.h"
#include "engine/interp/stack_traces.h"
#include "engine/interp/system.h"
#include "engine/interp/trace.h"

namespace interp {

namespace {

// The verdict on a state in which no thread can move.
void conclude(const Model& model, const State& state, verdict::Result& result) {
  result.reason = state.reason;
  switch (outcome(model, state)) {
    case Outcome::Finished: result.verdict = verdict::VerdictKind::Valid; return;
    case Outcome::Discarded:
      result.verdict = verdict::VerdictKind::Valid;
      result.vacuous = true;
      return;
    case Outcome::Violated:
      result.violation = violation(model, state);
      result.verdict = verdict::verdict_of(result.violation->kind);
      return;
    case Outcome::Exhausted: result.verdict = verdict::VerdictKind::Unknown; return;
    case Outcome::Running: break;
  }
  UNREACHABLE("a running state is not over");
}

// The arguments that the first thread starts with; none if it could not start.
std::vector<Value> entry_arguments(const Model& model, const State& initial) {
  const Thread& main = initial.threads.front();
  if (main.has_ended()) return {};
  const auto& locals = main.frames.front().locals;
  std::size_t count = model.proc(model.program().entry).params.size();
  return {locals.begin(), locals.begin() + static_cast<std::ptrdiff_t>(count)};
}

void count_ending(run::Statistics& stats, const verdict::Result& result) {
  ++(result.vacuous ? stats.discarded : stats.paths);
}

}  // namespace

verdict::Result execute(run::Run& run, const Model& model, Chooser& chooser,
                        ExecuteOptions options) {
  System system(model, std::move(options.inputs));
  RecordingChooser recorder(chooser);
  verdict::Result result;
  verdict::Counterexample execution;
  StackTraces stacks(model);
  State state = system.initial(recorder);
  describe_inputs(model, state, entry_arguments(model, state), execution);
  if (options.trace) execution.start = describe_heap(model, state);
  ++run.stats.states;
  std::optional<std::string> stop;
  if (options.on_state) stop = options.on_state(state, nullptr);
  for (std::uint64_t depth = 1;; ++depth) {
    std::vector<ThreadId> enabled = system.enabled(state);
    bool is_stopped = options.stops_daemons && may_end(state) && state.outcome == Outcome::Running;
    if (is_stopped) state.outcome = Outcome::Finished;
    if ((enabled.empty() || is_stopped) && !stop) {
      conclude(model, state, result);
      break;
    }
    if (!stop) stop = run.stop_reason();
    if (stop) {
      result.verdict = verdict::VerdictKind::Unknown;
      result.reason = *stop;
      break;
    }
    ThreadId thread = enabled[recorder.choose(run::DecisionKind::Schedule, enabled.size())];
    std::optional<State> before;
    if (options.trace) before = state;
    Effects effects = system.step(state, thread, recorder);
    ++run.stats.transitions;
    ++run.stats.states;
    run.stats.max_depth = std::max(run.stats.max_depth, depth);
    if (effects.output && options.on_output) options.on_output(*effects.output);
    if (before) {
      execution.trace.push_back(describe_step(model, *before, state, thread, effects));
      stacks.observe(*before, state, thread, effects);
    }
    if (options.on_state) stop = options.on_state(state, &effects);
  }
  if (result.violation) {
    result.violation->thrown = stacks.thrown(state, *result.violation);
    stacks.tell_accesses(*result.violation);
  }
  DCHECK(!options.trace || adds_up(model, execution, state),
         "the heap of the trace is not that of the state");
  if (options.last) *options.last = std::move(state);
  count_ending(run.stats, result);
  execution.decisions = recorder.decisions();
  result.counterexample = std::move(execution);
  result.stats = run.finished_statistics();
  return result;
}

verdict::Result replay(run::Run& run, const Model& model, const run::Decisions& decisions,
                       std::optional<GivenInputs> inputs) {
  ReplayChooser chooser(decisions);
  verdict::Result result =
      execute(run, model, chooser, {.inputs = std::move(inputs), .trace = true, .on_output = {}});
  std::optional<std::string> problem = chooser.problem();
  if (!problem && !chooser.is_finished()) problem = "the execution ends before the decisions do";
  if (problem) {
    result.verdict = verdict::VerdictKind::Unknown;
    result.vacuous = false;
    result.violation.reset();
    result.reason = "the decisions do not fit the program: " + *problem;
  }
  return result;
}

}  // namespace interp
