// NuSMV and nuXmv as an engine: the model is written, checked by the program on the PATH, and
// what it answers is read back as a claim. NuSMV's word alone does not count.
#pragma once

#include "base/run/run.h"
#include "engine/nusmv/smv.h"
#include "ir/program.h"
#include "logic/ltl/observe.h"
#include "result/verdict/claim.h"

namespace nusmv {

struct Options {
  SmvOptions model;
  bool limit_is_error = false;  // LimitState is an error (the basic search)
  // So it is for the number of threads and the depth of locks, which no model declares.
  bool own_limit_is_error = false;
};

// Checks a finite program as it stands. A violation in the answer has been confirmed.
verdict::Answer verify(run::Run& run, const ir::Program& program, const Options& options,
                       const verdict::Confirm& confirm);

// Checks a temporal property, whose propositions are bound to the program. A violation of the
// kind `ltl` has been confirmed by `confirm`, which knows the property; another one has no steps.
verdict::Answer verify_property(run::Run& run, const ir::Program& program,
                                const ltl::Property& property, Options options,
                                const verdict::Confirm& confirm);

}  // namespace nusmv
