#include "logic/rel/command.h"

#include "base/check.h"
#include "logic/rel/eval.h"

namespace rel {

namespace {

class Runner {
 public:
  Runner(Model& model, const CommandSyntax& command, const CommandOptions& options, run::Run& run,
         diag::Sink& sink)
      : model_(model), command_(command), options_(options), run_(run), sink_(sink) {}

  std::optional<CommandResult> execute() {
    std::vector<LabelledFormula> goal = model_.goal(command_, sink_);
    if (goal.empty()) return std::nullopt;
    auto scoped = make_problem(model_, command_, goal, options_.scope, sink_);
    if (!scoped) return std::nullopt;
    Options options;
    if (!options_.symmetry) options.symmetry = 0;
    Solver solver(model_.exprs(), std::move(scoped->problem), options, run_);
    using Formulas = std::vector<LabelledFormula>;
    for (const Formulas* formulas :
         std::initializer_list<const Formulas*>{&scoped->constraints, &model_.facts(), &goal}) {
      for (const LabelledFormula& formula : *formulas) {
        if (solver.add(formula.formula, formula.label, formula.span)) continue;
        return not_translated(solver, formula);
      }
    }
    search(solver);
    result_.stats = solver.statistics();
    return std::move(result_);
  }

 private:
  std::optional<CommandResult> not_translated(Solver& solver, const LabelledFormula& formula) {
    const TranslationError& error = solver.error();
    if (run_.stop_reason_now()) {
      result_.reason = error.text;
      return std::move(result_);
    }
    if (error.variable.is_valid()) {
      sink_.report(diag::Kind::RelHigherOrder, formula.span,
                   model_.exprs().name(error.variable) + ": …");
    } else {
      sink_.report(diag::Kind::RelTooLarge, formula.span, error.text);
    }
    return std::nullopt;
  }

  void search(Solver& solver) {
    result_.answer = solver.solve();
    switch (result_.answer) {
      case Answer::Unknown: result_.reason = solver.reason(); return;
      case Answer::Unsat: explain(solver); return;
      case Answer::Sat: break;
    }
    for (;;) {
      result_.instances.push_back(shown(solver));
      if (result_.instances.size() >= options_.most_instances) return;
      solver.block();
      Answer answer = solver.solve();
      if (answer == Answer::Unsat) result_.is_exhaustive = true;
      if (answer == Answer::Unknown) result_.reason = solver.reason();
      if (answer != Answer::Sat) return;
    }
  }

  void explain(Solver& solver) {
    result_.is_cut_by_overflow = solver.is_cut_by_overflow();
    if (!options_.core) return;
    Core core = solver.minimal_core();
    result_.is_core_minimal = core.is_minimal;
    for (LabelId id : core.labels) {
      result_.core.push_back({solver.formula(id), solver.label(id), solver.span(id)});
    }
  }

  ShownInstance shown(Solver& solver) {
    ShownInstance result;
    const Universe& universe = solver.problem().universe();
    Evaluator evaluator(model_.exprs(), universe, solver.instance());
    auto add = [&](ShownRelation relation, const TupleSet& set) {
      for (std::size_t i = 0; i < set.size(); ++i) {
        auto& tuple = relation.tuples.emplace_back();
        for (Atom atom : set.tuple(i)) tuple.push_back(universe.name(atom));
      }
      result.push_back(std::move(relation));
    };
    for (const Sig& sig : model_.sigs()) {
      auto value = evaluator.value(sig.expr);
      CHECK(value, "a signature with an overflow");
      add({ShownRelation::Kind::Sig, sig.syntax->name.text, "", {}}, *value);
    }
    for (const Field& field : model_.fields()) {
      add({ShownRelation::Kind::Field, field.name, model_.sigs()[field.sig].syntax->name.text, {}},
          solver.instance().value(field.relation));
    }
    for (RelationId skolem : solver.skolems()) {
      add({ShownRelation::Kind::Variable, model_.exprs().name(skolem), "", {}},
          solver.instance().value(skolem));
    }
    return result;
  }

  Model& model_;
  const CommandSyntax& command_;
  const CommandOptions& options_;
  run::Run& run_;
  diag::Sink& sink_;
  CommandResult result_;
};

}  // namespace

std::optional<CommandResult> run_command(Model& model, const CommandSyntax& command,
                                         const CommandOptions& options, run::Run& run,
                                         diag::Sink& sink) {
  return Runner(model, command, options, run, sink).execute();
}

}  // namespace rel
