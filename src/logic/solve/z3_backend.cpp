#include "logic/solve/z3_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "logic/solve/translate.h"
#include "logic/solve/watchdog.h"

namespace solve {

using term::Term;

namespace {

// A context that has translated more terms than this is given up for a new one when it
// is idle: Z3 never returns the memory of its own tables.
constexpr std::size_t kMostTranslated = 500'000;

// The seconds for the incremental attempt, of those for a whole question.
double first_share(double seconds) { return std::min(seconds * 0.3, 1.0); }

}  // namespace

struct Z3Backend::Connection {
  Z3_context context = nullptr;
  std::unique_ptr<Translator> translator;
  std::unique_ptr<Watchdog> watchdog;
  Z3_solver incremental = nullptr;
  std::vector<Term> asserted;  // one scope each
  bool is_broken = false;      // not to be used for another question

  Connection(const term::Terms& terms, const run::Run& run) {
    Z3_config config = Z3_mk_config();
    context = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (context == nullptr) return;  // out of memory: has_error() says so
    // Without a handler of ours, some errors end the process.
    Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
    translator = std::make_unique<Translator>(terms, context);
    watchdog = std::make_unique<Watchdog>(run);
    incremental = make_solver();
  }

  ~Connection() {
    watchdog.reset();
    if (context == nullptr) return;
    if (incremental != nullptr) Z3_solver_dec_ref(context, incremental);
    translator.reset();
    Z3_del_context(context);
  }

  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Z3_solver make_solver() const {
    Z3_solver solver = Z3_mk_solver(context);
    Z3_solver_inc_ref(context, solver);
    Z3_params params = Z3_mk_params(context);
    Z3_params_inc_ref(context, params);
    auto symbol = [&](const char* name) { return Z3_mk_string_symbol(context, name); };
    // Z3's own handling of Ctrl-C is not safe with threads; the driver has its own.
    Z3_params_set_bool(context, params, symbol("ctrl_c"), false);
    Z3_params_set_uint(context, params, symbol("random_seed"), 0);
    Z3_solver_set_params(context, solver, params);
    Z3_params_dec_ref(context, params);
    return solver;
  }

  bool has_error() const { return context == nullptr || Z3_get_error_code(context) != Z3_OK; }

  // Asserts a constraint together with the domains of its variables.
  bool assert_in(Z3_solver solver, const term::Terms& terms, Term t) const {
    Z3_ast translated = translator->translate(t);
    if (translated == nullptr) return false;
    Z3_solver_assert(context, solver, translated);
    for (term::Variable v : term::variables_of(terms, t)) {
      if (Z3_ast domain = translator->domain(v)) Z3_solver_assert(context, solver, domain);
    }
    return !has_error();
  }
};

Z3Backend::Z3Backend(const term::Terms& terms, run::Run& run, const Options& options)
    : terms_(terms), run_(run), options_(options) {}

Z3Backend::~Z3Backend() = default;

bool Z3Backend::connect() {
  if (connection_ &&
      (connection_->is_broken || connection_->translator->size() > kMostTranslated)) {
    connection_.reset();
  }
  if (!connection_) connection_ = std::make_unique<Connection>(terms_, run_);
  return !connection_->has_error();
}

Answer Z3Backend::unknown(std::string reason) {
  reason_ = std::move(reason);
  return Answer::Unknown;
}

// After an error the state of the solver is not trusted.
Answer Z3Backend::failed() {
  connection_->is_broken = true;
  if (connection_->context == nullptr) return unknown("Z3 failed: it could not start");
  Z3_error_code code = Z3_get_error_code(connection_->context);
  std::string text = Z3_get_error_msg(connection_->context, code);
  return unknown(fmt::format("Z3 failed: {}", text));
}

bool Z3Backend::synchronise(std::span<const Term> constraints) {
  Connection& z3 = *connection_;
  auto [kept, wanted] =
      std::mismatch(z3.asserted.begin(), z3.asserted.end(), constraints.begin(), constraints.end());
  auto surplus = static_cast<unsigned>(z3.asserted.end() - kept);
  if (surplus > 0) Z3_solver_pop(z3.context, z3.incremental, surplus);
  z3.asserted.erase(kept, z3.asserted.end());
  for (; wanted != constraints.end(); ++wanted) {
    Z3_solver_push(z3.context, z3.incremental);
    z3.asserted.push_back(*wanted);
    if (!z3.assert_in(z3.incremental, terms_, *wanted)) return false;
  }
  return !z3.has_error();
}

Answer Z3Backend::run_check(Z3_solver solver, std::span<const Term> constraints, double seconds) {
  Connection& z3 = *connection_;
  auto start = std::chrono::steady_clock::now();
  z3.watchdog->arm([context = z3.context] { Z3_interrupt(context); }, seconds,
                   options_.query_megabytes);
  Z3_lbool result = Z3_solver_check(z3.context, solver);
  std::string interrupted = z3.watchdog->disarm();
  ++run_.stats.solver_queries;
  run_.stats.solver_seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!interrupted.empty() && result == Z3_L_UNDEF) {
    // An interrupted solver keeps what it has allocated, and has surprised before.
    z3.is_broken = true;
    return unknown(std::move(interrupted));
  }
  if (z3.has_error()) return failed();
  switch (result) {
    case Z3_L_FALSE: return Answer::Unsat;
    case Z3_L_TRUE:
      return read_model(solver, constraints) ? Answer::Sat
                                             : unknown("Z3 gave a model that cannot be read");
    case Z3_L_UNDEF: break;
  }
  return unknown(fmt::format("Z3: {}", Z3_solver_get_reason_unknown(z3.context, solver)));
}

