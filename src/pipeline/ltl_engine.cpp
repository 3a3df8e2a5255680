#include "pipeline/ltl_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "certify/finite.h"
#include "certify/lasso.h"
#include "certify/model.h"
#include "engine/mc/liveness.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "ir/verify.h"
#include "logic/ltl/parser.h"
#include "logic/ltl/translate.h"
#include "pipeline/finite_engine.h"
#include "pipeline/job.h"
#include "pipeline/mc_engine.h"
#include "pipeline/nusmv_engine.h"
#include "pipeline/spin_engine.h"

namespace pipeline {

namespace {

// The execution of the source program that goes with the lasso of the model: its stem and
// one round. What the model has dropped need not come back to its value.
verdict::Counterexample on_source(const ir::Program& source, const pass::FiniteModel& model,
                                  const certify::LassoClaim& claim, const Request& options) {
  std::size_t shown = claim.has_ended ? claim.trace.size() : claim.rounds[1];
  std::size_t stem = claim.has_ended ? shown : claim.rounds[0];
  auto is_source = [&](const verdict::ModelStep& step) {
    return model.origins[step.proc.index()][step.transition.index()].proc.is_valid();
  };
  auto begin = claim.trace.begin();
  auto end = begin + static_cast<std::ptrdiff_t>(shown);
  interp::Model concrete(source, interp_options(options));
  auto execution = certify::replay_finite(concrete, model, {begin, end}, std::nullopt);
  CHECK(execution, "a counterexample of the model is none of the program: {}", execution.error());
  execution->counterexample->loop = static_cast<std::size_t>(
      std::count_if(begin, begin + static_cast<std::ptrdiff_t>(stem), is_source));
  return std::move(*execution->counterexample);
}

// Executions that a bound cuts are looked at last: what is one of the program is worth more.
mc::LivenessAnswer search_for_cycles(run::Run& run, const ir::Program& program,
                                     const ltl::Automaton& bad, const ltl::Property& property,
                                     const Request& options, bool finitised) {
  mc::Options search = mc_options(options, finitised);
  mc::prepare_options(property.propositions, property.is_stutter_invariant, options.fair, search);
  auto compiled = mc::compile(program, search);
  if (!compiled) {
    mc::LivenessAnswer answer;
    answer.result = unknown_result(run, "the model cannot be searched: " + compiled.error());
    return answer;
  }
  auto ask = [&](bool cuts_stay) {
    return mc::check_property(run, **compiled, bad, property.propositions, options.fair, cuts_stay);
  };
  mc::LivenessAnswer answer = ask(false);
  bool is_cut = answer.result.verdict == verdict::VerdictKind::Valid && answer.result.is_cut();
  return is_cut ? ask(true) : std::move(answer);
}

std::string message(const ltl::Property& property, const verdict::Counterexample& example,
                    const std::string& cut_by) {
  std::string how =
      !cut_by.empty()
          ? fmt::format(
                "the next step exceeds the bound `{}`, and the execution is taken to stay "
                "in its last state",
                cut_by)
      : *example.loop == example.trace.size()
          ? "the execution ends without fulfilling it"
          : fmt::format("steps {} to {} repeat for ever", *example.loop + 1, example.trace.size());
  return fmt::format("{} does not hold: {}", property.text, how);
}

}  // namespace

void hide_counters(verdict::Counterexample& example) {
  auto is_hidden = [](const std::string& name) { return ltl::is_counter(name); };
  for (verdict::TraceStep& step : example.trace) {
    std::erase_if(step.updates, [&](const auto& update) { return is_hidden(update.first); });
    std::erase_if(step.accesses, [&](const std::string& access) {
      std::size_t blank = access.find(' ');
      return blank != std::string::npos && is_hidden(access.substr(blank + 1));
    });
  }
}

std::optional<ltl::Property> observe_property(const std::string& formula,
                                              const pass::FiniteBounds& bounds, Input& input) {
  base::FileId file = input.sources.add("--ltl", formula);
  ltl::SyntaxPtr syntax = ltl::parse(input.sources, file, input.sink);
  if (!syntax) return std::nullopt;
  ltl::ObserveOptions options{.threads = bounds.threads, .instances = bounds.instances};
  auto property = ltl::observe(syntax, *input.program, input.sources, input.sink, options);
  if (!property) return std::nullopt;
  ir::check_well_formed(*input.program);
  if (input.language != Language::Bir) {
    pass::annotate_liveness(*input.program);
    pass::mark_visibility(*input.program);
  }
  return property;
}

std::optional<ltl::Automaton> automaton_of_violations(ltl::Property& property,
                                                      const ir::Program& program) {
  for (ltl::Proposition& p : property.propositions) {
    auto missing = ltl::bind(p.condition, program);
    CHECK(!missing, "the model lacks {}", *missing);
  }
  return ltl::translate(*property.formulas, property.formulas->not_(property.formula),
                        static_cast<std::uint32_t>(property.propositions.size()));
}

verdict::Result verify_property(run::Run& run, const ir::Program& source,
                                const pass::FiniteModel* model, ltl::Property& property,
                                const Request& options) {
  const ir::Program& program = model ? model->program : source;
  auto bad = automaton_of_violations(property, program);
  if (!bad) return unknown_result(run, "the automaton of the formula is too large");
  bool by_spin = options.engine == Engine::Spin;
  bool by_nusmv = options.engine == Engine::Nusmv;
  mc::LivenessAnswer answer =
      by_spin    ? ask_spin_about(run, program, *bad, property, options, model != nullptr)
      : by_nusmv ? ask_nusmv_about(run, program, property, options, model != nullptr)
                 : search_for_cycles(run, program, *bad, property, options, model != nullptr);
  verdict::Result& result = answer.result;
  if (!result.violation) return std::move(result);
  if (model && !answer.cut_by.empty()) {
    // The bound is the model's, not the program's: the execution goes on there.
    verdict::Result cut;
    cut.bounds = std::move(result.bounds);
    cut.stats = result.stats;
    cut.reason = fmt::format(
        "{} does not hold for an execution that the bound `{}` cuts, if it stays where it was cut",
        property.text, answer.cut_by);
    return cut;
  }
  if (result.violation->kind != verdict::ViolationKind::Ltl) {
    // Something else is wrong: the ordinary search shows how.
    if (model) return verify_finite(run, source, *model, options);
    return verify_as_it_stands(run, source, options);
  }
  certify::LassoClaim claim{std::move(answer.trace), std::move(answer.rounds), answer.has_ended,
                            options.fair, answer.cut_by};
  interp::Model concrete(program, model_interp_options(options, model != nullptr));
  auto example = certify::replay_lasso(concrete, claim, property);
  CHECK(example, "a counterexample failed its replay: {}\nclaimed: {} does not hold",
        example.error(), property.text);
  if (model) *example = on_source(source, *model, claim, options);
  hide_counters(*example);
  result.violation->message = message(property, *example, answer.cut_by);
  result.violation->span = property.span;
  result.counterexample = std::move(*example);
  return std::move(result);
}

}  // namespace pipeline
