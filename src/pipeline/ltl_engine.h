// Temporal properties: from the formula of the command line to a certified result.
#pragma once

#include <optional>
#include <string>

#include "base/run/run.h"
#include "ir/pass/finite.h"
#include "logic/ltl/automaton.h"
#include "logic/ltl/observe.h"
#include "pipeline/load.h"
#include "pipeline/request.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// Parses the formula. Null after an error, which has been reported to the sink of the input.
ltl::SyntaxPtr parse_formula(const std::string& formula, Input& input);

// Adds to the loaded program what the formula observes (logic/ltl/observe.h). Nothing after an
// error, which has been reported, or for no formula.
std::optional<ltl::Property> observe_property(const ltl::SyntaxPtr& formula,
                                              const pass::FiniteBounds& bounds, Input& input);

// Binds the propositions to the finite program and gives the automaton of the executions
// that are wrong; nothing if it is too large.
std::optional<ltl::Automaton> automaton_of_violations(ltl::Property& property,
                                                      const ir::Program& program);

// Takes what counts threads at places, which is of no interest to people, out of a trace.
void hide_counters(verdict::Counterexample& example);

// Checks the property of the finite program `source` or, if there is one, of its finite
// `model`. A counterexample has been replayed by the interpreter, on the model and on the
// source.
verdict::Result verify_property(run::Run& run, const ir::Program& source,
                                const pass::FiniteModel* model, ltl::Property& property,
                                const Request& options);

}  // namespace pipeline
