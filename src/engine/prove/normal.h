// The normal form of formulas in sequents: updates are carried out on what is first-order and
// pushed through connectives, so that they stand only in front of boxes: {σ}[Σ]Ψ.
#pragma once

#include <optional>

#include "logic/dl/store.h"

namespace prove {

dl::ExprId normal(dl::Store& store, dl::SubstId subst, dl::ExprId formula);

// {σ}[Σ]Ψ, taken apart.
struct Boxed {
  dl::ExprId guard;  // of an assumption `guard → {σ}[Σ]Ψ`; else invalid
  dl::SubstId subst;
  dl::PoolId pool;
  dl::ExprId after;  // Ψ
};
// Nullopt if the formula is not of this form.
std::optional<Boxed> as_boxed(const dl::Store& store, dl::ExprId formula);
// The same, or with a first-order guard.
std::optional<Boxed> as_guarded(const dl::Store& store, dl::ExprId formula);
dl::ExprId make_boxed(dl::Store& store, const Boxed& boxed);

}  // namespace prove
