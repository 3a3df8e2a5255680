#include "engine/nusmv/engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "engine/nusmv/nusmv.h"
#include "engine/nusmv/smv_trace.h"
#include "ir/pass/features.h"

namespace nusmv {

namespace {

using verdict::ViolationKind;

ViolationKind violation_kind(SmvSpecKind kind) {
  switch (kind) {
    case SmvSpecKind::Assert: return ViolationKind::Assert;
    case SmvSpecKind::Error: return ViolationKind::Error;
    case SmvSpecKind::Limit: return ViolationKind::Limit;
    case SmvSpecKind::Deadlock: return ViolationKind::Deadlock;
    case SmvSpecKind::Ltl: break;  // never asked here
  }
  UNREACHABLE("kind of specification");
}

// The answer to a specification. Invariants are told by their text, else by their position,
// since NuSMV may print an expression in another way; there is one formula at most.
const SmvAnswer* answer_to(const std::vector<SmvAnswer>& answers, const SmvModel& model,
                           std::size_t spec) {
  bool is_invariant = model.specs[spec].kind != SmvSpecKind::Ltl;
  std::vector<const SmvAnswer*> alike;
  for (const SmvAnswer& answer : answers) {
    if (answer.is_invariant != is_invariant) continue;
    if (answer.spec == model.specs[spec].text) return &answer;
    alike.push_back(&answer);
  }
  if (!is_invariant) return alike.size() == 1 ? alike.front() : nullptr;
  auto invariants = std::count_if(model.specs.begin(), model.specs.end(),
                                  [](const SmvSpec& s) { return s.kind != SmvSpecKind::Ltl; });
  // The formula stands behind all invariants.
  return alike.size() == static_cast<std::size_t>(invariants) ? alike[spec] : nullptr;
}

std::optional<std::size_t> number(const SmvValues& values, const std::string& name) {
  auto found = values.find(name);
  if (found == values.end()) return std::nullopt;
  return base::parse_number<std::size_t>(found->second);
}

// How many alternatives the interpreter sees for a choice of a value; 0 for other actions.
std::size_t alternatives(const ir::Program& program, const ir::Procedure& proc,
                         const ir::Action& action) {
  if (const auto* choose = std::get_if<ir::Choose>(&action)) return choose->values.size();
  const auto* havoc = std::get_if<ir::Havoc>(&action);
  if (!havoc) return 0;
  const ir::Type& type = program.type(proc.local(havoc->target).type);
  if (type.kind == ir::TypeKind::Bool) return 2;
  if (type.kind == ir::TypeKind::Range) return static_cast<std::size_t>(type.hi - type.lo + 1);
  return program.enums[type.enumeration.index()].members.size();
}

bool takes_choice(const ir::Action& action) {
  return std::holds_alternative<ir::Choose>(action) || std::holds_alternative<ir::Havoc>(action) ||
         std::holds_alternative<ir::ChooseInstance>(action) ||
         std::holds_alternative<ir::ChooseReachable>(action) ||
         std::holds_alternative<ir::Notify>(action);
}

// One step of NuSMV's trace; nullopt if it makes no sense.
std::optional<verdict::Step> step_of(const ir::Program& program, const SmvModel& model,
                                     const SmvValues& state, const SmvValues& inputs) {
  auto runs = inputs.find("runs");
  if (runs == inputs.end()) return std::nullopt;
  auto slot = std::find_if(model.slots.begin(), model.slots.end(),
                           [&](const SmvSlot& s) { return s.name == runs->second; });
  std::optional<std::size_t> branch = number(inputs, "branch");
  if (slot == model.slots.end() || !branch) return std::nullopt;
  auto pc = state.find(slot->pc);
  if (pc == state.end()) return std::nullopt;
  auto place = std::find(slot->locations.begin(), slot->locations.end(), pc->second);
  if (place == slot->locations.end()) return std::nullopt;
  const ir::Procedure& proc = program.proc(slot->proc);
  auto outgoing = ir::outgoing(proc);
  const auto& ways = outgoing[static_cast<std::size_t>(place - slot->locations.begin())];
  if (*branch >= ways.size()) return std::nullopt;
  auto ordinal = static_cast<std::uint32_t>(slot->ordinal);
  verdict::Step result{ordinal, slot->proc, ways[*branch]};
  std::size_t choice = 0;
  for (const ir::Action& action : proc.transitions[result.transition.index()].actions) {
    if (!takes_choice(action)) continue;
    std::optional<std::size_t> chosen = number(inputs, fmt::format("choice_{}", choice++));
    if (alternatives(program, proc, action) < 2) continue;
    if (!chosen) return std::nullopt;
    result.choices.push_back(static_cast<std::uint32_t>(*chosen));
  }
  return result;
}

// The steps until the execution has ended. Which objects and which waiting threads were chosen is
// not told.
tl::expected<verdict::Steps, std::string> steps_of(const ir::Program& program,
                                                   const SmvModel& model, const SmvTrace& trace) {
  verdict::Steps steps;
  for (std::size_t i = 0; i < trace.inputs.size(); ++i) {
    auto runs = trace.inputs[i].find("runs");
    if (runs != trace.inputs[i].end() && runs->second == "nobody") break;
    auto step = step_of(program, model, trace.states[i], trace.inputs[i]);
    if (!step) {
      return tl::unexpected(fmt::format("step {} of NuSMV's trace cannot be read", i + 1));
    }
    steps.push_back(std::move(*step));
  }
  return steps;
}

// What NuSMV says about each specification of a model.
class Checked {
 public:
  // Asks; `reason` says why there is no answer.
  Checked(run::Run& run, const ir::Program& program, const SmvOptions& options) {
    auto written = smv(program, options);
    if (!written) {
      reason = "not possible in SMV: " + written.error();
      return;
    }
    model = std::move(*written);
    auto output = run_nusmv(run, model.text);
    if (!output) {
      reason = output.error();
      return;
    }
    all_ = read_smv_output(*output);
    for (std::size_t i = 0; i < model.specs.size(); ++i) {
      const SmvAnswer* found = answer_to(all_, model, i);
      if (!found || (!found->holds && !found->trace)) {
        reason = fmt::format("NuSMV gave no answer for `{}`", model.specs[i].text);
        return;
      }
      answers.push_back(found);
    }
  }

