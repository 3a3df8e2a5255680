// SPIN as an engine: from the options of the command line to a certified result.
#pragma once

#include "base/run/run.h"
#include "engine/spin/promela.h"
#include "ir/program.h"
#include "logic/ltl/automaton.h"
#include "logic/ltl/observe.h"
#include "pipeline/request.h"
#include "result/verdict/claim.h"

namespace pipeline {

// What the command line says about the model. With `finitised`, exceeding a bound ends an
// execution unless the options say otherwise; else it is an error.
spin::PromelaOptions promela_options(const Request& options, bool finitised);

// Checks a finite program as it stands, and confirms a violation on it.
verdict::Answer ask_spin(run::Run& run, const ir::Program& program, const Request& options,
                         bool finitised);

// Checks a temporal property, whose propositions are bound to the finite program: `bad`
// accepts what is wrong. As mc::check_property.
verdict::Answer ask_spin_about(run::Run& run, const ir::Program& program, const ltl::Automaton& bad,
                               const ltl::Property& property, const Request& options,
                               bool finitised);

// As `ask_spin`, for programs that nothing has to be mapped back to.
verdict::Result verify_with_spin(run::Run& run, const ir::Program& program, const Request& options);

}  // namespace pipeline
