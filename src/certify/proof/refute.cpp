// Concrete execution. A claim [Σ]Ψ is false if the given schedule leads to where Ψ is false, or
// fails. An assumption [Σ]Ψ is true if all executions lead to where Ψ is true: they are
// enumerated, up to a limit. Quantifiers without programs inside go to the solver.
#include "certify/proof/refute.h"

#include <set>

#include "base/check.h"
#include "certify/proof/logic.h"

namespace proof {

using dl::BinaryOp;
using dl::Expr;
using dl::ExprId;
using dl::ExprKind;

namespace {

constexpr std::size_t kMostStates = 200'000;

struct Unconfirmed {
  std::string text;
};

class Refuter {
 public:
  Refuter(dl::Store& store, run::Run& run, const Refutation& claim)
      : store_(store), run_(run), claim_(claim), logic_(store, run) {}

  std::vector<RefutingStep> run() {
    dl::Valuation values = claim_.values;
    if (!is_false(claim_.goal, values)) fail("the formula holds in this execution");
    return std::move(steps_);
  }

 private:
  [[noreturn]] static void fail(std::string text) { throw Unconfirmed{std::move(text)}; }

  bool truth(ExprId id, const dl::Valuation& values) {
    if (!store_.expr(id).has_quantifier) {
      auto value = dl::eval(store_, id, values);
      // Formulas of contracts say themselves where they have a value.
      return value && !value->is_zero();
    }
    dl::Subst known;
    for (dl::VarId var : logic_.free_variables(id)) {
      const base::Integer& value = values.at(var.index());
      bool is_bool = store_.var(var).sort == dl::Sort::Bool;
      known.emplace_back(var,
                         is_bool ? store_.make_bool(!value.is_zero()) : store_.make_int(value));
    }
    ExprId closed = logic_.substitute(store_.make_subst(std::move(known)), id);
    std::string why;
    if (closed && logic_.implies_one({}, {closed}, why)) return true;
    if (closed && logic_.implies_one({closed}, {}, why)) return false;
    fail("the solver cannot tell whether a formula with quantifiers holds");
  }

  static void set(dl::Valuation& values, dl::VarId var, base::Integer value) {
    if (values.size() <= var.index()) values.resize(var.index() + 1);
    values[var.index()] = std::move(value);
  }

  dl::Valuation updated(dl::SubstId subst, const dl::Valuation& values) {
    dl::Valuation after = values;
    for (const auto& [var, value] : store_.subst(subst)) {
      auto number = dl::eval(store_, value, values);
      if (!number) fail("an update divides by zero");
      set(after, var, *number);
    }
    return after;
  }

  // Follows the schedule through claims.
  bool is_false(ExprId id, const dl::Valuation& values) {
    const Expr expr = store_.expr(id);
    if (!expr.has_modality) return !truth(id, values);
    switch (expr.kind) {
      case ExprKind::Update: return is_false(expr.a, updated(expr.subst, values));
      case ExprKind::Box: return execute(expr, values);
      case ExprKind::Unary: return is_true(expr.a, values);
      case ExprKind::Ite: return is_false(is_true(expr.a, values) ? expr.b : expr.c, values);
      case ExprKind::Forall: {
        auto choice = claim_.choices.find(expr.var);
        if (choice == claim_.choices.end()) fail("no value for a quantifier is known");
        dl::Valuation inner = values;
        set(inner, expr.var, choice->second);
        return is_false(expr.a, inner);
      }
      case ExprKind::Exists: fail("a claim with ∃ cannot be refuted by an execution");
      default: break;
    }
    switch (expr.binary) {
      case BinaryOp::And: return is_first_false(expr.a, values) || is_false(expr.b, values);
      case BinaryOp::Or: return is_false(expr.a, values) && is_false(expr.b, values);
      case BinaryOp::Implies: return is_true(expr.a, values) && is_false(expr.b, values);
      default: return is_true(expr.a, values) != is_true(expr.b, values);
    }
  }

  // Of two claims the schedule shows one to be false. If it is not this one, it is untouched.
  bool is_first_false(ExprId id, const dl::Valuation& values) {
    const std::size_t next = next_;
    const std::size_t steps = steps_.size();
    bool answer = false;
    try {
      answer = is_false(id, values);
    } catch (const Unconfirmed&) {
    }
    if (answer) return true;
    next_ = next;
    steps_.resize(steps);
    return false;
  }

