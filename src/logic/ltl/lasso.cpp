#include "logic/ltl/lasso.h"

namespace ltl {

// Until is a least fixed point, Release a greatest one; both are reached after as many
// rounds as there are positions.
std::vector<bool> evaluate(const Formulas& formulas, FormulaId formula, const LassoWord& word) {
  const Formula& f = formulas[formula];
  std::size_t n = word.word.size();
  std::vector<std::vector<bool>> args;
  for (FormulaId arg : f.args) args.push_back(evaluate(formulas, arg, word));
  std::vector<bool> result(n, f.op == Op::True || f.op == Op::And || f.op == Op::Release);
  switch (f.op) {
    case Op::True:
    case Op::False: break;
    case Op::Prop:
      for (std::size_t i = 0; i < n; ++i) {
        result[i] = ((word.word[i] >> f.prop & 1) != 0) != f.negated;
      }
      break;
    case Op::Next:
      for (std::size_t i = 0; i < n; ++i) result[i] = args[0][word.next(i)];
      break;
    case Op::And:
    case Op::Or:
      for (const std::vector<bool>& arg : args) {
        for (std::size_t i = 0; i < n; ++i) {
          result[i] = f.op == Op::And ? result[i] && arg[i] : result[i] || arg[i];
        }
      }
      break;
    case Op::Until:
    case Op::Release:
      for (std::size_t round = 0; round <= n; ++round) {
        bool changed = false;
        for (std::size_t i = n; i-- > 0;) {
          bool later = result[word.next(i)];
          bool now = f.op == Op::Until ? args[1][i] || (args[0][i] && later)
                                       : args[1][i] && (args[0][i] || later);
          changed = changed || now != result[i];
          result[i] = now;
        }
        if (!changed) break;
      }
      break;
  }
  return result;
}

}  // namespace ltl
