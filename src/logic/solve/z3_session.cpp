#include "logic/solve/z3_session.h"

#include <fmt/format.h>

#include <chrono>

namespace solve {

using term::Term;

Z3Session::Z3Session(const term::Terms& terms, run::Run& run, const Options& options)
    : terms_(terms), run_(run), options_(options), watchdog_(run) {
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context_rc(config);
  Z3_del_config(config);
  if (context_ == nullptr) return;
  // Without a handler of ours, some errors end the process.
  Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
  translator_ = std::make_unique<Z3Translator>(terms, context_);
}

Z3Session::~Z3Session() {
  if (context_ == nullptr) return;
  for (Z3_ast ast : kept_) Z3_dec_ref(context_, ast);
  translator_.reset();
  Z3_del_context(context_);
}

std::string Z3Session::failure() {
  is_broken_ = true;
  if (context_ == nullptr) return "Z3 failed: it could not start";
  return fmt::format("Z3 failed: {}", Z3_get_error_msg(context_, Z3_get_error_code(context_)));
}

// ---------------------------------------------------------------- solvers

Z3Session::SolverPtr Z3Session::make_solver() const {
  Z3_solver solver = Z3_mk_solver(context_);
  Z3_solver_inc_ref(context_, solver);
  Z3_params params = Z3_mk_params(context_);
  Z3_params_inc_ref(context_, params);
  auto symbol = [&](const char* name) { return Z3_mk_string_symbol(context_, name); };
  // Z3's own handling of Ctrl-C is not safe with threads; the command line has its own.
  Z3_params_set_bool(context_, params, symbol("ctrl_c"), false);
  Z3_params_set_uint(context_, params, symbol("random_seed"), 0);
  Z3_solver_set_params(context_, solver, params);
  Z3_params_dec_ref(context_, params);
  return SolverPtr(solver, Release{context_});
}

bool Z3Session::add(Z3_solver solver, Term constraint) {
  Z3_ast translated = translator_->translate(constraint);
  if (translated == nullptr) return false;
  Z3_solver_assert(context_, solver, translated);
  for (term::Variable v : term::variables_of(terms_, constraint)) {
    if (Z3_ast domain = translator_->domain(v)) Z3_solver_assert(context_, solver, domain);
  }
  return !has_error();
}

bool Z3Session::add(Z3_solver solver, const Formula& formula) {
  Z3_ast translated = translate(formula);
  if (translated == nullptr || has_error()) return false;
  Z3_solver_assert(context_, solver, translated);
  return true;
}

void Z3Session::pop(Z3_solver solver, std::size_t levels) {
  if (levels > 0) Z3_solver_pop(context_, solver, static_cast<unsigned>(levels));
}

Answer Z3Session::check(Z3_solver solver, double seconds, std::string& reason) {
  auto start = std::chrono::steady_clock::now();
  watchdog_.arm([context = context_] { Z3_interrupt(context); }, seconds, options_.query_megabytes);
  Z3_lbool result = Z3_solver_check(context_, solver);
  std::string interrupted = watchdog_.disarm();
  ++run_.stats.solver_queries;
  run_.stats.solver_seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!interrupted.empty() && result == Z3_L_UNDEF) {
    // An interrupted solver keeps what it has allocated, and has surprised before.
    is_broken_ = true;
    reason = std::move(interrupted);
    return Answer::Unknown;
  }
  if (has_error()) {
    reason = failure();
    return Answer::Unknown;
  }
  if (result == Z3_L_FALSE) return Answer::Unsat;
  if (result == Z3_L_TRUE) return Answer::Sat;
  reason = fmt::format("Z3: {}", Z3_solver_get_reason_unknown(context_, solver));
  return Answer::Unknown;
}

std::optional<PartialModel> Z3Session::model(Z3_solver solver,
                                             std::span<const term::Variable> variables) {
  Z3_model model = Z3_solver_get_model(context_, solver);
  if (model == nullptr) return std::nullopt;
  Z3_model_inc_ref(context_, model);
  PartialModel values;
  for (term::Variable v : variables) {
    if (auto value = translator_->value(model, v)) values.emplace_back(v, std::move(*value));
  }
  Z3_model_dec_ref(context_, model);
  return values;
}

// ---------------------------------------------------------------- formulas

Z3_ast Z3Session::keep(Z3_ast ast) {
  if (ast == nullptr) return nullptr;
  Z3_inc_ref(context_, ast);
  kept_.push_back(ast);
  return ast;
}

// Null on an error of Z3.
Z3_ast Z3Session::translate(const Formula& formula) {
  if (formula.kind == Formula::Kind::Atom) return keep(translator_->translate(formula.term));
  std::vector<Z3_ast> parts;
  for (const Formula& part : formula.parts) {
    parts.push_back(translate(part));
    if (parts.back() == nullptr) return nullptr;
  }
  auto count = static_cast<unsigned>(parts.size());
  switch (formula.kind) {
    case Formula::Kind::Atom: break;
    case Formula::Kind::Not: return keep(Z3_mk_not(context_, parts[0]));
    case Formula::Kind::And: return keep(Z3_mk_and(context_, count, parts.data()));
    case Formula::Kind::Or: return keep(Z3_mk_or(context_, count, parts.data()));
    case Formula::Kind::Forall:
    case Formula::Kind::Exists: return quantified(formula, parts[0]);
  }
  return nullptr;
}

Z3_ast Z3Session::quantified(const Formula& formula, Z3_ast body) {
  Z3_ast variable = keep(translator_->translate(formula.term));
  if (variable == nullptr) return nullptr;
  Z3_app bound = Z3_to_app(context_, variable);
  return keep(formula.kind == Formula::Kind::Forall
                  ? Z3_mk_forall_const(context_, 0, 1, &bound, 0, nullptr, body)
                  : Z3_mk_exists_const(context_, 0, 1, &bound, 0, nullptr, body));
}

}  // namespace solve
