// The direct meaning of expressions in one instance: no translation, no solver. It certifies the
// instances that the solver finds and is what tests compare the solver with.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

#include "logic/rel/expr.h"
#include "logic/rel/problem.h"

namespace rel {

// Kleene's three values: Unknown rests on an integer that the universe does not have.
enum class Truth : std::uint8_t { False, True, Unknown };

class Evaluator {
 public:
  Evaluator(const Exprs& exprs, const Universe& universe, const Instance& instance)
      : exprs_(exprs), universe_(universe), instance_(instance) {}

  Truth holds(Formula formula);
  // Nullopt: an overflow.
  std::optional<TupleSet> value(Expr expr);
  std::optional<std::int64_t> value(IntExpr expr);

  // Has this called for every node whose value is computed: it may throw to end that.
  void set_poll(std::function<void()> poll) { poll_ = std::move(poll); }

  // The value of a free variable from now on.
  void bind(VariableId variable, TupleSet value) { bindings_[variable] = std::move(value); }

 private:
  using Set = std::optional<TupleSet>;
  Set compute(Expr expr);
  std::optional<std::int64_t> compute(IntExpr expr);
  Truth compute(Formula formula);
  template <class Result, class Compute>
  Result cached(std::uint32_t node, std::unordered_map<std::uint32_t, Result>& cache,
                const Compute& compute);
  Set binary(const Node& node);
  Set comprehension(const Node& node);
  std::optional<std::int64_t> arithmetic(const Node& node);
  std::optional<std::int64_t> sum(const Node& node);
  Truth comparison(const Node& node);
  Truth multiplicity(const Node& node);
  Truth quantifier(const Node& node);
  Truth junction(const Node& node);
  TupleSet constant(Op op) const;

  const Exprs& exprs_;
  const Universe& universe_;
  const Instance& instance_;
  std::map<VariableId, TupleSet> bindings_;
  // Values of nodes without free variables.
  std::unordered_map<std::uint32_t, Set> sets_;
  std::unordered_map<std::uint32_t, std::optional<std::int64_t>> numbers_;
  std::unordered_map<std::uint32_t, Truth> truths_;
  std::function<void()> poll_;
};

}  // namespace rel
