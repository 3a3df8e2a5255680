// The premises of the rules for connectives, quantifiers and symbolic execution. All of them
// are invertible, except where an assumption is dropped and where witnesses are chosen, so the
// search never has to take one back.
#pragma once

#include <optional>
#include <vector>

#include "engine/prove/normal.h"
#include "engine/prove/proof.h"

namespace prove {

// Where a rule applies.
struct Redex {
  Rule rule{};
  std::size_t principal = 0;
};

// The next connective or quantifier around a modality, if there is one.
std::optional<Redex> next_connective(const dl::Store& store, const Sequent& sequent);
// An assumption (guard →) {σ}[Σ]Ψ.
std::optional<std::size_t> next_boxed_assumption(const dl::Store& store, const Sequent& sequent);
// The claim {σ}[Σ]Ψ that is executed.
std::optional<std::size_t> focus_of(const dl::Store& store, const Sequent& sequent);

// Fills the rule, its data and gives its premises. New constants are named after what they
// stand for and get numbers from `next_fresh`.
std::vector<Sequent> apply_connective(dl::Store& store, const Redex& redex, Node& node,
                                      std::uint32_t& next_fresh);

// A constant unlike all others.
dl::VarId make_fresh(dl::Store& store, dl::VarId like, std::uint32_t& next_fresh);

// {σ}[∅]Ψ is {σ}Ψ; of a claim, the path becomes assumptions.
Sequent reduce_right(dl::Store& store, const Sequent& sequent, std::size_t focus);
Sequent reduce_left(dl::Store& store, const Sequent& sequent, std::size_t principal);

// One premise for each way in which a thread can go on.
struct ScheduledPremise {
  Sequent sequent;
  dl::ThreadId thread;
  bool fails = false;  // the execution fails: the premise says that it cannot happen
};
std::vector<ScheduledPremise> schedule_right(dl::Store& store, const Sequent& sequent,
                                             std::size_t focus);
// The assumption becomes one for each way in which a thread can go on.
Sequent schedule_left(dl::Store& store, const Sequent& sequent, std::size_t principal);
Sequent drop(const Sequent& sequent, std::size_t principal);

// Unless it is `true` or there already.
void assume(const dl::Store& store, Sequent& sequent, dl::ExprId formula);

}  // namespace prove
