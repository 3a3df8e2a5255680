#include "engine/spin/engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/pass/features.h"

namespace spin {

namespace {

// The loop three times: a state that only SPIN takes for the same because it forgets dead
// variables is the same by the second time.
constexpr std::size_t kRounds = 3;

void count(const SpinSearch& search, run::Statistics& stats) {
  stats.states = static_cast<std::uint64_t>(search.states);
  stats.stored_states = stats.states;
  stats.transitions = static_cast<std::uint64_t>(search.transitions);
  stats.max_depth = static_cast<std::uint64_t>(search.depth);
  stats.bytes_per_state = search.bytes_per_state;
}

// What a search says that found no error.
verdict::Result conclusion(const run::Run& run, const SpinAnswer& answer) {
  if (!answer.reason.empty()) return verdict::unknown(run, answer.reason);
  verdict::Result result;
  for (const std::string& bound : answer.search.cuts) {
    if (auto what = pass::unsupported_in(bound)) return verdict::unknown(run, *what);
    result.cut(bound);
  }
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

// SPIN's trail does not tell the positions of objects among those that could have been chosen.
verdict::Claim claim_of(SpinTrail trail) {
  verdict::Claim claim;
  claim.steps = std::move(trail.steps);
  if (!trail.lacks_choices) return claim;
  claim.told = verdict::Told::Values;
  for (std::size_t i = 0; i < claim.steps.size(); ++i) {
    claim.steps[i].choices = std::move(trail.values[i]);
  }
  return claim;
}

bool found_nothing(const SpinAnswer& answer) {
  return answer.search.error == SpinSearch::Error::None || !answer.reason.empty();
}

// The bound that the last step exceeds, of those that cut the search; empty if it exceeds none.
std::string cut_of(verdict::Claim claim, const std::vector<std::string>& cuts,
                   const verdict::Confirm& confirm) {
  claim.kind = verdict::ViolationKind::Limit;
  auto execution = confirm(claim);
  if (!execution) return {};
  return cuts.size() == 1 ? cuts.front() : execution->violation->message;
}

}  // namespace

verdict::Answer verify(run::Run& run, const ir::Program& program, const PromelaOptions& model,
                       const SpinOptions& search, const verdict::Confirm& confirm) {
  auto text = promela(program, model);
  if (!text) return {verdict::unknown(run, "not possible in Promela: " + text.error()), {}};
  SpinAnswer answer = run_spin(run, *text, search);
  count(answer.search, run.stats);
  verdict::Result result = conclusion(run, answer);
  if (found_nothing(answer)) {
    // SPIN does not tell how executions ended, but whether anything was checked.
    verdict::judge_cuts(result, has_assertions(program));
    return {std::move(result), {}};
  }
  verdict::Claim claim = claim_of(std::move(answer.trail));
  auto execution = confirm(claim);
  if (!execution || !execution->violation) {
    std::string why = execution ? "nothing is wrong" : execution.error();
    return {
        verdict::unknown(run, fmt::format("SPIN's counterexample ({}) could not be confirmed: {}",
                                          answer.search.message, why)),
        {}};
  }
  claim.kind = execution->violation->kind;
  result.reason.clear();  // of what else was not followed
  result.verdict = execution->verdict;
  result.complete = false;
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return {std::move(result), std::move(claim)};
}

verdict::Answer verify_property(run::Run& run, const ir::Program& program,
                                const ltl::Automaton& bad, const ltl::Property& property,
                                PromelaOptions model, const SpinOptions& search,
                                const verdict::Confirm& confirm) {
  model.claim = PromelaClaim{&bad, &property.propositions, property.text};
  auto text = promela(program, model);
  if (!text) return {verdict::unknown(run, "not possible in Promela: " + text.error()), {}};
  SpinAnswer answer = run_spin(run, *text, search);
  count(answer.search, run.stats);
  verdict::Result result = conclusion(run, answer);
  if (found_nothing(answer)) return {std::move(result), {}};
  std::size_t loop = answer.trail.loop.value_or(answer.trail.steps.size());
  verdict::Claim claim = claim_of(std::move(answer.trail));
  bool is_cycle = answer.search.error == SpinSearch::Error::Cycle;
  if (is_cycle) claim.cut_by = cut_of(claim, answer.search.cuts, confirm);
  verdict::add_rounds(claim, loop, kRounds);
  // What the trail leaves open there may be no way to fill in.
  bool is_open = claim.told == verdict::Told::Values;
  if (auto execution = is_open ? confirm(claim) : verdict::Result(); !execution) {
    return {
        verdict::unknown(run, "SPIN's counterexample could not be confirmed: " + execution.error()),
        {}};
  }
  claim.kind = is_cycle ? verdict::ViolationKind::Ltl : verdict::ViolationKind::Assert;
  claim.fair = search.fair;
  result.reason.clear();
  result.verdict = verdict::verdict_of(*claim.kind);
  result.complete = false;
  result.violation = verdict::Violation{.kind = *claim.kind};
  return {std::move(result), std::move(claim)};
}

}  // namespace spin
