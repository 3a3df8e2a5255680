#include "certify/lasso.h"

#include <fmt/format.h>

#include "certify/model.h"
#include "engine/interp/enabled.h"
#include "engine/interp/encode.h"
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
                                       const verdict::ModelTrace& trace, std::size_t begin,
                                       std::size_t end) {
  std::vector<bool> waits(timeline.at(begin).threads.size(), true);
  for (std::size_t i = begin; i < end; ++i) {
    std::vector<bool> can_move(waits.size(), false);
    for (interp::ThreadId t : interp::enabled_threads(model, timeline.at(i))) {
      if (t.index() < can_move.size()) can_move[t.index()] = true;
    }
    for (std::size_t t = 0; t < waits.size(); ++t) waits[t] = waits[t] && can_move[t];
    if (trace[i].thread < waits.size()) waits[trace[i].thread] = false;
  }
  for (std::uint32_t t = 0; t < waits.size(); ++t) {
    if (waits[t]) return t;
  }
  return std::nullopt;
}

}  // namespace

namespace {

// The execution without its last step, which must exceed a bound of the model. Choices that a
// search refuses to take are no bound of the interpreter: there the step must be possible.
tl::expected<LassoClaim, std::string> without_cut(const interp::Model& model,
                                                  const LassoClaim& claim) {
  if (claim.trace.empty()) return tl::unexpected<std::string>("nothing was cut");
  bool is_choice = claim.cut_by == "choices";
  auto execution = is_choice ? replay_model(model, claim.trace, std::nullopt, std::nullopt, true)
                             : replay_model(model, claim.trace, verdict::ViolationKind::Limit);
  if (!execution) return tl::unexpected(execution.error());
  LassoClaim result = claim;
  result.trace.pop_back();
  result.rounds = {result.trace.size(), result.trace.size()};
  return result;
}

}  // namespace

tl::expected<verdict::Counterexample, std::string> replay_lasso(const interp::Model& model,
                                                                const LassoClaim& given,
                                                                const ltl::Property& property) {
  bool is_cut = !given.cut_by.empty();
  tl::expected<LassoClaim, std::string> claimed = given;
  if (is_cut) claimed = without_cut(model, given);
  if (!claimed) return tl::unexpected(claimed.error());
  const LassoClaim& claim = *claimed;
  auto execution = replay_model(model, claim.trace, std::nullopt);
  if (!execution) return tl::unexpected(execution.error());
  verdict::Counterexample example = std::move(*execution->counterexample);
  if (example.trace.size() != claim.trace.size()) {
    return tl::unexpected(fmt::format("the execution ends after {} of {} steps",
                                      example.trace.size(), claim.trace.size()));
  }
  interp::Timeline timeline(model, std::nullopt, example.decisions, example.trace.size());
  std::size_t round = 0;
  std::size_t end = claim.trace.size();
  ltl::LassoWord word;
  word.loop = end;
  if (claim.has_ended) {
    const interp::State& last = timeline.at(end);
    bool is_over =
        last.outcome != interp::Outcome::Running || interp::enabled_threads(model, last).empty();
    if (!is_over && !is_cut) return tl::unexpected<std::string>("the execution has not ended");
  } else {
    auto found = repeated_round(model, timeline, claim.rounds);
    if (!found) return tl::unexpected<std::string>("no state of the loop returns");
    round = *found;
    word.loop = claim.rounds[round];
    end = claim.rounds[round + 1] - 1;
    if (claim.fair) {
      if (auto thread = neglected(model, timeline, claim.trace, word.loop, end + 1)) {
        return tl::unexpected(fmt::format("thread {} is neglected for ever", *thread + 1));
      }
    }
  }
  for (std::size_t i = 0; i <= end; ++i) {
    word.word.push_back(ltl::valuation(property.propositions, StateView(model, timeline.at(i))));
  }
  if (ltl::evaluate(*property.formulas, property.formula, word)[0]) {
    return tl::unexpected<std::string>("the execution satisfies the formula");
  }
  std::size_t shown = claim.has_ended ? claim.trace.size() : claim.rounds[1];
  example.loop = claim.has_ended ? claim.trace.size() : claim.rounds[0];
  if (shown == example.trace.size()) return example;
  // Decisions of the later rounds are dropped by taking the first ones once more.
  verdict::ModelTrace first(claim.trace.begin(),
                            claim.trace.begin() + static_cast<std::ptrdiff_t>(shown));
  auto shorter = replay_model(model, first, std::nullopt);
  if (!shorter) return tl::unexpected(shorter.error());
  shorter->counterexample->loop = example.loop;
  return std::move(*shorter->counterexample);
}

}  // namespace certify
