// Certifies counterexamples: an engine's claim counts only if the reference interpreter, given the
// same inputs and the same steps, sees the same violation. Nothing here knows an engine.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "engine/interp/model.h"
#include "ir/pass/finite.h"
#include "logic/ltl/observe.h"
#include "result/verdict/claim.h"
#include "result/verdict/verdict.h"

namespace certify {

// Executes the claim. The result is the execution with its trace and decisions. If it does not
// end in a violation of the same kind at the same place (as far as the claim names them), the
// error says what happened instead.
tl::expected<verdict::Result, std::string> certify(const interp::Model& model,
                                                   const verdict::Claim& claim);

// A claim about a temporal property, whose propositions are bound to the program of the model: the
// interpreter takes the stem and rounds of the loop, must come back to a state that it was in, and
// the word of the propositions along the way must violate the formula by its direct meaning. The
// result has the execution up to the end of the first round, with its trace, decisions and `loop`.
tl::expected<verdict::Result, std::string> certify(const interp::Model& model,
                                                   const verdict::Claim& claim,
                                                   const ltl::Property& property);

// A claim about a finite model, as an execution of `source`, the program that the model was made
// of. A model's assertion may be a clause of a contract there; the result has the source's own
// violation, trace and decisions. Of a loop, the stem and one round are taken: what the model has
// dropped need not come back to its value.
tl::expected<verdict::Result, std::string> certify_on_source(const interp::Model& source,
                                                             const pass::FiniteModel& model,
                                                             const verdict::Claim& claim);

// The same for a model with abstracted data, which allows more than the program does. The error is
// the first step that the program cannot take. Another violation on the way counts as well.
tl::expected<verdict::Result, verdict::Spurious> try_on_source(const interp::Model& source,
                                                               const pass::FiniteModel& model,
                                                               const verdict::Claim& claim);

// The claim about `source` that the one about its finite model stands for: the first steps of a
// model choose the inputs, every other step is one of the program. An error if the steps are
// not possible in the model.
tl::expected<verdict::Claim, std::string> source_claim(const interp::Model& source,
                                                       const pass::FiniteModel& model,
                                                       const verdict::Claim& claim);

}  // namespace certify
