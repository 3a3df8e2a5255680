// Certifies counterexamples of temporal properties: the reference interpreter takes the
// stem and rounds of the loop, must come back to a state that it was in, and the word of
// the propositions along the way must violate the formula by its direct meaning.
#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "engine/interp/model.h"
#include "logic/ltl/observe.h"
#include "result/verdict/model_trace.h"
#include "result/verdict/verdict.h"

namespace certify {

struct LassoClaim {
  verdict::ModelTrace trace;
  // Steps before each round of the loop, and all steps; two or more numbers.
  std::vector<std::size_t> rounds;
  bool has_ended = false;  // instead: the execution stays in its last state
  bool fair = false;       // the loop must be fair to all threads
  // The last step of `trace` exceeds this bound, and the execution is taken to stay in the
  // state before it. Not empty only with `has_ended`.
  std::string cut_by = {};
};

// The property's propositions are bound to the program of the model. The result is the
// execution up to the end of the first round, with its trace, decisions and `loop`.
tl::expected<verdict::Counterexample, std::string> replay_lasso(const interp::Model& model,
                                                                const LassoClaim& claim,
                                                                const ltl::Property& property);

}  // namespace certify
