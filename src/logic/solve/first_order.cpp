#include "logic/solve/first_order.h"

#include <fmt/format.h>
#include <z3.h>

#include <chrono>
#include <memory>

#include "logic/solve/translate.h"
#include "logic/solve/watchdog.h"

namespace solve {

namespace {

using term::Term;

// One context for one question: questions with quantifiers are few.
class Question {
 public:
  Question(const term::Terms& terms, run::Run& run, const Options& options)
      : terms_(terms), run_(run), options_(options), watchdog_(run) {
    Z3_config config = Z3_mk_config();
    context_ = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (context_ == nullptr) return;
    Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
    translator_ = std::make_unique<Translator>(terms, context_);
  }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  ~Question() {
    if (context_ == nullptr) return;
    for (Z3_ast ast : kept_) Z3_dec_ref(context_, ast);
    translator_.reset();
    Z3_del_context(context_);
  }

  FirstOrderAnswer ask(std::span<const Formula> formulas) {
    if (context_ == nullptr) return unknown("Z3 failed: it could not start");
    if (auto reason = run_.stop_reason_now()) return unknown(std::move(*reason));
    Z3_solver solver = Z3_mk_solver(context_);
    Z3_solver_inc_ref(context_, solver);
    FirstOrderAnswer answer = ask(solver, formulas);
    Z3_solver_dec_ref(context_, solver);
    return answer;
  }

 private:
  static FirstOrderAnswer unknown(std::string reason) {
    return {.answer = Answer::Unknown, .reason = std::move(reason), .model = {}};
  }

  FirstOrderAnswer failed() {
    return unknown(
        fmt::format("Z3 failed: {}", Z3_get_error_msg(context_, Z3_get_error_code(context_))));
  }

  Z3_ast keep(Z3_ast ast) {
    if (ast == nullptr) return nullptr;
    Z3_inc_ref(context_, ast);
    kept_.push_back(ast);
    return ast;
  }

  // Null on an error of Z3.
  Z3_ast translate(const Formula& formula) {
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

  Z3_ast quantified(const Formula& formula, Z3_ast body) {
    Z3_ast variable = keep(translator_->translate(formula.term));
    if (variable == nullptr) return nullptr;
    Z3_app bound = Z3_to_app(context_, variable);
    return keep(formula.kind == Formula::Kind::Forall
                    ? Z3_mk_forall_const(context_, 0, 1, &bound, 0, nullptr, body)
                    : Z3_mk_exists_const(context_, 0, 1, &bound, 0, nullptr, body));
  }

  FirstOrderAnswer ask(Z3_solver solver, std::span<const Formula> formulas) {
    for (const Formula& formula : formulas) {
      Z3_ast translated = translate(formula);
      if (translated == nullptr || Z3_get_error_code(context_) != Z3_OK) return failed();
      Z3_solver_assert(context_, solver, translated);
    }
    auto start = std::chrono::steady_clock::now();
    watchdog_.arm([context = context_] { Z3_interrupt(context); }, options_.query_seconds,
                  options_.query_megabytes);
    Z3_lbool result = Z3_solver_check(context_, solver);
    std::string interrupted = watchdog_.disarm();
    ++run_.stats.solver_queries;
    run_.stats.solver_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!interrupted.empty() && result == Z3_L_UNDEF) return unknown(std::move(interrupted));
    if (Z3_get_error_code(context_) != Z3_OK) return failed();
    if (result == Z3_L_FALSE) return {.answer = Answer::Unsat, .reason = {}, .model = {}};
    if (result == Z3_L_TRUE) return with_model(solver);
    return unknown(fmt::format("Z3: {}", Z3_solver_get_reason_unknown(context_, solver)));
  }

  FirstOrderAnswer with_model(Z3_solver solver) {
    Z3_model model = Z3_solver_get_model(context_, solver);
    if (model == nullptr) return failed();
    Z3_model_inc_ref(context_, model);
    FirstOrderAnswer answer{.answer = Answer::Sat, .reason = {}, .model = {}};
    for (std::size_t i = 0; i < terms_.variable_count(); ++i) {
      term::Variable variable(i);
      if (auto value = translator_->value(model, variable)) {
        answer.model.set(variable, std::move(*value));
      }
    }
    Z3_model_dec_ref(context_, model);
    return answer;
  }

  const term::Terms& terms_;
  run::Run& run_;
  const Options& options_;
  Watchdog watchdog_;
  Z3_context context_ = nullptr;
  std::unique_ptr<Translator> translator_;
  std::vector<Z3_ast> kept_;
};

}  // namespace

FirstOrderAnswer check_first_order(const term::Terms& terms, run::Run& run, const Options& options,
                                   std::span<const Formula> formulas) {
  return Question(terms, run, options).ask(formulas);
}

}  // namespace solve
