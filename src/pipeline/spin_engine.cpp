#include "pipeline/spin_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "certify/guided.h"
#include "certify/model.h"
#include "engine/spin/spin.h"
#include "pipeline/job.h"
#include "pipeline/mc_engine.h"

namespace pipeline {

namespace {

void count(const spin::SpinSearch& search, run::Statistics& stats) {
  stats.states = static_cast<std::uint64_t>(search.states);
  stats.stored_states = stats.states;
  stats.transitions = static_cast<std::uint64_t>(search.transitions);
  stats.max_depth = static_cast<std::uint64_t>(search.depth);
  stats.bytes_per_state = search.bytes_per_state;
}

// What a search says that found no error.
verdict::Result conclusion(const run::Run& run, const spin::SpinAnswer& answer) {
  if (!answer.reason.empty()) return unknown_result(run, answer.reason);
  verdict::Result result;
  for (const std::string& bound : answer.search.cuts) result.cut(bound);
  if (answer.search.is_too_deep) result.cut("depth");
  result.verdict = verdict::VerdictKind::Valid;
  result.complete = !result.is_cut();
  result.stats = run.finished_statistics();
  result.stats.checks = answer.search.has_checked ? 1 : 0;
  return result;
}

bool has_assertions(const ir::Program& program) {
  auto is_assertion = [](const ir::Action& a) { return std::holds_alternative<ir::Assert>(a); };
  return std::any_of(program.procs.begin(), program.procs.end(), [&](const ir::Procedure& proc) {
    return std::any_of(proc.transitions.begin(), proc.transitions.end(),
                       [&](const ir::Transition& t) {
                         return std::any_of(t.actions.begin(), t.actions.end(), is_assertion);
                       });
  });
}

// The steps with all their choices. SPIN's trail does not tell the positions of objects
// among those that could have been chosen; the interpreter finds them.
tl::expected<verdict::ModelTrace, std::string> complete(const interp::Model& model,
                                                        const spin::SpinTrail& trail) {
  if (!trail.lacks_choices) return trail.steps;
  std::vector<ir::ProcId> threads;  // what each runs; they move in the order of their starts
  std::vector<certify::GuidedStep> steps;
  for (std::size_t i = 0; i < trail.steps.size(); ++i) {
    const verdict::ModelStep& step = trail.steps[i];
    if (threads.size() <= step.thread) threads.resize(step.thread + 1);
    threads[step.thread] = step.proc;
    steps.push_back({step.proc, step.thread, step.transition, trail.values[i]});
  }
  // A thread that never moves is the first of none: which ones started earlier is a matter
  // of all threads, so the forks along the way tell it.
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (threads[t]) continue;
    return tl::make_unexpected(fmt::format("thread {} never moves", t + 1));
  }
  for (certify::GuidedStep& step : steps) {
    std::size_t before = 0;
    for (std::size_t t = 0; t < step.ordinal; ++t) before += threads[t] == step.proc ? 1 : 0;
    step.ordinal = before;
  }
  return certify::complete_trace(model, steps, !trail.loop);
}

// The bound that the last step exceeds, of those that cut the search; empty if it exceeds none.
std::string cut_of(const interp::Model& model, const verdict::ModelTrace& trace,
                   const std::vector<std::string>& cuts) {
  auto execution = certify::replay_model(model, trace, verdict::ViolationKind::Limit);
  if (!execution) return {};
  return cuts.size() == 1 ? cuts.front() : execution->violation->message;
}

// The loop three times: a state that only SPIN takes for the same because it forgets dead
// variables is the same by the second time.
void add_rounds(std::size_t loop, mc::LivenessAnswer& answer) {
  std::size_t length = answer.trace.size() - loop;
  answer.has_ended = length == 0;
  answer.rounds = {loop, answer.trace.size()};
  if (answer.has_ended) return;
  for (int round = 1; round < 3; ++round) {
    for (std::size_t i = 0; i < length; ++i) {
      verdict::ModelStep again = answer.trace[loop + i];
      answer.trace.push_back(std::move(again));
    }
    answer.rounds.push_back(answer.trace.size());
  }
}

}  // namespace

