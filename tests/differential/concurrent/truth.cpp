#include "truth.h"

#include <fmt/format.h>

#include "engine/interp/explore.h"

namespace concurrent {

namespace {

constexpr std::uint64_t kDepth = 5000;

std::string contents(const interp::Model& model, const interp::State& state, interp::ObjectId id) {
  const interp::Object& object = state.object(id);
  const ir::Program& program = model.program();
  std::string text;
  for (std::size_t i = 0; i < object.slots.size(); ++i) {
    ir::TypeId type = object.is_array() ? program.type(object.array).element
                                        : program.field(model.fields(object.cls)[i]).type;
    if (ir::is_reference(program.type(type).kind)) continue;
    text += " " + interp::show(program, state, object.slots[i], type);
  }
  return text;
}

std::string observe(const interp::Model& model, const interp::State& state) {
  const ir::Program& program = model.program();
  std::string text;
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    const ir::Global& global = program.globals[i];
    if (!is_observed(global)) continue;
    const interp::Value& value = state.globals[i];
    text += global.name + " =";
    if (const auto* id = std::get_if<interp::ObjectId>(&value)) {
      text += contents(model, state, *id);
    } else {
      text += " " + interp::show(program, state, value, global.type);
    }
    text += "; ";
  }
  if (!state.reason.empty()) return text + "exception";
  for (const interp::Thread& thread : state.threads) {
    if (!thread.has_ended()) return text + "stuck";
  }
  return text + "finished";
}

Truth explore(const Subject& subject, const ir::Program& program, bool plain, std::uint64_t steps) {
  interp::Options options = interp_options(subject);
  options.check_accesses = !plain;
  interp::Model model(program, options);
  Truth truth;
  truth.is_plain = plain;
  interp::ExploreOptions explore;
  explore.depth = kDepth;
  explore.match_states = !plain;
  explore.on_final = [&](const interp::State& state) {
    truth.finals.insert(observe(model, state));
  };
  run::Limits limits;
  limits.steps = steps;
  run::Run run(limits);
  truth.result = interp::explore(run, model, std::move(explore));
  truth.executions = truth.result.stats.paths;
  return truth;
}

bool is_known(const Truth& truth) { return truth.result.verdict != verdict::VerdictKind::Unknown; }

}  // namespace

interp::Options interp_options(const Subject& subject) {
  interp::Options options;
  options.bounds = subject.bounds;
  if (subject.join_children) options.semantics.join = ir::JoinMode::Children;
  if (subject.deadlock_main) options.semantics.deadlock = ir::DeadlockMode::Main;
  return options;
}

Truth visit_states(const Subject& subject, const ir::Program& program, const Effort& effort) {
  return explore(subject, program, false, effort.steps);
}

Truth run_executions(Truth visited, const Subject& subject, const ir::Program& program,
                     const Effort& effort) {
  if (!is_known(visited)) return visited;
  Truth plain = explore(subject, program, true, effort.plain_steps);
  if (!is_known(plain)) return visited;
  bool is_valid = plain.result.verdict == verdict::VerdictKind::Valid;
  bool same = is_valid == (visited.result.verdict == verdict::VerdictKind::Valid);
  if (!same || (is_valid && plain.finals != visited.finals)) {
    plain.problem = fmt::format("{} with {} final states; each state once: {} with {}",
                                keyword(plain.result.verdict), plain.finals.size(),
                                keyword(visited.result.verdict), visited.finals.size());
  }
  return plain;
}

}  // namespace concurrent
