// Functions on expressions and formulas: substitution, variables, when they have a value.
#pragma once

#include <vector>

#include "logic/dl/store.h"

namespace dl {

// A set of variables, ordered.
using VarSet = std::vector<VarId>;
VarSet set_union(const VarSet& a, const VarSet& b);
bool are_disjoint(const VarSet& a, const VarSet& b);

// eσ. On modalities: [Σ]Ψ becomes {σ}[Σ]Ψ, and {σ'}Ψ becomes {σ ∘ σ'}Ψ.
ExprId apply(Store& store, SubstId subst, ExprId expr);
// σ ∘ σ': first σ' as a state change, seen from a state where σ already holds; maps each x to
// σ'(x)σ.
SubstId compose(Store& store, SubstId outer, SubstId inner);

// The variables that occur free. In [Σ]Ψ those of the programs count, and in {σ}Ψ the range
// of σ, and Ψ without its domain.
VarSet free_vars(const Store& store, ExprId expr);
// What the code and everything it may start reads and writes.
VarSet vars_read(const Store& store, CodeId code);
VarSet vars_written(const Store& store, CodeId code);

// A condition that has a value everywhere and holds exactly where `expr` has one. For an
// expression without division that is True itself.
ExprId definedness(Store& store, ExprId expr);

// The formula with every largest part that has no modality replaced by "it has a value, and it
// holds": what has no value counts as false.
ExprId made_total(Store& store, ExprId formula);

// Constants folded, True and False absorbed, double negation removed: for showing, and to
// spare a solver the trivial.
ExprId simplified(Store& store, ExprId expr);

}  // namespace dl
