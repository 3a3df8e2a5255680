// From an execution that is told statement by statement, as those of the prover are, to one
// of the interpreter, step by step: that one can be replayed.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/run/run.h"
#include "engine/interp/model.h"
#include "result/verdict/verdict.h"

namespace certify {

struct ToldStep {
  std::vector<std::uint32_t> thread;  // which child of which thread, from the first one on
  base::Span span;                    // the statement
};

// The execution from these inputs that touches shared variables in the order of the told
// statements, with its trace and decisions. It must end in a violation; the error says why
// there is no such execution.
tl::expected<verdict::Result, std::string> retrace(run::Run& run, const interp::Model& model,
                                                   const verdict::Counterexample& inputs,
                                                   const std::vector<ToldStep>& steps);

}  // namespace certify
