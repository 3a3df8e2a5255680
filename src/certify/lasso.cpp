// Certifies counterexamples of temporal properties.
#include <fmt/format.h>

#include "certify/certify.h"
#include "certify/guide.h"
#include "engine/interp/enabled.h"
#include "engine/interp/encode.h"
#include "engine/interp/execute.h"
#include "engine/interp/timeline.h"
#include "logic/ltl/lasso.h"

namespace certify {

namespace {

// A state of the interpreter as propositions see it.
class StateView {
 public:
  StateView(const interp::Model& model, const interp::State& state)
      : model_(model), state_(state) {}

  std::int64_t global(ir::GlobalId id) const { return number(state_.globals[id.index()]); }
  std::int64_t field(std::int64_t object, ir::FieldId id) const {
    const interp::Object& o = state_.object(interp::ObjectId(static_cast<std::size_t>(object - 1)));
    return number(o.slots[interp::slot_of(model_, o, id)]);
  }
  std::uint32_t thread_count() const { return static_cast<std::uint32_t>(state_.threads.size()); }
  bool has_ended(std::uint32_t thread) const { return state_.threads[thread].has_ended(); }
  ir::ProcId proc_of(std::uint32_t thread) const { return frame(thread).proc; }
  ir::LocId location_of(std::uint32_t thread) const { return frame(thread).at; }
  std::int64_t local(std::uint32_t thread, ir::LocalId id) const {
    return number(frame(thread).locals[id.index()]);
  }

 private:
  const interp::Frame& frame(std::uint32_t thread) const {
    return state_.threads[thread].frames.back();
  }
  static std::int64_t number(const interp::Value& value) {
    if (const auto* b = std::get_if<bool>(&value)) return *b ? 1 : 0;
    if (const auto* i = std::get_if<base::Integer>(&value)) return i->to_int64().value_or(0);
    if (const auto* o = std::get_if<interp::ObjectId>(&value)) return o->index() + 1;
    if (const auto* t = std::get_if<interp::ThreadId>(&value)) return t->index() + 1;
    return 0;
  }

