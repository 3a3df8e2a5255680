#include "engine/modular/refine.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/modular/judge.h"
#include "engine/modular/refine_log.h"

namespace modular {

namespace {

// Every round but those that exclude overflows counts against the budget of a call.
constexpr std::uint32_t kMaxRounds = 10'000;
// Conflicts that a question may take once specifications had to be refined, or as many as before,
// unless inlining makes a large one of it.
constexpr std::uint64_t kQuickConflicts = 300;

// The solver of one question, and what has been added to it.
class QuestionSolver {
 public:
  QuestionSolver(const Task& task, const Question& question)
      : task_(task),
        solver_(task.exprs(), task.heap.problem(), rel::Options{.is_final = true}, task.run) {
    for (const LabelledFormula& fact : question.facts) put(fact);
    for (const LabelledFormula& part : question.sought) put(part);
  }

  rel::Solver& solver() { return solver_; }
  const std::vector<rel::Formula>& learnt() const { return learnt_; }
  const std::string& error() const { return error_; }

  void learn(const LabelledFormula& formula) {
    put(formula);
    learnt_.push_back(formula.formula);
  }

  // Leaves out executions that compute a number without an atom.
  void exclude_overflow(const CallSite& call, rel::Expr number) {
    if (!excluded_.emplace(&call, number).second) {
      error_ = "a number is beyond the bitwidth";
      return;
    }
    // A comparison with all there is holds unless the value has no atoms.
    rel::Exprs& exprs = task_.exprs();
    rel::Expr all = task_.heap.everything();
    rel::Expr tuples = all;
    for (unsigned i = 1; i < exprs.arity(number); ++i) tuples = exprs.product(tuples, all);
    learn({exprs.implies(call.guard, exprs.in(number, tuples)), "numbers fit"});
  }

 private:
  void put(const LabelledFormula& formula) {
    if (!error_.empty()) return;
    if (!solver_.add(formula.formula, formula.label)) error_ = solver_.error().text;
  }

  const Task& task_;
  rel::Solver solver_;
  std::set<std::pair<const CallSite*, rel::Expr>> excluded_;
  std::vector<rel::Formula> learnt_;
  std::string error_;
};

class RefinementLoop {
 public:
  explicit RefinementLoop(const Task& task) : task_(task), inlining_(task), specifications_(task) {}

  RefineResult run() {
    const rel::Problem bare = task_.heap.problem();
    for (;;) {
      task_.heap.problem() = bare;
      auto question = make_question(task_, inlining_, specifications_);
      if (!question) return finish(unknown(question.error()), {});
      result_.stats.calls = static_cast<std::uint32_t>(question->calls.size());
      result_.stats.inlined = static_cast<std::uint32_t>(inlining_.procs().size());
      if (auto finding = answer(*question)) return finish(*finding, question->calls);
    }
  }

 private:
  enum class Next : std::uint8_t { SameQuestion, NewQuestion };

  Finding unknown(std::string reason) {
    result_.reason = std::move(reason);
    return Finding::Unknown;
  }

  RefineResult finish(Finding finding, const std::vector<CallSite>& calls) {
    result_.finding = finding;
    result_.specifications = specification_texts(calls);
    return std::move(result_);
  }

  // Nullopt: other calls are inlined now, so the question is to be made anew.
  std::optional<Finding> answer(const Question& question) {
    if (!task_.property && question.obligations.empty()) return holds(question, {});
    QuestionSolver asked(task_, question);
    if (!asked.error().empty()) return unknown(asked.error());
    const rel::SolverStatistics earlier = result_.stats.solver;
    for (;;) {
      bool is_limited = is_limited_now(question);
      rel::Answer found = solve(asked.solver(), is_limited);
      count(asked.solver().statistics(), earlier);
      if (found == rel::Answer::Unknown && is_limited && !task_.run.stop_reason_now()) {
        log(fmt::format("round {}: too hard; all calls are inlined", result_.stats.rounds));
        inlining_.inline_all();
        return std::nullopt;
      }
      if (found == rel::Answer::Unknown) return unknown(asked.solver().reason());
      if (found == rel::Answer::Unsat) {
        overflowed_ = overflowed_ || asked.solver().is_cut_by_overflow();
        return holds(question, asked.learnt());
      }
      log_execution(question, asked.solver().instance());
      Judgement judgement = judge(task_, question, specifications_, asked.solver().instance());
      if (judgement.feasibility == Feasibility::Feasible) {
        return violated(question, std::move(judgement.execution));
      }
      if (refine(question, judgement, asked) == Next::NewQuestion) return std::nullopt;
      std::string reason = why_stopped(judgement, asked);
      if (!reason.empty()) return unknown(std::move(reason));
    }
  }

  bool is_limited_now(const Question& question) {
    return result_.stats.refinements > 0 && !inlining_.is_all() &&
           !inlining_.is_large(question.initial);
  }