spin::PromelaOptions promela_options(const Request& options, bool finitised) {
  mc::Options search = mc_options(options, finitised);
  spin::PromelaOptions result;
  result.threads = search.threads;
  result.semantics = search.semantics;
  result.coarsen = search.coarsen;
  result.reset_dead = search.live;
  result.limit_is_error = search.kind == mc::SearchKind::Basic;
  result.own_limit_is_error = search.own_limits;
  result.choose_free = search.kind == mc::SearchKind::ChooseFree;
  return result;
}

SpinAnswer ask_spin(run::Run& run, const ir::Program& program, const Request& options,
                    bool finitised) {
  spin::PromelaOptions write = promela_options(options, finitised);
  write.hide = !options.breadth_first;  // SPIN's breadth-first search has no hidden variables
  auto text = spin::promela(program, write);
  if (!text) return {unknown_result(run, "not possible in Promela: " + text.error()), {}};
  spin::SpinOptions spin;
  spin.reduce = options.reduction != symex::Reduction::None && !options.depth;
  spin.breadth_first = options.breadth_first;
  spin.depth = options.depth;
  spin::SpinAnswer answer = spin::run_spin(run, *text, spin);
  count(answer.search, run.stats);
  verdict::Result result = conclusion(run, answer);
  if (answer.search.error == spin::SpinSearch::Error::None || !answer.reason.empty()) {
    // SPIN does not tell how executions ended, but whether anything was checked.
    verdict::judge_cuts(result, has_assertions(program));
    return {std::move(result), {}};
  }
  interp::Model model(program, model_interp_options(options, finitised));
  auto trace = complete(model, answer.trail);
  auto execution = trace ? certify::replay_model(model, *trace, std::nullopt)
                         : tl::make_unexpected(trace.error());
  if (!execution || !execution->violation) {
    std::string why = execution ? "nothing is wrong" : execution.error();
    return {unknown_result(run, fmt::format("SPIN's counterexample ({}) could not be confirmed: {}",
                                            answer.search.message, why)),
            {}};
  }
  result.verdict = execution->verdict;
  result.complete = false;
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return {std::move(result), std::move(*trace)};
}

mc::LivenessAnswer ask_spin_about(run::Run& run, const ir::Program& program,
                                  const ltl::Automaton& bad, const ltl::Property& property,
                                  const Request& options, bool finitised) {
  spin::PromelaOptions model = promela_options(options, finitised);
  model.claim = spin::PromelaClaim{&bad, &property.propositions, property.text};
  model.coarsen = model.coarsen && property.is_stutter_invariant;
  mc::LivenessAnswer result;
  auto text = spin::promela(program, model);
  if (!text) {
    result.result = unknown_result(run, "not possible in Promela: " + text.error());
    return result;
  }
  spin::SpinOptions spin;
  spin.liveness = true;
  spin.fair = options.fair;
  // SPIN's reduction is wrong for fair executions.
  spin.reduce =
      options.reduction != symex::Reduction::None && property.is_stutter_invariant && !options.fair;
  spin::SpinAnswer answer = spin::run_spin(run, *text, spin);
  count(answer.search, run.stats);
  result.result = conclusion(run, answer);
  if (answer.search.error == spin::SpinSearch::Error::None || !answer.reason.empty()) {
    return result;
  }
  interp::Model concrete(program, model_interp_options(options, finitised));
  auto trace = complete(concrete, answer.trail);
  if (!trace) {
    result.result =
        unknown_result(run, "SPIN's counterexample could not be confirmed: " + trace.error());
    return result;
  }
  bool is_cycle = answer.search.error == spin::SpinSearch::Error::Cycle;
  verdict::ViolationKind kind =
      is_cycle ? verdict::ViolationKind::Ltl : verdict::ViolationKind::Assert;
  result.result.verdict = verdict::verdict_of(kind);
  result.result.complete = false;
  result.result.violation = verdict::Violation{.kind = kind};
  result.trace = std::move(*trace);
  if (is_cycle) result.cut_by = cut_of(concrete, result.trace, answer.search.cuts);
  add_rounds(answer.trail.loop.value_or(result.trace.size()), result);
  return result;
}

verdict::Result verify_with_spin(run::Run& run, const ir::Program& program,
                                 const Request& options) {
  return ask_spin(run, program, options, false).result;
}

}  // namespace pipeline