  const interp::Model& model_;
  const interp::State& state_;
};

// The first round after which the state is the one before it. Variables that are dead may
// change in the first one.
std::optional<std::size_t> repeated_round(const interp::Model& model, interp::Timeline& timeline,
                                          const std::vector<std::size_t>& rounds) {
  std::string before = interp::encode(model, timeline.at(rounds[0]));
  for (std::size_t i = 0; i + 1 < rounds.size(); ++i) {
    std::string after = interp::encode(model, timeline.at(rounds[i + 1]));
    if (after == before) return i;
    before = std::move(after);
  }
  return std::nullopt;
}

// A thread that can move all the time in the loop, and never does.
std::optional<std::uint32_t> neglected(const interp::Model& model, interp::Timeline& timeline,
                                       const verdict::Steps& steps, std::size_t begin,
                                       std::size_t end) {
  std::vector<bool> waits(timeline.at(begin).threads.size(), true);
  for (std::size_t i = begin; i < end; ++i) {
    std::vector<bool> can_move(waits.size(), false);
    for (interp::ThreadId t : interp::enabled_threads(model, timeline.at(i))) {
      if (t.index() < can_move.size()) can_move[t.index()] = true;
    }
    for (std::size_t t = 0; t < waits.size(); ++t) waits[t] = waits[t] && can_move[t];
    if (steps[i].thread < waits.size()) waits[steps[i].thread] = false;
  }
  for (std::uint32_t t = 0; t < waits.size(); ++t) {
    if (waits[t]) return t;
  }
  return std::nullopt;
}

// The same claim with everything told.
tl::expected<verdict::Claim, std::string> completed(const interp::Model& model,
                                                    const verdict::Claim& claim) {
  if (claim.told == verdict::Told::Transitions) return claim;
  interp::System system(model);
  auto execution = follow(system, *guide_of(model, claim));
  if (!execution) return tl::make_unexpected(execution.error());
  verdict::Claim result = claim;
  result.told = verdict::Told::Transitions;
  result.counts_by_procedure = false;
  result.steps = execution->told();
  return result;
}

// The execution without its last step, which must exceed a bound of the model. Choices that a
// search refuses to take are no bound of the interpreter: there the step must be possible.
tl::expected<verdict::Claim, std::string> without_cut(const interp::Model& model,
                                                      verdict::Claim claim) {
  if (claim.steps.empty()) return tl::make_unexpected("nothing was cut");
  bool is_choice = claim.cut_by == "choices";
  verdict::Claim cut = claim;
  cut.takes_first = is_choice;
  cut.kind = is_choice ? std::nullopt : std::optional(verdict::ViolationKind::Limit);
  auto execution = certify(model, cut);
  if (!execution) return tl::make_unexpected(execution.error());
  claim.steps.pop_back();
  claim.rounds = {claim.steps.size(), claim.steps.size()};
  return claim;
}

// Where the execution goes round: states of the timeline.
struct Loop {
  std::size_t begin = 0;
  std::size_t last = 0;
};

tl::expected<Loop, std::string> find_loop(const interp::Model& model, interp::Timeline& timeline,
                                          const verdict::Claim& claim) {
  if (claim.has_ended) {
    std::size_t end = claim.steps.size();
    const interp::State& last = timeline.at(end);
    bool is_over = last.outcome != interp::Outcome::Running ||
                   interp::enabled_threads(model, last).empty() || !claim.cut_by.empty();
    if (!is_over) return tl::make_unexpected("the execution has not ended");
    return Loop{end, end};
  }
  auto round = repeated_round(model, timeline, claim.rounds);
  if (!round) return tl::make_unexpected("no state of the loop returns");
  Loop loop{claim.rounds[*round], claim.rounds[*round + 1] - 1};
  if (!claim.fair) return loop;
  auto thread = neglected(model, timeline, claim.steps, loop.begin, loop.last + 1);
  if (!thread) return loop;
  return tl::make_unexpected(fmt::format("thread {} is neglected for ever", *thread + 1));
}

// So many steps of the execution with these decisions.
verdict::Counterexample first_steps(const interp::Model& model, const run::Decisions& decisions,
                                    std::size_t steps) {
  run::Run run(run::Limits{.steps = steps});
  return std::move(*interp::replay(run, model, decisions).counterexample);
}

}  // namespace

tl::expected<verdict::Result, std::string> certify(const interp::Model& model,
                                                   const verdict::Claim& given,
                                                   const ltl::Property& property) {
  auto claim = completed(model, given);
  if (claim && !claim->cut_by.empty()) claim = without_cut(model, std::move(*claim));
  if (!claim) return tl::make_unexpected(claim.error());
  claim->kind.reset();
  auto execution = certify(model, *claim);
  if (!execution) return tl::make_unexpected(execution.error());
  verdict::Counterexample& example = *execution->counterexample;
  if (example.trace.size() != claim->steps.size()) {
    return tl::make_unexpected(fmt::format("the execution ends after {} of {} steps",
                                           example.trace.size(), claim->steps.size()));
  }
  interp::Timeline timeline(model, std::nullopt, example.decisions, example.trace.size());
  auto loop = find_loop(model, timeline, *claim);
  if (!loop) return tl::make_unexpected(loop.error());
  ltl::LassoWord word;
  word.loop = loop->begin;
  for (std::size_t i = 0; i <= loop->last; ++i) {
    word.word.push_back(ltl::valuation(property.propositions, StateView(model, timeline.at(i))));
  }
  if (ltl::evaluate(*property.formulas, property.formula, word)[0]) {
    return tl::make_unexpected("the execution satisfies the formula");
  }
  if (claim->shown() < example.trace.size()) {
    example = first_steps(model, example.decisions, claim->shown());
  }
  example.loop = claim->stem();
  execution->verdict = verdict::verdict_of(verdict::ViolationKind::Ltl);
  execution->violation = verdict::Violation{.kind = verdict::ViolationKind::Ltl};
  return execution;
}

}  // namespace certify
