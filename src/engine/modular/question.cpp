#include "engine/modular/question.h"

#include <fmt/format.h>

namespace modular {

namespace {

// Whether exceptions are to be checked wherever they leave a procedure.
bool forbids_exceptions(const Task& task) {
  auto reachable = task.effects.calls().reachable(task.proc);
  for (std::size_t i = 0; i < task.program.procs.size(); ++i) {
    if (!reachable[i]) continue;
    for (const ir::Clause& clause : task.program.procs[i].contract) {
      if (clause.kind == ir::ContractKind::Exceptional) return true;
    }
  }
  return false;
}

EncodeOptions encode_options(const Task& task, const Inlining& inlining,
                             const SummarySpecification& summaries) {
  EncodeOptions options{.unwind = task.options.unwind};
  options.is_specified = [&](ir::ProcId callee) { return !inlining.is_inlined(callee); };
  if (task.options.start == Start::Summaries) {
    options.known_value = [&](ir::ProcId callee, SlotId slot, const State& before,
                              const std::vector<rel::Expr>& args) {
      return summaries.known_value(callee, slot, before, args);
    };
    options.needed_to_return = [&](ir::ProcId callee, const State& before,
                                   const std::vector<rel::Expr>& args) {
      return summaries.needed_to_return(callee, before, args);
    };
  }
  options.specification = [&](ir::ProcId callee) -> const Property& {
    return task.formulas.specifications.at(callee);
  };
  options.needs_raised = !task.property && forbids_exceptions(task);
  options.stop = [&] { return task.run.stop_reason(); };
  return options;
}

// Whether numbers beyond the bounds may come from outside of the code.
bool has_numbers(const Task& task, const Question& question) {
  if (question.initial.has_numbers) return true;
  for (const SpecOnlyCall& call : question.spec_only_calls) {
    bool is_number =
        modular::is_number(task.program.type(task.program.proc(call.callee).result).kind);
    if (is_number || task.formulas.specifications.at(call.callee).mentions_int) return true;
  }
  return task.property && task.property->mentions_int;
}

void seek_violation(const Task& task, const Encoded& code, Question& question) {
  rel::Exprs& exprs = task.exprs();
  if (!task.property) {
    std::vector<rel::Formula> reached;
    for (const Obligation& obligation : code.obligations) reached.push_back(obligation.reached);
    question.obligations = code.obligations;
    question.violation = exprs.disjunction(reached);
    question.sought = {{question.violation, "an assertion fails"}};
    return;
  }
  std::vector<rel::Expr> args = question.initial.args;
  if (task.property->is_invariant) args = {exprs.none(1)};
  rel::Formula holds = instantiate(*task.property, exprs, question.initial.state, code.normal.state,
                                   args, code.normal.result);
  rel::Formula fails = exprs.negation(holds);
  question.violation = exprs.conjunction({code.normal.reached, fails});
  question.sought = {{code.normal.reached, "the procedure returns"}, {fails, "the property fails"}};
}

}  // namespace

tl::expected<Question, std::string> make_question(const Task& task, const Inlining& inlining,
                                                  Specifications& specifications) {
  Question question{.initial = declare_initial_state(task)};
  EncodeOptions options = encode_options(task, inlining, specifications.summaries());
  Encoder encoder(task.program, task.effects, task.heap, options);
  Encoded code = encoder.encode(task.proc, question.initial.state, question.initial.args);
  if (!encoder.unsupported().empty()) {
    return tl::make_unexpected(
        fmt::format("the modular engine does not support {}", encoder.unsupported()));
  }
  if (!encoder.stopped().empty()) return tl::make_unexpected(encoder.stopped());
  question.spec_only_calls = encoder.spec_only_calls();
  question.calls = encoder.calls();
  question.has_numbers = has_numbers(task, question);
  question.returns = code.normal.reached;
  std::vector<rel::Formula> raises = std::move(code.left);
  raises.push_back(code.raised.reached);
  question.raises = task.exprs().disjunction(raises);
  question.cuts = std::move(code.cuts);
  question.checked = std::move(code.checked);
  question.facts = question.initial.facts;
  for (rel::Formula fact : encoder.facts()) question.facts.push_back({fact, "calls"});
  for (const CallSite& call : question.calls) {
    for (LabelledFormula& fact : specifications.of(call)) question.facts.push_back(std::move(fact));
  }
  seek_violation(task, code, question);
  return question;
}

}  // namespace modular
