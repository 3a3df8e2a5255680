#include "logic/solve/first_order.h"

#include <memory>

namespace solve {

FirstOrderAnswer check_first_order(const term::Terms& terms, run::Run& run, const Options& options,
                                   std::span<const Formula> formulas) {
  std::unique_ptr<Smt> smt = make_smt(options.smt, terms, run, options);
  FirstOrderAnswer result;
  result.answer = smt->check_first_order(formulas);
  if (result.answer == Answer::Unknown) result.reason = smt->reason();
  if (result.answer == Answer::Sat) {
    for (const auto& [variable, value] : smt->model()) result.model.set(variable, value);
  }
  return result;
}

}  // namespace solve