  bool is_true(ExprId id, const dl::Valuation& values) {
    const Expr expr = store_.expr(id);
    if (!expr.has_modality) return truth(id, values);
    switch (expr.kind) {
      case ExprKind::Update: return is_true(expr.a, updated(expr.subst, values));
      case ExprKind::Box: return holds_after_all(expr, values);
      case ExprKind::Unary: return !is_true(expr.a, values);
      case ExprKind::Ite: return is_true(is_true(expr.a, values) ? expr.b : expr.c, values);
      case ExprKind::Binary: break;
      default: fail("an assumption with a quantifier cannot be confirmed by executions");
    }
    bool a = is_true(expr.a, values);
    switch (expr.binary) {
      case BinaryOp::And: return a && is_true(expr.b, values);
      case BinaryOp::Or: return a || is_true(expr.b, values);
      case BinaryOp::Implies: return !a || is_true(expr.b, values);
      case BinaryOp::Ne: return a != is_true(expr.b, values);
      default: return a == is_true(expr.b, values);
    }
  }

  // One execution of a claim, as scheduled.
  bool execute(const Expr& box, const dl::Valuation& start) {
    dl::Valuation values = start;
    dl::PoolId pool = box.pool;
    while (!store_.pool(pool).empty()) {
      if (next_ == claim_.schedule.size()) fail("the schedule ends before the execution does");
      dl::ThreadId thread = claim_.schedule[next_++];
      RefutingStep step;
      step.thread = thread;
      for (const dl::PoolEntry& entry : store_.pool(pool)) {
        if (entry.thread == thread) step.stmt = store_.code(entry.code).first;
      }
      if (!step.stmt) fail("the schedule names a thread that has ended");
      const dl::Valuation before = values;
      const ExprId condition = store_.stmt(step.stmt).value;
      if (condition && store_.expr(condition).sort == dl::Sort::Bool) {
        auto value = dl::eval(store_, condition, values);
        step.holds = value && !value->is_zero();
      }
      dl::ConcreteResult result = dl::concrete_step(store_, values, pool, thread);
      if (result == dl::ConcreteResult::Blocked) fail("the schedule names a thread that waits");
      step.fails = result == dl::ConcreteResult::Failed;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] == before[i]) continue;
        if (dl::is_huge(values[i])) fail("its numbers get too large");
        step.updates.emplace_back(dl::VarId(i), values[i]);
      }
      if (auto stop = run_.stop_reason_now()) fail(*stop);
      steps_.push_back(std::move(step));
      if (result == dl::ConcreteResult::Failed) return true;
    }
    return is_false(box.a, values);
  }

  // All executions of an assumption.
  bool holds_after_all(const Expr& box, const dl::Valuation& start) {
    using State = std::pair<dl::PoolId, dl::Valuation>;
    std::set<State> seen;
    std::vector<State> todo = {{box.pool, start}};
    while (!todo.empty()) {
      State state = std::move(todo.back());
      todo.pop_back();
      if (seen.size() > kMostStates || run_.stop_reason()) {
        fail("an assumption has too many executions to try");
      }
      if (!seen.insert(state).second) continue;
      if (store_.pool(state.first).empty() && !is_true(box.a, state.second)) return false;
      const dl::Pool pool = store_.pool(state.first);
      for (const dl::PoolEntry& entry : pool) {
        State next = state;
        switch (dl::concrete_step(store_, next.second, next.first, entry.thread)) {
          case dl::ConcreteResult::Failed: return false;
          case dl::ConcreteResult::Blocked: break;
          case dl::ConcreteResult::Done: todo.push_back(std::move(next)); break;
        }
      }
    }
    return true;
  }

  dl::Store& store_;
  run::Run& run_;
  const Refutation& claim_;
  ProofLogic logic_;
  std::size_t next_ = 0;  // of the schedule
  std::vector<RefutingStep> steps_;
};

}  // namespace

tl::expected<std::vector<RefutingStep>, std::string> refute(dl::Store& store, run::Run& run,
                                                            const Refutation& claim) {
  try {
    return Refuter(store, run, claim).run();
  } catch (Unconfirmed& problem) {
    return tl::make_unexpected(std::move(problem.text));
  }
}

}  // namespace proof
