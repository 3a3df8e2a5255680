// Explicit-state search over a finite model.
#pragma once

#include "base/run/run.h"
#include "engine/mc/system.h"
#include "result/verdict/claim.h"

namespace mc {

// Searches the states that the model can reach for a violation, as its options say.
// `complete` if nothing was cut; a search that had to stop tells how far it came. A violation
// has its kind, place and thread only.
verdict::Answer search(run::Run& run, const Model& model);

}  // namespace mc
