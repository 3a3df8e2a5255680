#include "pipeline/nusmv_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "certify/guided.h"
#include "certify/lasso.h"
#include "certify/model.h"
#include "engine/nusmv/smv.h"
#include "engine/nusmv/smv_trace.h"
#include "pipeline/job.h"
#include "pipeline/mc_engine.h"

namespace pipeline {

namespace {

using verdict::ViolationKind;

ViolationKind violation_kind(nusmv::SmvSpecKind kind) {
  switch (kind) {
    case nusmv::SmvSpecKind::Assert: return ViolationKind::Assert;
    case nusmv::SmvSpecKind::Error: return ViolationKind::Error;
    case nusmv::SmvSpecKind::Limit: return ViolationKind::Limit;
    case nusmv::SmvSpecKind::Deadlock: return ViolationKind::Deadlock;
    case nusmv::SmvSpecKind::Ltl: break;  // never asked here
  }
  UNREACHABLE("kind of specification");
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// What NuSMV printed, or why there is nothing.
tl::expected<std::string, std::string> run_nusmv(run::Run& run, const std::string& text) {
  std::string path = base::find_program("NuSMV");
  if (path.empty()) path = base::find_program("nuXmv");
  if (path.empty()) {
    return tl::unexpected<std::string>(
        "no NuSMV is installed: put `NuSMV` (https://nusmv.fbk.eu) or `nuXmv` "
        "(https://nuxmv.fbk.eu) on the PATH");
  }
  base::TemporaryFolder folder;
  if (folder.path().empty()) {
    return tl::unexpected<std::string>("no folder for temporary files could be made");
  }
  auto written = base::write_output(folder.path() + "/model.smv", text);
  if (!written) return tl::unexpected(written.error());
  base::ProcessOptions options;
  options.folder = folder.path();
  if (run.limits().seconds) {
    options.seconds = std::max(0.0, *run.limits().seconds - run.elapsed_seconds());
  }
  options.is_cancelled = [&run] { return run.is_cancelled(); };
  base::ProcessResult result = base::run_process({path, "-dynamic", "model.smv"}, options);
  using End = base::ProcessResult::End;
  if (result.end == End::TimedOut || result.end == End::Cancelled) {
    return tl::unexpected(run.stop_reason_now().value_or("NuSMV took too long"));
  }
  if (result.succeeded()) return result.out;
  std::string why = result.end == End::NotStarted ? result.error : first_line(result.err);
  if (why.empty()) why = fmt::format("it ended with status {}", result.status);
  return tl::unexpected(fmt::format("NuSMV failed: {}", why));
}

// The answer to a specification. Invariants are told by their text, else by their position,
// since NuSMV may print an expression in another way; there is one formula at most.
const nusmv::SmvAnswer* answer_to(const std::vector<nusmv::SmvAnswer>& answers,
                                  const nusmv::SmvModel& model, std::size_t spec) {
  bool is_invariant = model.specs[spec].kind != nusmv::SmvSpecKind::Ltl;
  std::vector<const nusmv::SmvAnswer*> alike;
  for (const nusmv::SmvAnswer& answer : answers) {
    if (answer.is_invariant != is_invariant) continue;
    if (answer.spec == model.specs[spec].text) return &answer;
    alike.push_back(&answer);
  }
  if (!is_invariant) return alike.size() == 1 ? alike.front() : nullptr;
  auto invariants =
      std::count_if(model.specs.begin(), model.specs.end(),
                    [](const nusmv::SmvSpec& s) { return s.kind != nusmv::SmvSpecKind::Ltl; });
  // The formula stands behind all invariants.
  return alike.size() == static_cast<std::size_t>(invariants) ? alike[spec] : nullptr;
}

std::optional<std::size_t> number(const nusmv::SmvValues& values, const std::string& name) {
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
std::optional<certify::GuidedStep> step_of(const ir::Program& program, const nusmv::SmvModel& model,
                                           const nusmv::SmvValues& state,
                                           const nusmv::SmvValues& inputs) {
  auto runs = inputs.find("runs");
  if (runs == inputs.end()) return std::nullopt;
  auto slot = std::find_if(model.slots.begin(), model.slots.end(),
                           [&](const nusmv::SmvSlot& s) { return s.name == runs->second; });
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
  certify::GuidedStep result{slot->proc, slot->ordinal, ways[*branch], {}};
  std::size_t choice = 0;
  for (const ir::Action& action : proc.transitions[result.transition.index()].actions) {
    if (!takes_choice(action)) continue;
    std::optional<std::size_t> chosen = number(inputs, fmt::format("choice_{}", choice++));
    if (alternatives(program, proc, action) < 2) continue;
    if (!chosen) return std::nullopt;
    result.values.push_back(static_cast<std::uint32_t>(*chosen));
  }
  return result;
}

// The steps until the execution has ended.
tl::expected<std::vector<certify::GuidedStep>, std::string> steps_of(const ir::Program& program,
                                                                     const nusmv::SmvModel& model,
                                                                     const nusmv::SmvTrace& trace) {
  std::vector<certify::GuidedStep> steps;
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
  Checked(run::Run& run, const ir::Program& program, const nusmv::SmvOptions& options) {
    auto written = nusmv::smv(program, options);
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
    all_ = nusmv::read_smv_output(*output);
    for (std::size_t i = 0; i < model.specs.size(); ++i) {
      const nusmv::SmvAnswer* found = answer_to(all_, model, i);
      if (!found || (!found->holds && !found->trace)) {
        reason = fmt::format("NuSMV gave no answer for `{}`", model.specs[i].text);
        return;
      }
      answers.push_back(found);
    }
  }

  Checked(const Checked&) = delete;
  Checked& operator=(const Checked&) = delete;

  nusmv::SmvModel model;
  std::vector<const nusmv::SmvAnswer*> answers;  // by specification
  std::string reason;                            // empty: all are there

 private:
  std::vector<nusmv::SmvAnswer> all_;
};

// Whether exceeding this bound ends an execution, instead of being an error. The number of
// threads and the depth of locks are bounds that no model declares.
bool is_cut(const nusmv::SmvSpec& spec, const mc::Options& search) {
  if (spec.kind != nusmv::SmvSpecKind::Limit) return false;
  bool is_own = spec.what == "threads" || spec.what == "lock-depth";
  return search.kind != mc::SearchKind::Basic || (is_own && !search.own_limits);
}

// The bounds that cut executions.
void note_cuts(const Checked& checked, const mc::Options& search, verdict::Result& result) {
  for (std::size_t i = 0; i < checked.answers.size(); ++i) {
    const nusmv::SmvSpec& spec = checked.model.specs[i];
    if (is_cut(spec, search) && !checked.answers[i]->holds) result.cut(spec.what);
  }
}

const char* const kUnconfirmed = "NuSMV's counterexample could not be confirmed: ";

// Rounds of a loop that the interpreter takes: values of dead variables, which the model
// does not have, settle in the first.
constexpr std::size_t kRounds = 3;

// The execution that goes on from state `loop` of the trace for ever.
tl::expected<certify::LassoClaim, std::string> lasso_of(const ir::Program& program,
                                                        const interp::Model& concrete,
                                                        const Checked& checked,
                                                        const nusmv::SmvTrace& trace,
                                                        std::size_t loop) {
  auto steps = steps_of(program, checked.model, trace);
  if (!steps) return tl::unexpected(steps.error());
  certify::LassoClaim claim;
  claim.has_ended = steps->size() < trace.inputs.size();
  if (!claim.has_ended) {
    std::vector<certify::GuidedStep> round(steps->begin() + static_cast<std::ptrdiff_t>(loop),
                                           steps->end());
    claim.rounds = {loop, steps->size()};
    for (std::size_t i = 1; i < kRounds; ++i) {
      steps->insert(steps->end(), round.begin(), round.end());
      claim.rounds.push_back(steps->size());
    }
  }
  auto completed = certify::complete_trace(concrete, *steps, claim.has_ended);
  if (!completed) return tl::unexpected(completed.error());
  claim.trace = std::move(*completed);
  if (claim.has_ended) claim.rounds = {claim.trace.size(), claim.trace.size()};
  return claim;
}

}  // namespace

nusmv::SmvOptions smv_options(const Request& options, bool finitised) {
  mc::Options search = mc_options(options, finitised);
  nusmv::SmvOptions result;
  result.threads = search.threads;
  result.semantics = search.semantics;
  result.choose_free = search.kind == mc::SearchKind::ChooseFree;
  return result;
}

NusmvAnswer ask_nusmv(run::Run& run, const ir::Program& program, const Request& options,
                      bool finitised) {
  Checked checked(run, program, smv_options(options, finitised));
  if (!checked.reason.empty()) return {unknown_result(run, checked.reason), {}};
  mc::Options search = mc_options(options, finitised);
  verdict::Result result;
  note_cuts(checked, search, result);
  // The shortest of all counterexamples.
  const nusmv::SmvAnswer* worst = nullptr;
  ViolationKind kind{};
  for (std::size_t i = 0; i < checked.answers.size(); ++i) {
    const nusmv::SmvAnswer* answer = checked.answers[i];
    nusmv::SmvSpecKind spec = checked.model.specs[i].kind;
    if (answer->holds || is_cut(checked.model.specs[i], search)) continue;
    if (worst && answer->trace->states.size() >= worst->trace->states.size()) continue;
    worst = answer;
    kind = violation_kind(spec);
  }
  result.stats = run.finished_statistics();
  if (!worst) {
    result.verdict = verdict::VerdictKind::Valid;
    result.complete = !result.is_cut();
    return {std::move(result), {}};
  }
  auto steps = steps_of(program, checked.model, *worst->trace);
  if (!steps) return {unknown_result(run, kUnconfirmed + steps.error()), {}};
  interp::Model concrete(program, model_interp_options(options, finitised));
  auto trace = certify::complete_trace(concrete, *steps, true);
  if (!trace) return {unknown_result(run, kUnconfirmed + trace.error()), {}};
  auto execution = certify::replay_model(concrete, *trace, kind);
  if (!execution) return {unknown_result(run, kUnconfirmed + execution.error()), {}};
  result.verdict = verdict::verdict_of(kind);
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return {std::move(result), std::move(*trace)};
}

mc::LivenessAnswer ask_nusmv_about(run::Run& run, const ir::Program& program,
                                   const ltl::Property& property, const Request& options,
                                   bool finitised) {
  mc::LivenessAnswer result;
  if (options.fair) {
    result.result = unknown_result(run, "fair executions are for --engine mc and spin");
    return result;
  }
  nusmv::SmvOptions write = smv_options(options, finitised);
  write.property = &property;
  Checked checked(run, program, write);
  if (!checked.reason.empty()) {
    result.result = unknown_result(run, checked.reason);
    return result;
  }
  mc::Options search = mc_options(options, finitised);
  result.result.stats = run.finished_statistics();
  note_cuts(checked, search, result.result);
  for (std::size_t i = 0; i + 1 < checked.answers.size(); ++i) {
    // Deadlocks are executions that end; whether they may is the property's business.
    nusmv::SmvSpecKind kind = checked.model.specs[i].kind;
    bool counts = kind != nusmv::SmvSpecKind::Deadlock && !is_cut(checked.model.specs[i], search);
    if (checked.answers[i]->holds || !counts) continue;
    result.result.violation = verdict::Violation{.kind = violation_kind(kind)};
    return result;
  }
  const nusmv::SmvAnswer& answer = *checked.answers.back();
  if (answer.holds && result.result.is_cut()) {
    // The formula is about executions that no bound cuts; those that are cut stay where they
    // are, and may violate it.
    result.result.reason = fmt::format(
        "NuSMV was asked about executions that no bound cuts, and {} cuts some: "
        "--engine mc looks at them, too",
        fmt::join(result.result.bounds_hit(), ", "));
    return result;
  }
  if (answer.holds) {
    result.result.verdict = verdict::VerdictKind::Valid;
    result.result.complete = true;
    return result;
  }
  interp::Model concrete(program, model_interp_options(options, finitised));
  std::string why = "it has no loop";
  for (std::size_t loop : answer.trace->loops) {
    auto claim = lasso_of(program, concrete, checked, *answer.trace, loop);
    auto confirmed = claim ? certify::replay_lasso(concrete, *claim, property)
                           : tl::make_unexpected(claim.error());
    if (!confirmed) {
      why = confirmed.error();
      continue;
    }
    result.trace = std::move(claim->trace);
    result.rounds = std::move(claim->rounds);
    result.has_ended = claim->has_ended;
    result.result.verdict = verdict::verdict_of(ViolationKind::Ltl);
    result.result.violation = verdict::Violation{.kind = ViolationKind::Ltl};
    return result;
  }
  result.result = unknown_result(run, kUnconfirmed + why);
  return result;
}

verdict::Result verify_with_nusmv(run::Run& run, const ir::Program& program,
                                  const Request& options) {
  return ask_nusmv(run, program, options, false).result;
}

}  // namespace pipeline
