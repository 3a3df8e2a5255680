// Z3 behind solve::Smt, through its C interface. The context, which costs 35 ms, is made with
// the first question. One solver is used incrementally: it holds a stack of constraints, each
// in a scope of its own, and a new question keeps the longest common prefix.
#include <algorithm>
#include <memory>

#include "logic/solve/smt.h"
#include "logic/solve/z3_session.h"

namespace solve {

using term::Term;

namespace {

// A context that has translated more terms than this is given up for a new one when it
// is idle: Z3 never returns the memory of its own tables.
constexpr std::size_t kMostTranslated = 500'000;

// The seconds for the incremental attempt, of those for a whole question.
double first_share(double seconds) { return std::min(seconds * 0.3, 1.0); }

class Z3 final : public Smt {
 public:
  Z3(const term::Terms& terms, run::Run& run, const Options& options) : Smt(terms, run, options) {}

  Answer check(std::span<const Term> constraints) override;
  Answer check_fresh(std::span<const Term> constraints) override;
  Answer check_first_order(std::span<const Formula> formulas) override;
  void rollback(term::Terms::Mark mark) override;

 private:
  // What stays from question to question.
  struct Connection {
    Z3Session session;
    Z3Session::SolverPtr incremental;
    std::vector<Term> asserted;  // one scope each

    Connection(const term::Terms& terms, run::Run& run, const Options& options)
        : session(terms, run, options) {
      if (!session.has_error()) incremental = session.make_solver();
    }
    void shrink(std::vector<Term>::iterator first) {
      session.pop(incremental.get(), static_cast<std::size_t>(asserted.end() - first));
      asserted.erase(first, asserted.end());
    }
  };

  bool connect();
  bool synchronise(std::span<const Term> constraints);
  Answer run_check(Z3_solver solver, std::span<const Term> constraints, double seconds);
  Answer failed() { return unknown(connection_->session.failure()); }

  std::unique_ptr<Connection> connection_;
};

bool Z3::connect() {
  if (connection_ &&
      (connection_->session.is_broken() || connection_->session.translated() > kMostTranslated)) {
    connection_.reset();
  }
  if (!connection_) connection_ = std::make_unique<Connection>(terms_, run_, options_);
  return !connection_->session.has_error();
}

bool Z3::synchronise(std::span<const Term> constraints) {
  Connection& z3 = *connection_;
  auto [kept, wanted] =
      std::mismatch(z3.asserted.begin(), z3.asserted.end(), constraints.begin(), constraints.end());
  z3.shrink(kept);
  for (; wanted != constraints.end(); ++wanted) {
    z3.session.push(z3.incremental.get());
    z3.asserted.push_back(*wanted);
    if (!z3.session.add(z3.incremental.get(), *wanted)) return false;
  }
  return !z3.session.has_error();
}

Answer Z3::run_check(Z3_solver solver, std::span<const Term> constraints, double seconds) {
  Connection& z3 = *connection_;
  Answer answer = z3.session.check(solver, seconds, reason_);
  if (answer != Answer::Sat) return answer;
  std::vector<term::Variable> variables = term::variables_of(terms_, constraints);
  auto values = z3.session.model(solver, variables);
  if (!values || values->size() != variables.size()) {
    return unknown("Z3 gave a model that cannot be read");
  }
  model_ = std::move(*values);
  return answer;
}

Answer Z3::check(std::span<const Term> constraints) {
  if (auto reason = run_.stop_reason_now()) return unknown(std::move(*reason));
  if (!connect() || !synchronise(constraints)) return failed();
  return run_check(connection_->incremental.get(), constraints,
                   first_share(options_.query_seconds));
}

Answer Z3::check_fresh(std::span<const Term> constraints) {
  if (auto reason = run_.stop_reason_now()) return unknown(std::move(*reason));
  if (!connect()) return failed();
  Z3Session& session = connection_->session;
  Z3Session::SolverPtr solver = session.make_solver();
  bool is_asserted = std::all_of(constraints.begin(), constraints.end(),
                                 [&](Term t) { return session.add(solver.get(), t); });
  if (!is_asserted) return failed();
  double seconds = options_.query_seconds - first_share(options_.query_seconds);
  return run_check(solver.get(), constraints, seconds);
}

// One session for one question: questions with quantifiers are few.
Answer Z3::check_first_order(std::span<const Formula> formulas) {
  Z3Session session(terms_, run_, options_);
  if (session.has_error()) return unknown(session.failure());
  if (auto reason = run_.stop_reason_now()) return unknown(std::move(*reason));
  Z3Session::SolverPtr solver = session.make_solver();
  for (const Formula& formula : formulas) {
    if (!session.add(solver.get(), formula)) return unknown(session.failure());
  }
  Answer answer = session.check(solver.get(), options_.query_seconds, reason_);
  if (answer != Answer::Sat) return answer;
  std::vector<term::Variable> variables;
  for (std::size_t i = 0; i < terms_.variable_count(); ++i) variables.emplace_back(i);
  auto values = session.model(solver.get(), variables);
  if (!values) return unknown(session.failure());
  model_ = std::move(*values);
  return answer;
}

void Z3::rollback(term::Terms::Mark mark) {
  if (connection_ && connection_->session.is_broken()) connection_.reset();
  if (!connection_) return;
  Connection& z3 = *connection_;
  z3.shrink(std::find_if(z3.asserted.begin(), z3.asserted.end(),
                         [&](Term t) { return t.index() >= mark.terms; }));
  z3.session.rollback(mark);
}

}  // namespace

std::unique_ptr<Smt> make_z3(const term::Terms& terms, run::Run& run, const Options& options) {
  return std::make_unique<Z3>(terms, run, options);
}

}  // namespace solve
