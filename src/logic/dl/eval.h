// Values of expressions and first-order formulas without quantifiers, and concrete steps of
// programs (SymPaths, Fig. 3): the twin against which the symbolic rules are tested.
#pragma once

#include <optional>
#include <vector>

#include "logic/dl/store.h"

namespace dl {

// A value; a Bool is 0 or 1.
using Valuation = std::vector<base::Integer>;  // by variable

// nullopt: division by zero. CHECKs that there is no quantifier and no modality.
std::optional<base::Integer> eval(const Store& store, ExprId expr, const Valuation& values);

// More decimal digits than anybody wants to compute with.
bool is_huge(const base::Integer& value);

// What a step of a thread does to a concrete state.
enum class ConcreteResult : std::uint8_t {
  Done,
  Blocked,  // Await, Assume or Join whose time has not come
  Failed,   // division by zero, or an assertion that does not hold
};

ConcreteResult concrete_step(Store& store, Valuation& values, PoolId& pool, ThreadId thread);

}  // namespace dl