  rel::Answer solve(rel::Solver& solver, bool is_limited) {
    ++result_.stats.rounds;
    rel::Query query;
    if (is_limited) query.conflicts = std::max(kQuickConflicts, result_.stats.solver.conflicts);
    return solver.solve(query);
  }

  // The times and conflicts of all questions, the size of the last one.
  void count(const rel::SolverStatistics& now, const rel::SolverStatistics& earlier) {
    rel::SolverStatistics& all = result_.stats.solver;
    all = now;
    all.solve_calls += earlier.solve_calls;
    all.conflicts += earlier.conflicts;
    all.translate_seconds += earlier.translate_seconds;
    all.solve_seconds += earlier.solve_seconds;
  }

  Finding holds(const Question& question, const std::vector<rel::Formula>& learnt) {
    RoundCuts cuts{.is_body_cut = specifications_.is_cut(), .overflowed = overflowed_};
    result_.coverage = judge_coverage(task_, question, learnt, cuts);
    return Finding::Holds;
  }

  Finding violated(const Question& question, rel::Instance execution) {
    log("every call is real");
    result_.witness = Witness{.instance = std::move(execution),
                              .initial = question.initial,
                              .spec_only_calls = question.spec_only_calls,
                              .violated = {}};
    Witness& witness = *result_.witness;
    rel::Evaluator evaluator(task_.exprs(), task_.heap.universe(), witness.instance);
    for (const Obligation& obligation : question.obligations) {
      if (evaluator.holds(obligation.reached) != rel::Truth::True) continue;
      witness.violated = obligation;
      break;
    }
    return Finding::Violated;
  }

  // Excludes an execution that is not feasible.
  Next refine(const Question& question, const Judgement& judgement, QuestionSolver& asked) {
    if (judgement.feasibility == Feasibility::Overflow) {
      overflowed_ = true;
      asked.exclude_overflow(*judgement.overflowing, judgement.number);
    }
    if (judgement.feasibility != Feasibility::Infeasible) return Next::SameQuestion;
    ++result_.stats.refinements;
    if (judgement.blamed) {
      if (inlines_instead(question, *judgement.blamed)) return Next::NewQuestion;
      strengthen(question, *judgement.blamed, asked);
    }
    if (judgement.corrected) strengthen(question, *judgement.corrected, asked);
    return Next::SameQuestion;
  }

  bool inlines_instead(const Question& question, const InfeasibleCall& blamed) {
    ir::ProcId callee = blamed.call->callee;
    bool inlines = inlining_.inline_instead(callee, question.initial, result_.stats.refinements,
                                            result_.stats.solver.conflicts);
    if (!inlines) return false;
    for (const Consequence& consequence : blamed.consequences) log("  " + consequence.difference);
    log(inlining_.is_all()
            ? "  all calls are inlined"
            : fmt::format("  calls of {} are inlined", task_.program.proc(callee).name));
    return true;
  }

  void strengthen(const Question& question, const InfeasibleCall& infeasible,
                  QuestionSolver& asked) {
    const CallSite& call = *infeasible.call;
    for (const Consequence& consequence : infeasible.consequences) {
      log("  " + consequence.difference);
      log("  learnt: " + consequence.text);
      for (const CallSite& other : question.calls) {
        if (BodyKey(other) != BodyKey(call)) continue;
        asked.learn(specifications_.instantiate(consequence, other));
      }
      specifications_.add(call, consequence);
    }
  }

  // Empty: the next round.
  std::string why_stopped(const Judgement& judgement, const QuestionSolver& asked) const {
    if (auto stop = task_.run.stop_reason_now()) return *stop;
    if (result_.stats.rounds >= kMaxRounds) return "too many refinements";
    return asked.error().empty() ? judgement.problem : asked.error();
  }

  std::vector<std::string> specification_texts(const std::vector<CallSite>& calls) const {
    if (inlining_.is_all() && result_.stats.refinements > 0) {
      return {"all procedures: their bodies"};
    }
    std::vector<std::string> lines = specifications_.text(calls);
    for (ir::ProcId proc : inlining_.procs()) {
      lines.push_back(fmt::format("{}: its body", task_.program.proc(proc).name));
    }
    return lines;
  }

  void log(std::string line) { result_.log.push_back(std::move(line)); }

  void log_execution(const Question& question, const rel::Instance& execution) {
    log(fmt::format("round {}: an execution violates the {} ({} conflicts)", result_.stats.rounds,
                    task_.property ? "property" : "assertions", result_.stats.solver.conflicts));
    log("  from " + start_text(task_, question.initial, execution));
  }

  const Task& task_;
  Inlining inlining_;
  Specifications specifications_;
  bool overflowed_ = false;  // greater numbers are computed
  RefineResult result_;
};

}  // namespace

RefineResult refine(const Task& task) { return RefinementLoop(task).run(); }

}  // namespace modular
