// Temporal properties of finite models: the product of the model and an automaton that
// accepts what the property forbids is searched for accepting cycles while it is made
// (Vardi and Wolper, "An Automata-Theoretic Approach to Automatic Program Verification",
// LICS 1986).
//
// An execution that ends, by the end of its threads, a deadlock or an exception, goes on in
// its last state for ever. Deadlocks are not reported; other violations that the search
// meets are.
//
// With fairness only those executions count in which every thread that can always move from
// some moment on moves infinitely often (weak fairness). Instead of copies of the product
// with a counter (Choueka's construction) each thread gets a mark of its own, which steps
// carry that it takes or that start where it cannot move.
#pragma once

#include <vector>

#include "base/run/run.h"
#include "engine/mc/system.h"
#include "logic/ltl/automaton.h"
#include "logic/ltl/proposition.h"
#include "result/verdict/claim.h"

namespace mc {

// What the options of the model's searches must say for such a property: its propositions
// are observed, nothing is hidden from a property that is not stutter-invariant, and no
// reduction is used with fairness. The propositions are bound to the model's program.
void prepare_options(const std::vector<ltl::Proposition>& propositions, bool stutter_invariant,
                     bool fair, Options& options);

// With `cuts_stay`, an execution that a bound cuts goes on in the state before for ever, as in
// the BIR paper, section 5.0.3; without, it does not count.
//
// `bad` accepts the valuations of the propositions along the executions that are wrong.
//
// `valid` if the automaton accepts no execution; if it accepts one, a violation of the kind
// `ltl` without a message. Or another violation that was met on the way, without steps.
verdict::Answer check_property(run::Run& run, const Model& model, const ltl::Automaton& bad,
                               const std::vector<ltl::Proposition>& propositions, bool fair,
                               bool cuts_stay = false);

}  // namespace mc