  Checked(const Checked&) = delete;
  Checked& operator=(const Checked&) = delete;

  SmvModel model;
  std::vector<const SmvAnswer*> answers;  // by specification
  std::string reason;                     // empty: all are there

 private:
  std::vector<SmvAnswer> all_;
};

// Whether exceeding this bound ends an execution, instead of being an error. The number of
// threads and the depth of locks are bounds that no model declares.
bool is_cut(const SmvSpec& spec, const Options& options) {
  if (spec.kind != SmvSpecKind::Limit) return false;
  bool is_own = spec.what == "threads" || spec.what == "lock-depth";
  bool is_unsupported = pass::unsupported_in(spec.what).has_value();
  return is_unsupported || !options.limit_is_error || (is_own && !options.own_limit_is_error);
}

// The bounds that cut executions.
void note_cuts(const Checked& checked, const Options& options, verdict::Result& result) {
  for (std::size_t i = 0; i < checked.answers.size(); ++i) {
    const SmvSpec& spec = checked.model.specs[i];
    if (is_cut(spec, options) && !checked.answers[i]->holds) result.cut(spec.what);
  }
}

// What an execution needs and has no model; nothing if there is no such execution.
std::optional<std::string> find_unsupported(const verdict::Result& result) {
  for (const std::string& bound : result.bounds_hit()) {
    if (auto what = pass::unsupported_in(bound)) return what;
  }
  return std::nullopt;
}

// The specification whose counterexample is the shortest; none if there is no counterexample.
std::optional<std::size_t> worst_spec(const Checked& checked, const Options& options) {
  std::optional<std::size_t> worst;
  auto length = [&](std::size_t i) { return checked.answers[i]->trace->states.size(); };
  for (std::size_t i = 0; i < checked.answers.size(); ++i) {
    if (checked.answers[i]->holds || is_cut(checked.model.specs[i], options)) continue;
    if (!worst || length(i) < length(*worst)) worst = i;
  }
  return worst;
}

const char* const kUnconfirmed = "NuSMV's counterexample could not be confirmed: ";

// Rounds of a loop that the interpreter takes: values of dead variables, which the model
// does not have, settle in the first.
constexpr std::size_t kRounds = 3;

tl::expected<verdict::Claim, std::string> claim_of(const ir::Program& program,
                                                   const Checked& checked, const SmvTrace& trace,
                                                   ViolationKind kind) {
  auto steps = steps_of(program, checked.model, trace);
  if (!steps) return tl::unexpected(steps.error());
  verdict::Claim claim;
  claim.kind = kind;
  claim.told = verdict::Told::Values;
  claim.counts_by_procedure = true;
  claim.steps = std::move(*steps);
  return claim;
}

// The execution that goes on from state `loop` of the trace for ever.
tl::expected<verdict::Claim, std::string> lasso_of(const ir::Program& program,
                                                   const Checked& checked, const SmvTrace& trace,
                                                   std::size_t loop) {
  auto claim = claim_of(program, checked, trace, ViolationKind::Ltl);
  if (!claim) return claim;
  bool has_ended = claim->steps.size() < trace.inputs.size();
  verdict::add_rounds(*claim, has_ended ? claim->steps.size() : loop, kRounds);
  return claim;
}

}  // namespace

verdict::Answer verify(run::Run& run, const ir::Program& program, const Options& options,
                       const verdict::Confirm& confirm) {
  Checked checked(run, program, options.model);
  if (!checked.reason.empty()) return {verdict::unknown(run, checked.reason), {}};
  verdict::Result result;
  note_cuts(checked, options, result);
  std::optional<std::size_t> worst = worst_spec(checked, options);
  result.stats = run.finished_statistics();
  if (!worst) {
    if (auto what = find_unsupported(result)) return {verdict::unknown(run, *what), {}};
    result.verdict = verdict::VerdictKind::Valid;
    result.complete = !result.is_cut();
    return {std::move(result), {}};
  }
  ViolationKind kind = violation_kind(checked.model.specs[*worst].kind);
  auto claim = claim_of(program, checked, *checked.answers[*worst]->trace, kind);
  auto execution = claim ? confirm(*claim) : tl::make_unexpected(claim.error());
  if (!execution) return {verdict::unknown(run, kUnconfirmed + execution.error()), {}};
  result.verdict = verdict::verdict_of(kind);
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return {std::move(result), std::move(*claim)};
}

verdict::Answer verify_property(run::Run& run, const ir::Program& program,
                                const ltl::Property& property, Options options,
                                const verdict::Confirm& confirm) {
  options.model.property = &property;
  Checked checked(run, program, options.model);
  if (!checked.reason.empty()) return {verdict::unknown(run, checked.reason), {}};
  verdict::Result result;
  result.stats = run.finished_statistics();
  note_cuts(checked, options, result);
  for (std::size_t i = 0; i + 1 < checked.answers.size(); ++i) {
    // Deadlocks are executions that end; whether they may is the property's business.
    SmvSpecKind kind = checked.model.specs[i].kind;
    bool counts = kind != SmvSpecKind::Deadlock && !is_cut(checked.model.specs[i], options);
    if (checked.answers[i]->holds || !counts) continue;
    result.violation = verdict::Violation{.kind = violation_kind(kind)};
    return {std::move(result), {}};
  }
  const SmvAnswer& answer = *checked.answers.back();
  if (answer.holds && result.is_cut()) {
    // The formula is about executions that no bound cuts; those that are cut stay where they
    // are, and may violate it.
    result.reason = fmt::format(
        "NuSMV was asked about executions that no bound cuts, and {} cuts some: "
        "--engine mc looks at them, too",
        fmt::join(result.bounds_hit(), ", "));
    return {std::move(result), {}};
  }
  if (answer.holds) {
    result.verdict = verdict::VerdictKind::Valid;
    result.complete = true;
    return {std::move(result), {}};
  }
  std::string why = "it has no loop";
  for (std::size_t loop : answer.trace->loops) {
    auto claim = lasso_of(program, checked, *answer.trace, loop);
    auto confirmed = claim ? confirm(*claim) : tl::make_unexpected(claim.error());
    if (!confirmed) {
      why = confirmed.error();
      continue;
    }
    result.verdict = verdict::verdict_of(ViolationKind::Ltl);
    result.violation = verdict::Violation{.kind = ViolationKind::Ltl};
    return {std::move(result), std::move(*claim)};
  }
  return {verdict::unknown(run, kUnconfirmed + why), {}};
}

}  // namespace nusmv
