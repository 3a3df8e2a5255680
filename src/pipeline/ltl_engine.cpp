#include "pipeline/ltl_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "certify/certify.h"
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

// Executions that a bound cuts are looked at last: what is one of the program is worth more.
verdict::Answer search_for_cycles(run::Run& run, const ir::Program& program,
                                  const ltl::Automaton& bad, const ltl::Property& property,
                                  const Request& options, bool finitised) {
  mc::Options search = mc_options(options, finitised);
  search.is_temporal = true;
  mc::prepare_options(property.propositions, property.is_stutter_invariant, options.fair, search);
  auto compiled = mc::compile(program, search);
  if (!compiled) {
    return {verdict::unknown(run, "the model cannot be searched: " + compiled.error()), {}};
  }
  auto ask = [&](bool cuts_stay) {
    return mc::check_property(run, **compiled, bad, property.propositions, options.fair, cuts_stay);
  };
  verdict::Answer answer = ask(false);
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

ltl::SyntaxPtr parse_formula(const std::string& formula, Input& input) {
  base::FileId file = input.sources.add("--ltl", formula);
  return ltl::parse(input.sources, file, input.sink, input.temporal.observables);
}

std::optional<ltl::Property> observe_property(const ltl::SyntaxPtr& formula,
                                              const pass::FiniteBounds& bounds, Input& input) {
  if (!formula) return std::nullopt;
  ltl::ObserveOptions options{.threads = bounds.threads, .instances = bounds.instances};
  auto property = ltl::observe(formula, *input.program, input.sources, input.sink, options);
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
  if (!bad) return verdict::unknown(run, "the automaton of the formula is too large");
  bool by_spin = options.engine == Engine::Spin;
  bool by_nusmv = options.engine == Engine::Nusmv;
  verdict::Answer answer =
      by_spin    ? ask_spin_about(run, program, *bad, property, options, model != nullptr)
      : by_nusmv ? ask_nusmv_about(run, program, property, options, model != nullptr)
                 : search_for_cycles(run, program, *bad, property, options, model != nullptr);
  verdict::Result& result = answer.result;
  if (!result.violation) return std::move(result);
  if (model && !answer.claim.cut_by.empty()) {
    // The bound is the model's, not the program's: the execution goes on there.
    verdict::Result cut;
    cut.bounds = std::move(result.bounds);
    cut.stats = result.stats;
    cut.reason = fmt::format(
        "{} does not hold for an execution that the bound `{}` cuts, if it stays where it was cut",
        property.text, answer.claim.cut_by);
    return cut;
  }
  if (result.violation->kind != verdict::ViolationKind::Ltl) {
    // Something else is wrong: the ordinary search shows how.
    if (model) return verify_finite(run, source, *model, options);
    return verify_as_it_stands(run, source, options);
  }
  // One round of a loop may be possible where the next one is not.
  const verdict::Claim& claim = answer.claim;
  bool has_loop = model && !claim.has_ended && !claim.rounds.empty();
  auto steps = std::span(claim.steps);
  bool turns_on_guess =
      has_loop && rests_on_guess(*model, steps.subspan(claim.stem(), claim.shown() - claim.stem()));
  if (turns_on_guess) {
    result.violation->message = property.text;
    return spurious(result, "the loop rests on how they come out");
  }
  interp::Model concrete(program, model_interp_options(options, model != nullptr));
  auto execution = certify::certify(concrete, answer.claim, property);
  CHECK(execution, "a counterexample failed its replay: {}\nclaimed: {} does not hold",
        execution.error(), property.text);
  if (model) {
    interp::Model of_source(source, interp_options(options));
    execution = certify::certify_on_source(of_source, *model, answer.claim);
    if (!execution && rests_on_guess(*model, answer.claim.steps)) {
      result.violation->message = property.text;
      return spurious(result, execution.error());
    }
    CHECK(execution, "a counterexample of the model is none of the program: {}", execution.error());
  }
  verdict::Counterexample& example = *execution->counterexample;
  hide_counters(example);
  result.violation->message = message(property, example, answer.claim.cut_by);
  result.violation->span = property.span;
  result.counterexample = std::move(example);
  return std::move(result);
}

}  // namespace pipeline
