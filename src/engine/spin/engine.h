// SPIN as an engine: the model is written in Promela, SPIN searches it, and the trail is read
// back as a claim. SPIN's word alone does not count.
#pragma once

#include "base/run/run.h"
#include "engine/spin/promela.h"
#include "engine/spin/spin.h"
#include "ir/program.h"
#include "logic/ltl/automaton.h"
#include "logic/ltl/observe.h"
#include "result/verdict/claim.h"

namespace spin {

// Checks a finite program as it stands. A violation in the answer has been confirmed.
verdict::Answer verify(run::Run& run, const ir::Program& program, const PromelaOptions& model,
                       const SpinOptions& search, const verdict::Confirm& confirm);

// Checks a temporal property, whose propositions are bound to the finite program: `bad` accepts
// what is wrong. As mc::check_property: a violation of the kind `ltl` is a claim that `confirm`,
// which knows no property, has not judged, or there is another violation without steps.
verdict::Answer verify_property(run::Run& run, const ir::Program& program,
                                const ltl::Automaton& bad, const ltl::Property& property,
                                PromelaOptions model, const SpinOptions& search,
                                const verdict::Confirm& confirm);

}  // namespace spin