bool Z3Backend::read_model(Z3_solver solver, std::span<const Term> constraints) {
  Connection& z3 = *connection_;
  model_.clear();
  Z3_model model = Z3_solver_get_model(z3.context, solver);
  if (model == nullptr) return false;
  Z3_model_inc_ref(z3.context, model);
  bool is_complete = true;
  for (term::Variable v : term::variables_of(terms_, constraints)) {
    std::optional<term::Value> value = z3.translator->value(model, v);
    if (!value) {
      is_complete = false;
      break;
    }
    model_.emplace_back(v, std::move(*value));
  }
  Z3_model_dec_ref(z3.context, model);
  return is_complete;
}

Answer Z3Backend::check(std::span<const Term> constraints) {
  if (auto reason = run_.stop_reason_now()) return unknown(std::move(*reason));
  if (!connect() || !synchronise(constraints)) return failed();
  return run_check(connection_->incremental, constraints, first_share(options_.query_seconds));
}

Answer Z3Backend::check_fresh(std::span<const Term> constraints) {
  if (auto reason = run_.stop_reason_now()) return unknown(std::move(*reason));
  if (!connect()) return failed();
  Connection& z3 = *connection_;
  Z3_solver solver = z3.make_solver();
  bool is_asserted = std::all_of(constraints.begin(), constraints.end(),
                                 [&](Term t) { return z3.assert_in(solver, terms_, t); });
  double seconds = options_.query_seconds - first_share(options_.query_seconds);
  Answer answer = is_asserted ? run_check(solver, constraints, seconds) : failed();
  Z3_solver_dec_ref(z3.context, solver);
  return answer;
}

void Z3Backend::rollback(term::Terms::Mark mark) {
  if (connection_ && connection_->is_broken) connection_.reset();
  if (!connection_) return;
  Connection& z3 = *connection_;
  auto first = std::find_if(z3.asserted.begin(), z3.asserted.end(),
                            [&](Term t) { return t.index() >= mark.terms; });
  auto surplus = static_cast<unsigned>(z3.asserted.end() - first);
  if (surplus > 0) Z3_solver_pop(z3.context, z3.incremental, surplus);
  z3.asserted.erase(first, z3.asserted.end());
  z3.translator->rollback(mark);
}

}  // namespace solve
