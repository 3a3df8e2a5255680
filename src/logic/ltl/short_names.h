// Names of classes without their packages.
#pragma once

#include "ir/program.h"
#include "logic/ltl/syntax.h"

namespace ltl {

// The formula with the full name of a class wherever it has the end of one: `Peterson.turn` becomes
// `com.acme.Peterson.turn`, and `Queue.Job` becomes `com.acme.Queue$Job`. A name that is in the
// program as it stands, that several classes end with, or that a quantifier binds stays as it is.
SyntaxPtr with_full_names(const SyntaxPtr& syntax, const ir::Program& program);

}  // namespace ltl
